import Foundation
import Observation
import TSUD
import TestSupport
import Testing

extension Changes {
    @Suite(.bothKinds) struct SwiftObservationTests {
        let store = TestStore()

        private enum Reading: CaseIterable {
            case get
            case subscripted
            case viaInstance
            case strict
            case isSet
            case origin
        }

        private func read(_ reading: Reading) {
            switch reading {
            case .get: _ = size.get(store.suite)
            case .subscripted: _ = size[store.suite]
            case .viaInstance: _ = size()[store.suite]
            case .strict: _ = try? size.storedValue(in: store.suite)
            case .isSet: _ = size.isSet(in: store.suite)
            case .origin: _ = size.origin(in: store.suite)
            }
        }

        @Test func `Every way to read is tracked`() {
            for reading in Reading.allCases {
                let heard = observing { read(reading) }
                size[store.suite] += 1
                #expect(heard.total == 1, "\(reading)")
            }
        }

        @Test func `Every way to write is heard`() throws {
            let suite = store.suite
            let writes: [(String, () throws -> Void)] = [
                ("set", { size.set(1, suite) }),
                ("subscript", { size[suite] = 2 }),
                ("store", { try size.store(3, in: suite) }),
                ("update", { try size.update(in: suite) { $0 += 1 } }),
                ("reset", { size.reset(in: suite) }),
                ("another key type of the name", { size2[suite] = 5 }),
            ]
            for (name, write) in writes {
                let heard = observing { _ = size[suite] }
                try write()
                #expect(heard.total == 1, "\(name)")
            }
        }

        @Test func `A write through another object of the suite is heard`() {
            let heard = observing { _ = size[store.suite] }
            size[store.anotherObject()] = 4
            // On Apple systems it is a foreign change.
            #expect(heard.countOfForeignChanges(atLeast: 1) == 1)
        }

        @Test func `Neither another key nor another suite is heard`() throws {
            let other = TestStore()
            let heard = observing { _ = size[store.suite] }
            height[store.suite] = 3
            size[other.suite] = 3
            for suite in [store.suite, other.suite] { try suite.saveAndAnnounce() }
            #expect(heard.total == 0)
        }

        @Test func `When a change is heard, the new value is there`() {
            let seen = Counter()
            let suite = Unchecked(store.suite)
            observing {
                _ = size[store.suite]
            } onChange: {
                if size[suite.value] == 14 { seen.increment() }
            }
            size[store.suite] = 14
            #expect(seen.total == 1)
        }

        @Test func `A write that changes nothing more than once is heard once, also when it is saved`() throws {
            size[store.suite] = 14
            let written = observing { _ = size[store.suite] }
            size[store.suite] = 15
            let saved = observing { _ = size[store.suite] }
            try store.suite.saveAndAnnounce()
            #expect(written.total == 1)
            #expect(saved.total == 0)
        }

        struct Write: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let make: @Sendable (UserDefaults) -> Void
            let read: @Sendable (UserDefaults) -> Void

            init<Value: Defaulted & Sendable>(_ value: Value) {
                testDescription = "\(Value.self)(\(value))"
                make = { key<Value>.set(value, $0) }
                read = { _ = key<Value>.get($0) }
            }
        }

        @Test(arguments: [
            Write(true), Write(false), Write(1), Write(Int.min), Write(Int8(-8)), Write(Int64.max), Write(UInt(7)),
            Write(UInt64.max), Write(0.5), Write(-0.0), Write(Double.nan), Write(Float(0.1)), Write("a"),
            Write("e\u{301}"),
            Write(Date(timeIntervalSinceReferenceDate: 0.5)), Write(Data([1])), Write([1, 2]), Write(["a": 0.5]),
            Write(URL.standIn), Write(Contact(name: "Ann", age: 1)), Write(Int?.some(5)),
        ])
        func `A save does not announce a key's own write again, for any type`(_ write: Write) throws {
            write.make(store.suite)
            let heard = observing { write.read(store.suite) }
            try store.suite.saveAndAnnounce()
            #expect(heard.total == 0)
        }

        @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        @Test func `Observations deliver what is computed of several settings`() async {
            let suite = Unchecked(store.suite)
            var sums = Observations { size[suite.value] + height[suite.value] }.makeAsyncIterator()
            #expect(await sums.next() == 14)
            size[store.suite] = 20
            #expect(await sums.next() == 22)
            height[store.suite] = 3
            #expect(await sums.next() == 23)
        }

        @Test func `An observable model may read settings in computed properties`() {
            let model = Model(suite: store.suite)
            let heard = observing { _ = model.lineHeight }
            size[store.suite] = 20
            #expect(heard.total == 1)
            #expect(model.lineHeight == 24)
        }

        @Test func `An observer may write the key that it observes`() {
            let suite = Unchecked(store.suite)
            observing {
                _ = size[store.suite]
            } onChange: {
                if size[suite.value] > 100 { size[suite.value] = 100 }
            }
            size[store.suite] = 500
            #expect(size[store.suite] == 100)
        }

        @Test func `An observer may read other keys, and update them`() throws {
            let suite = Unchecked(store.suite)
            observing {
                _ = size[store.suite]
            } onChange: {
                _ = try? height.update(in: suite.value) { $0 = size[suite.value] / 2 }
            }
            try size.update(in: store.suite) { $0 = 40 }
            #expect(height[store.suite] == 20)
        }
    }
}

@Observable
private final class Model {
    @ObservationIgnored let suite: UserDefaults
    var lineHeight: Double { size[suite] * 1.2 }

    init(suite: UserDefaults) {
        self.suite = suite
    }
}

private struct size: TSUD { static let defaultValue = 12.0 }
private struct height: TSUD { static let defaultValue = 2.0 }

private struct size2: TSUD {
    static let defaultValue = 12.0
    static let stringKey = "size"
}
