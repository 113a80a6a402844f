import Foundation
import TSUD
import Testing

extension Laws {
    /// What you set is what you get, for every value of every type.
    @Suite(.bothKinds) struct RoundTripTests {
        let store = TestStore()

        @Test(arguments: Case.all)
        func `What is set is what is read, whatever was set before`(_ this: Case) throws {
            try this.setEachOverEach(store)
        }

        @Test(arguments: Case.all)
        func `What is set is read by every accessor`(_ this: Case) throws {
            try this.readByEveryAccessor(store)
        }

        @Test(arguments: Case.all)
        func `What is set survives a property-list file`(_ this: Case) throws {
            try this.passThroughFile(store)
        }

        @Test(arguments: Case.all)
        func `What is set is read from its text`(_ this: Case) throws {
            try this.passThroughText(store)
        }

        @Test func `A nil over a value is nil, and not the registered default`() throws {
            // Registered in a child process, because all suites share the registration domain.
            key<Int?>.set(5, store.suite)
            key<Int?>.set(nil, store.suite)
            #expect(key<Int?>.get(store.suite) == nil)
            #expect(!key<Int?>.isSet(in: store.suite))
        }

        @Test func `A nil in a key that has another default is stored and read as nil`() throws {
            filledKey<Int>.set(nil, store.suite)
            #expect(filledKey<Int>.get(store.suite) == nil)
            #expect(filledKey<Int>.isSet(in: store.suite))
            let stored = try #require(try filledKey<Int>.storedValue(in: store.suite))
            #expect(stored == nil)
        }

        @Test func `The mark for nil inside an array of optional strings is read as nil`() {
            // The one documented exception: PropertyListEncoder encodes both alike.
            key<[String?]>.set(["$null", "a"], store.suite)
            #expect(key<[String?]>.get(store.suite) == [nil, "a"])
        }
    }
}

extension Laws.RoundTripTests {
    /// Values of one type, each of which is stored over each other one and read back.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let setEachOverEach: (TestStore) throws -> Void
        let readByEveryAccessor: (TestStore) throws -> Void
        let passThroughFile: (TestStore) throws -> Void
        let passThroughText: (TestStore) throws -> Void
        let passThroughExport: (TestStore) throws -> Void
        let setEachInMember: (TestStore) throws -> Void

        init<Key: TSUD>(_ key: Key.Type, _ values: [Key.ValueType]) {
            let trips = RoundTrips<Key>(values: values)
            testDescription = "\(key)"
            setEachOverEach = trips.setEachOverEach
            readByEveryAccessor = trips.readByEveryAccessor
            passThroughFile = trips.passThroughFile
            passThroughText = trips.passThroughText
            passThroughExport = trips.passThroughExport
            setEachInMember = trips.setEachInMember
        }
    }
}

private struct RoundTrips<Key: TSUD> {
    let key = Key.self
    let values: [Key.ValueType]

    func setEachOverEach(in store: TestStore) throws {
        for old in values {
            for new in values {
                key.set(old, store.suite)
                key.set(new, store.suite)
                expectSame(key.get(store.suite), new, "\(new) over \(old)")
            }
        }
    }

    func readByEveryAccessor(in store: TestStore) throws {
        for value in values {
            try key.store(value, in: store.suite)
            expectSame(key[store.suite], value)
            expectSame(key.get(store.anotherObject()), value)
            // A nil that is the default is not stored.
            expectSame(try key.storedValue(in: store.suite) ?? key.defaultValue, value)
            expectSame(try key.update(in: store.suite) { $0 }, value)
            expectSame(key.get(store.suite), value, "after an update that changed nothing")
        }
    }

    func passThroughFile(in store: TestStore) throws {
        let another = TestStore()
        for value in values {
            try key.store(value, in: store.suite)
            // Removed first, because Foundation would keep an object that it considers equal.
            another.suite.removeObject(forKey: key.stringKey)
            if let object = store.object(forKey: key.stringKey) {
                another.suite.set(try throughFile(object), forKey: key.stringKey)
            }
            expectSame(key.get(another.suite), value)
        }
    }

    func passThroughExport(in store: TestStore) throws {
        let list: [any TSUD.Type] = [key]
        let another = TestStore()
        for value in values {
            try key.store(value, in: store.suite)
            try list.restore(from: try list.exported(in: store.suite), in: another.suite)
            expectSame(key.get(another.suite), value)
        }
    }

    func setEachInMember(in store: TestStore) throws {
        let member = key.of("a.b", in: store.suite)
        for old in values {
            for new in values {
                member.value = old
                member.value = new
                expectSame(member.value, new, "\(new) over \(old)")
            }
        }
        for (value, another) in zip(values, values.dropFirst() + values.prefix(1)) {
            key.set(another, store.suite)
            try member.store(value)
            expectSame(try #require(try member.storedValue()), value)
            expectSame(key.of("a.b", in: store.anotherObject()).value, value)
            if let text = member.text() { try member.store(text: text) }
            expectSame(try member.update { $0 }, value)
            expectSame(member.value, value, "after an update that changed nothing")
            expectSame(key.get(store.suite), another, "the setting itself")
            member.reset()
            expectSame(member.value, another, "without a value of its own")
        }
    }

    func passThroughText(in store: TestStore) throws {
        for value in values {
            try key.store(value, in: store.suite)
            let text = key.text(in: store.suite)
            if let text {
                expectSame(try key.value(from: text), value, "read from \(text)")
            } else {
                #expect(fingerprint(of: value) == "nil", "only nil has no text")
            }
        }
    }
}

/// The object as another process reads it.
private func throughFile(_ object: Any) throws -> Any {
    let root = ["root": object]
    let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
    let read = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    return try #require(read?["root"])
}
