import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Updates that wait for others, and how long.
    @Suite(.bothKinds) struct WaitingUpdateTests {
        let store = TestStore()

        @Test func `Eight threads that name the keys in any order lose nothing`() {
            let suite = Unchecked(store.suite)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<100 {
                    if thread.isMultiple(of: 2) {
                        _ = try? withUpdate(of: left.self, other.self, in: suite.value) { ($0, $1) = ($0 + 1, $1 + 1) }
                    } else {
                        _ = try? withUpdate(of: other.self, left.self, in: suite.value) { ($0, $1) = ($0 + 1, $1 + 1) }
                    }
                    _ = try? left.update(in: suite.value) { $0 += 1 }
                }
            }
            #expect(left[store.suite] == 1_600)
            #expect(other[store.suite] == 800)
            #expect(store.stored.count == 2)
        }

        @Test func `A wait for another thread's update ends with an error that names the key`() throws {
            let suite = Unchecked(store.suite)
            let other = OtherUpdate { inBody in
                try waitedFor.update(in: suite.value) { value in
                    inBody()
                    value = 5
                }
            }
            let keys: [AnyBoundKey] = [left.key(in: store.suite), waitedFor.key(in: store.suite)]
            let error = #expect(throws: TSUDError.self) {
                try Update.run(of: keys, patience: 0.05) { Issue.record("the key was not free") }
            }
            #expect(error?.code == .busy)
            #expect(error?.key == "waitedFor")
            #expect(error?.description == "Key 'waitedFor' is busy: another thread has been updating it for too long.")
            // The lock that was taken first is free again.
            let isFree = Counter()
            Thread.detachNewThread {
                try? left.update(in: suite.value) { $0 = 3 }
                isFree.increment()
            }
            isFree.wait(for: 1)
            other.end()
            #expect(waitedFor[store.suite] == 5)
        }

        @Test func `Updates that are nested in opposite order end`() {
            let (inside, over, errors) = (Counter(), Counter(), Counter())
            let (one, two) = (crossing.key(in: store.suite), crossed.key(in: store.suite))
            for (outer, inner) in [(one, two), (two, one)] as [(AnyBoundKey, AnyBoundKey)] {
                Thread.detachNewThread {
                    do {
                        try Update.run(of: [outer]) {
                            inside.increment()
                            inside.wait(for: 2)
                            try Update.run(of: [inner], patience: 0.05) {}
                        }
                    } catch {
                        if (error as? TSUDError)?.code == .busy { errors.increment() }
                    }
                    over.increment()
                }
            }
            over.wait(for: 2)
            #expect(errors.total >= 1)
        }

        @Test func `Locks are taken in one order, whichever order the names are given in`() {
            let (locks, over) = (UpdateLocks(), Counter())
            let other = OtherUpdate { try locks.run(["b"], by: Date() + 300, $0) }
            Thread.detachNewThread {
                try? locks.run(["b", "a"], by: Date() + 300) {}
                over.increment()
            }
            // Soon the second thread has "a", and waits for "b".
            let deadline = Date() + 20
            var isTaken = false
            while !isTaken, Date() < deadline { isTaken = (try? locks.run(["a"], by: Date()) {}) == nil }
            #expect(isTaken)
            other.end()
            over.wait(for: 1)
        }

        @Test func `A wait that fails frees the locks for those who wait for them`() throws {
            let (locks, over) = (UpdateLocks(), Counter())
            let other = OtherUpdate { try locks.run(["b"], by: Date() + 300, $0) }
            Thread.detachNewThread {
                for _ in 0..<3 { try? locks.run(["a", "b"], by: Date() + 0.3) {} }
                over.increment()
            }
            // Until the second thread has "a", or has failed three times.
            while over.total == 0, (try? locks.run(["a"], by: Date()) {}) != nil {}
            try locks.run(["a"], by: Date() + 20) {}
            other.end()
            over.wait(for: 1)
        }

        @Test func `Locks are kept only while a key is being updated`() throws {
            let (locks, deadline) = (UpdateLocks(), Date() + 300)
            for number in 0..<1_000 {
                let names = ["a \(number)", "b"]
                try locks.run(names, by: deadline) {
                    #expect(locks.names == Set(names))
                    try locks.run(["b"], by: deadline) { #expect(locks.names == Set(names)) }
                }
            }
            #expect(throws: BodyError.self) { try locks.run(["a"], by: deadline) { throw BodyError() } }
            #expect(locks.names.isEmpty)
        }
    }
}

/// An update on another thread, which stays in its body until it is to end.
private struct OtherUpdate {
    private let mayEnd = Counter()
    private let isOver = Counter()

    init(_ update: @escaping @Sendable (_ inBody: () -> Void) throws -> Void) {
        let isInside = Counter()
        Thread.detachNewThread { [mayEnd, isOver] in
            try? update {
                isInside.increment()
                mayEnd.wait(for: 1)
            }
            isOver.increment()
        }
        isInside.wait(for: 1)
    }

    func end() {
        mayEnd.increment()
        isOver.wait(for: 1)
    }
}

private enum left: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
private enum waitedFor: TSUD { static let defaultValue = 0 }
private enum crossing: TSUD { static let defaultValue = 0 }
private enum crossed: TSUD { static let defaultValue = 0 }
