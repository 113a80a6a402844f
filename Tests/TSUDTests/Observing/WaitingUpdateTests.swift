import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Updates that wait for others, and how long.
    @Suite(.bothKinds, .mayBlock) struct WaitingUpdateTests {
        let store = TestStore()

        @Test func `Eight threads that update one and several keys lose nothing`() {
            let suite = Unchecked(store.suite)
            let count = Extent.isFull ? 100 : 25
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<count {
                    try? updateSettings { settings in
                        settings[left.in(suite.value)] += 1
                        settings[other.in(suite.value)] += 1
                    }
                    _ = try? left.in(suite.value).update { $0 += 1 }
                }
            }
            #expect(left[store.suite] == 16 * count)
            #expect(other[store.suite] == 8 * count)
            #expect(store.stored.count == 2)
        }

        @Test func `Updates that are nested in opposite order end`() {
            let suite = Unchecked(store.suite)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<50 {
                    if thread.isMultiple(of: 2) {
                        try? nest(other.self, in: left.self, suite.value)
                    } else {
                        try? nest(left.self, in: other.self, suite.value)
                    }
                }
            }
            #expect(left[store.suite] + other[store.suite] == 800)
        }

        @Test func `A thread that updates in a loop delays a waiting thread by one update`() throws {
            let suite = Unchecked(store.suite)
            let isOver = Counter()
            let loops = (0..<2).map { _ in
                Thread {
                    while !Thread.current.isCancelled { _ = try? left.in(suite.value).update { $0 += 1 } }
                    isOver.increment()
                }
            }
            for loop in loops { loop.start() }
            defer {
                for loop in loops { loop.cancel() }
                isOver.wait(for: 2)
            }
            let delays = try (0..<21).map { _ in
                // The others begin their loops again, which this thread would otherwise keep out.
                let start = left[store.suite]
                wait { left[store.suite] > start + 10 }
                let before = left[store.suite]
                return try left.in(store.suite).update { $0 - before }
            }
            // This thread may be suspended between its look and its wait, but not each time.
            #expect(delays.sorted()[10] <= 6)
        }

        @Test(arguments: ["size", nil])
        func `A wait for another thread's update ends with an error, and the lock is free again`(
            _ key: String?
        ) throws {
            let lock = UpdateLock(patience: .milliseconds(50))
            let (isInside, mayEnd, isOver) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? lock.run {
                    // It may be taken again.
                    try lock.run { isInside.increment() }
                    mayEnd.wait(for: 1)
                }
                isOver.increment()
            }
            isInside.wait(for: 1)
            let error = #expect(throws: TSUDError.self) {
                try lock.run(updating: key) { Issue.record("the lock was not free") }
            }
            #expect(error?.code == .busy)
            #expect(error?.key == key)
            let setting = key == nil ? "Settings" : "Key 'size'"
            #expect(
                error?.description
                    == "\(setting) can't be updated: another update has taken longer than ten seconds."
            )
            mayEnd.increment()
            isOver.wait(for: 1)
            #expect(throws: BodyError.self) { try lock.run { throw BodyError() } }
            onAnotherThread { #expect(throws: Never.self) { try lock.run {} } }
        }
    }
}

/// Adds one to a setting, inside an update that adds one to another.
private func nest<Inner: TSUD<Int>, Outer: TSUD<Int>>(
    _ inner: Inner.Type,
    in outer: Outer.Type,
    _ suite: UserDefaults
) throws {
    try outer.in(suite).update { value in
        try updateSettings { settings in settings[inner.in(suite)] += 1 }
        value += 1
    }
}

private enum left: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
