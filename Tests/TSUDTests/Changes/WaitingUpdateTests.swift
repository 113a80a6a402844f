import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Updates that wait for others, and how long.
    @Suite(.bothKinds) struct WaitingUpdateTests {
        @Test func `Eight threads that name the keys in any order lose nothing`() {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<100 {
                    if thread.isMultiple(of: 2) {
                        _ = try? withUpdate(of: left.self, other.self, in: suite.value) {
                            $0 += 1
                            $1 += 1
                        }
                    } else {
                        _ = try? withUpdate(of: other.self, left.self, in: suite.value) {
                            $0 += 1
                            $1 += 1
                        }
                    }
                    _ = try? left.update(in: suite.value) { $0 += 1 }
                }
            }
            #expect(left[store.suite] == 1_600)
            #expect(other[store.suite] == 800)
            #expect(store.stored.count == 2)
        }

        @Test func `A wait for another thread's update ends with an error that names the key`() throws {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            let (isInside, mayEnd, isOver) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? waitedFor.update(in: suite.value) { value in
                    isInside.increment()
                    mayEnd.wait(for: 1)
                    value = 5
                }
                isOver.increment()
            }
            isInside.wait(for: 1)
            let keys: [AnyBoundKey] = [left.key(in: store.suite), waitedFor.key(in: store.suite)]
            let error = #expect(throws: TSUDError.self) {
                try Update.run(of: keys, patience: 0.05) { Issue.record("the key was not free") }
            }
            #expect(error?.code == .busy)
            #expect(error?.key == "waitedFor")
            #expect(error?.description == "Key 'waitedFor' is busy: another thread has been updating it for too long.")
            // The lock that was taken first is free again.
            let other = Counter()
            Thread.detachNewThread {
                try? left.update(in: suite.value) { $0 = 3 }
                other.increment()
            }
            other.wait(for: 1)
            mayEnd.increment()
            isOver.wait(for: 1)
            #expect(waitedFor[store.suite] == 5)
        }

        @Test func `Updates that are nested in opposite order end`() {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            let (inside, over, errors) = (Counter(), Counter(), Counter())
            let pairs: [(AnyBoundKey, AnyBoundKey)] = [
                (crossing.key(in: store.suite), crossed.key(in: store.suite)),
                (crossed.key(in: store.suite), crossing.key(in: store.suite)),
            ]
            for (outer, inner) in pairs {
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
            withExtendedLifetime(suite) {}
        }

        @Test func `Locks are taken in one order, whichever order the names are given in`() {
            let locks = UpdateLocks()
            let (isInside, mayEnd, over) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? locks.run(["b"], by: Date(timeIntervalSinceNow: 300)) {
                    isInside.increment()
                    mayEnd.wait(for: 1)
                }
                over.increment()
            }
            isInside.wait(for: 1)
            Thread.detachNewThread {
                try? locks.run(["b", "a"], by: Date(timeIntervalSinceNow: 300)) {}
                over.increment()
            }
            // Soon the second thread has "a", and waits for "b".
            let deadline = Date(timeIntervalSinceNow: 20)
            var isTaken = false
            while !isTaken, Date() < deadline { isTaken = (try? locks.run(["a"], by: Date()) {}) == nil }
            #expect(isTaken)
            mayEnd.increment()
            over.wait(for: 2)
        }

        @Test func `A wait that fails frees the locks for those who wait for them`() throws {
            let locks = UpdateLocks()
            let (isInside, mayEnd, over) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? locks.run(["b"], by: Date(timeIntervalSinceNow: 300)) {
                    isInside.increment()
                    mayEnd.wait(for: 1)
                }
                over.increment()
            }
            isInside.wait(for: 1)
            Thread.detachNewThread {
                for _ in 0..<3 { try? locks.run(["a", "b"], by: Date(timeIntervalSinceNow: 0.3)) {} }
                over.increment()
            }
            // Until the second thread has "a", or has failed three times.
            while over.total == 0, (try? locks.run(["a"], by: Date()) {}) != nil {}
            try locks.run(["a"], by: Date(timeIntervalSinceNow: 20)) {}
            mayEnd.increment()
            over.wait(for: 2)
        }

        @Test func `Locks are kept only while a key is being updated`() throws {
            let (locks, deadline) = (UpdateLocks(), Date(timeIntervalSinceNow: 300))
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

private enum left: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
private enum waitedFor: TSUD { static let defaultValue = 0 }
private enum crossing: TSUD { static let defaultValue = 0 }
private enum crossed: TSUD { static let defaultValue = 0 }
