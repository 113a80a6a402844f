import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Laws {
    /// A read returns the value that was set, for every value of every type.
    @Suite(.bothKinds) struct RoundTripTests {
        let store = TestStore()

        @Test(arguments: Case.all)
        func `A value that is set is read, whatever was set before`(_ this: Case) {
            this.trips.setEachOverEach(in: store)
        }

        @Test(arguments: Extent.sample(25, of: Case.all))
        func `A value that is set is read by every accessor`(_ this: Case) throws {
            try this.trips.readByEveryAccessor(in: store)
        }

        @Test(arguments: Extent.sample(25, of: Case.all))
        func `A value that is set survives a property-list file`(_ this: Case) throws {
            try this.trips.passThroughFile(in: store)
        }

        @Test(arguments: Extent.sample(25, of: Case.all))
        func `A value that is set survives an export`(_ this: Case) throws {
            try this.trips.passThroughExport(in: store)
        }

        @Test(arguments: Case.all)
        func `A value that is set is read from its string representation`(_ this: Case) throws {
            try this.trips.passThroughText(in: store)
        }

        @Test(arguments: Extent.sample(25, of: Case.all))
        func `A value that the original TSUD of 2017 wrote is read`(_ this: Case) throws {
            try this.trips.readFromTheArticle(in: store)
        }

        @Test func `A "$null" inside an array of optional strings is read as nil`() {
            // The one documented exception: PropertyListEncoder encodes both alike.
            key<[String?]>.set(["$null", "a"], store.suite)
            #expect(key<[String?]>.get(store.suite) == [nil, "a"])
        }
    }
}

extension Laws.RoundTripTests {
    /// Values of one type, each of which is stored and read back in every way.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        fileprivate let trips: any RoundTrips

        init<Key: TSUD>(_ key: Key.Type, _ values: [Key.ValueType]) {
            testDescription = "\(key)"
            trips = RoundTripsOfKey<Key>(values: values)
        }

        func setEachInMember(_ store: TestStore) throws { try trips.setEachInMember(in: store) }
    }
}

private protocol RoundTrips {
    associatedtype Key: TSUD
    var values: [Key.ValueType] { get }
}

private struct RoundTripsOfKey<Key: TSUD>: RoundTrips { let values: [Key.ValueType] }

/// Whether Foundation takes the objects of two values for equal, and so does not store one over the other.
private func areEqualToFoundation<Value: Codable>(_ one: Value, _ other: Value) -> Bool {
    let coding = propertyListCoding(for: Value.self)
    guard let one = try? coding.object(of: one), let other = try? coding.object(of: other) else { return false }
    return one.isEqualToFoundation(other)
}

extension RoundTrips {
    private var key: Key.Type { Key.self }

    func setEachOverEach(in store: TestStore) {
        for old in values {
            for new in values {
                key.set(old, store.suite)
                key.set(new, store.suite)
                expectSame(key.get(store.suite), new, over: old)
            }
        }
    }

    func readByEveryAccessor(in store: TestStore) throws {
        for value in values {
            key.in(store.suite).reset()
            try key.in(store.suite).store(value)
            expectSame(key[store.suite], value)
            expectSame(key.get(store.anotherObject()), value)
            // A nil that is the default is not stored.
            expectSame(try key.in(store.suite).storedValue() ?? key.defaultValue, value)
            expectSame(try key.in(store.suite).update { $0 }, value)
            expectSame(key.get(store.suite), value, "after an update that changed nothing")
        }
    }

    func passThroughFile(in store: TestStore) throws {
        let another = TestStore()
        for value in values {
            key.in(store.suite).reset()
            try key.in(store.suite).store(value)
            // Removed first, because Foundation would keep an object that it considers equal.
            another.suite.removeObject(forKey: key.stringKey)
            if let object = store.object(forKey: key.stringKey) {
                let root = ["root": object]
                let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
                let read = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
                another.suite.set(try #require(read?["root"]), forKey: key.stringKey)
            }
            expectSame(key.get(another.suite), value)
        }
    }

    func passThroughExport(in store: TestStore) throws {
        let list: [any TSUD.Type] = [key]
        let another = TestStore()
        for value in values {
            key.in(store.suite).reset()
            key.in(another.suite).reset()
            try key.in(store.suite).store(value)
            try list.restore(from: try list.exported(in: store.suite), in: another.suite)
            expectSame(key.get(another.suite), value)
        }
    }

    func passThroughText(in store: TestStore) throws {
        for value in values {
            key.in(store.suite).reset()
            try key.in(store.suite).store(value)
            if let text = key.in(store.suite).text() {
                expectSame(try key.parse(text), value, "read from \(text)")
            } else {
                #expect(fingerprint(of: value).contains("nil"), "only nil, or an optional of nil, has no string")
            }
        }
    }

    func setEachInMember(in store: TestStore) throws {
        let member = key.in(store.suite).of("a.b")
        for old in values {
            for new in values {
                member.value = old
                member.value = new
                expectSame(member.value, new, over: old)
            }
        }
        for (value, another) in zip(values, values.dropFirst() + values.prefix(1)) {
            key.in(store.suite).reset()
            key.set(another, store.suite)
            try member.store(value)
            expectSame(try #require(try member.storedValue()), value)
            expectSame(key.in(store.anotherObject()).of("a.b").value, value)
            if let text = member.text() { try member.storeText(text) }
            expectSame(try member.update { $0 }, value)
            expectSame(member.value, value, "after an update that changed nothing")
            expectSame(key.get(store.suite), another, "the setting itself")
            member.reset()
            expectSame(member.value, another, "without a value of its own")
        }
    }

    /// That code stored dates and data as themselves, anything else as the encoder's output.
    func readFromTheArticle(in store: TestStore) throws {
        let member = key.in(store.suite).of("a.b")
        for value in values {
            let data = try PropertyListEncoder().encode([value])
            // Values that the old code couldn't read back, such as the string "$null", are excluded.
            let decoded = try? PropertyListDecoder().decode([Key.ValueType].self, from: data).first
            guard let decoded, fingerprint(of: decoded) == fingerprint(of: value) else { continue }
            let encoded = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            let object: Any = value is Date || value is Data ? value : try #require(encoded?.first)
            for name in [key.stringKey, member.stringKey] {
                store.suite.removeObject(forKey: name)
                store.suite.set(object, forKey: name)
            }
            expectSame(key.get(store.suite), value)
            expectSame(try key.in(store.suite).storedValue(), value)
            expectSame(member.value, value)
            expectSame(try member.storedValue(), value)
        }
    }
}

/// Expects the new value, or the old one where Foundation takes the two for equal.
private func expectSame<Value: Codable>(_ value: Value, _ new: Value, over old: Value) {
    let found = fingerprint(of: value)
    if found == fingerprint(of: new) { return }
    #expect(areEqualToFoundation(old, new) && found == fingerprint(of: old), "\(new) over \(old)")
}
