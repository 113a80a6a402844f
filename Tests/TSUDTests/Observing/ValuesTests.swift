import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    @Suite(.bothKinds) struct ValuesTests {
        let store = TestStore()

        /// A change of a setting, between two values.
        struct Change: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let check: (TestStore) async throws -> Void

            /// Without a first value, nothing is stored before.
            init<Key: TSUD>(
                _ description: String,
                _ key: Key.Type,
                from first: Key.ValueType? = nil,
                to last: Key.ValueType,
                _ make: @escaping (TestStore) throws -> Void
            ) {
                testDescription = description
                check = { store in
                    if let first { key[store.suite] = first }
                    var values = key.in(store.suite).values().makeAsyncIterator()
                    expectSame(await values.next(), first ?? key.defaultValue)
                    try make(store)
                    expectSame(await values.next(), last)
                    key[store.suite] = first ?? key.defaultValue
                    expectSame(await values.next(), first ?? key.defaultValue)
                }
            }
        }

        @Test(arguments: [
            Change("a write", key<Int>.self, to: 14) { key<Int>[$0.suite] = 14 },
            Change("a change in place", key<Int>.self, from: 14, to: 15) { key<Int>[$0.suite] += 1 },
            Change("a hundred writes", key<Int>.self, to: 100) { for step in 1...100 { key<Int>[$0.suite] = step } },
            Change("a write after others that change nothing", key<Int>.self, from: 14, to: 16) {
                for step in [15, 14, 14, 16] { key<Int>[$0.suite] = step }
            },
            Change("an equal value, and then another", key<Double>.self, from: 0, to: 2) {
                for value in [-0.0, 2] { key<Double>[$0.suite] = value }
            },
            Change("a value that can't be compared", key<[Incomparable]>.self, to: [Incomparable()]) {
                key<[Incomparable]>[$0.suite] = [Incomparable()]
            },
            Change("a reset", key<Int>.self, from: 14, to: 77) { key<Int>.in($0.suite).reset() },
            Change("a nil", key<String?>.self, from: "Ann", to: nil) { key<String?>[$0.suite] = nil },
            Change("a write through another object of the suite", key<Int>.self, to: 14) {
                key<Int>[$0.anotherObject()] = 14
            },
            Change("a plain write that is saved", key<Int>.self, to: 14) {
                $0.suite.set(14, forKey: "key")
                try $0.suite.savePlainCalls()
            },
        ])
        func `values delivers the current value first, then the newest after each change`(_ change: Change) async throws
        {
            try await change.check(store)
        }

        @Test(arguments: ["a.b", "@x", "has space"])
        func `Changes of keys with unusual names are observed`(_ name: String) async throws {
            try await anyName.$name.withValue(name) {
                try await Change(name, anyName.self, to: 2) { anyName[$0.suite] = 2 }.check(store)
            }
        }

        @Test(arguments: [false, true])
        func `A change between the call and the first iteration is not missed`(_ isPlain: Bool) async {
            size[store.suite] = 14
            let sequence = size.in(store.suite).values(initial: false)
            if isPlain { store.suite.set(15.0, forKey: "size") } else { size[store.suite] = 15 }
            var values = sequence.makeAsyncIterator()
            #expect(await values.next() == 15)
            size[store.suite] = 14
            var others = sequence.makeAsyncIterator()
            size[store.suite] = 16
            #expect(await others.next() == 16)
            #expect(await values.next() == 16)
        }

        @Test(arguments: [false, true])
        func `A sequence of values ends with its task, also with a cancelled one`(
            _ isEarly: Bool
        ) async throws {
            #expect(try await count(of: size.in(store.suite).values(), isEarly, cancelledAfter: 1) == (isEarly ? 0 : 1))
            let list: [any TSUD.Type] = [size.self]
            #expect(try await count(of: list.changes(in: store.suite), isEarly, cancelledAfter: 0) == 0)
        }

        /// Counts the elements that a task reads until it is cancelled or has read enough.
        private func count<Elements: AsyncSequence & SendableMetatype>(
            of elements: Elements,
            _ isEarly: Bool,
            cancelledAfter number: Int
        ) async throws -> Int where Elements.AsyncIterator: SendableMetatype {
            let elements = Unchecked(elements)
            let (counts, counted) = AsyncStream.makeStream(of: Int.self)
            let reader = Task {
                if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                var count = 0
                counted.yield(isEarly ? number : count)
                for try await _ in elements.value {
                    count += 1
                    counted.yield(count)
                }
                return count
            }
            for await count in counts where count == number { break }
            reader.cancel()
            return try await reader.value
        }

        @Test func `values returns a Sendable sequence`() async {
            let task = Task.detached { [values = size.in(store.suite).values()] in
                var iterator = values.makeAsyncIterator()
                return await iterator.next()
            }
            #expect(await task.value == size.defaultValue)
        }

        @Test(arguments: [(14, "14"), (12, nil)] as [(Double, (any Sendable)?)])
        func `An equal value with another stored representation is not delivered`(
            _ first: Double,
            _ plain: (any Sendable)?
        ) async throws {
            store.suite.set(first == 12 ? "banana" : first, forKey: "looking")
            let look = Look()
            try await looking.$look.withValue(look) {
                var values = looking.in(store.suite).values().makeAsyncIterator()
                #expect(await values.next() == first)
                store.suite.set(plain, forKey: "looking")
                try store.suite.savePlainCalls()
                // Only while it looks at the equal one, something else is stored.
                look.action = { [store] in looking[store.suite] = 15 }
                #expect(await values.next() == 15)
            }
        }

        @Test func `An unreadable object is reported, and the default is delivered`() async {
            unreadable.reported = []
            unreadable[store.suite] = 14
            var values = unreadable.in(store.suite).values().makeAsyncIterator()
            #expect(await values.next() == 14)
            store.suite.set("banana", forKey: "unreadable")
            #expect(await values.next() == 12)
            #expect(unreadable.reported == [.unreadable])
        }
    }
}

/// A key with a side effect, once, at a read.
private enum looking: Unreported {
    @TaskLocal static var look = Look()
    static var defaultValue: Double {
        look.happen()
        return 12
    }
    static func validate(_ value: Double) throws { look.happen() }
}

private final class Look: @unchecked Sendable {
    var action: (() -> Void)?

    func happen() {
        let action = action
        self.action = nil
        action?()
    }
}

private struct size: TSUD { static let defaultValue = 12.0 }

private struct Incomparable: Codable {}

private enum unreadable: TSUD {
    static let defaultValue = 12.0
    /// Used by only one test.
    nonisolated(unsafe) static var reported: [TSUDError.Code] = []
    static func report(_ error: TSUDError) { reported.append(error.code) }
}
