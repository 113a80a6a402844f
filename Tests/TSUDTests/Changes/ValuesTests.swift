import Foundation
import TSUD
import Testing

extension Changes {
    @Suite(.bothKinds) struct ValuesTests {
        let store = TestStore()

        @Test func `The current value comes first, then each change`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            size[store.suite] = 14
            #expect(await values.next() == 14)
            size[store.suite] += 1
            #expect(await values.next() == 15)
        }

        @Test func `Without the current value the first is one that was set after the call`() async {
            size[store.suite] = 14
            let early = size.values(in: store.suite, initial: false)
            size[store.suite] = 15
            var values = early.makeAsyncIterator()
            #expect(await values.next() == 15)
            size[store.suite] = 14
            var others = early.makeAsyncIterator()
            size[store.suite] = 16
            #expect(await others.next() == 16)
            #expect(await values.next() == 16)
        }

        @Test func `Without the current value a plain write after the call is not missed either`() async {
            let sequence = size.values(in: store.suite, initial: false)
            store.suite.set(14.0, forKey: "size")
            var values = sequence.makeAsyncIterator()
            #expect(await values.next() == 14)
            size[store.suite] = 15
            #expect(await values.next() == 15)
        }

        @Test func `A slow reader gets the newest value alone`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            for step in 1...100 { size[store.suite] = Double(step) }
            #expect(await values.next() == 100)
            size[store.suite] = 7
            #expect(await values.next() == 7)
        }

        @Test func `Two equal objects are never delivered in a row`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            size[store.suite] = 14
            #expect(await values.next() == 14)
            size[store.suite] = 15
            size[store.suite] = 14
            size[store.suite] = 14
            size[store.suite] = 16
            #expect(await values.next() == 16)
        }

        @Test func `A zero of the other sign is another value`() async {
            size[store.suite] = 0
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next()?.sign == .plus)
            size[store.suite] = -0.0
            #expect(await values.next()?.sign == .minus)
        }

        @Test func `A reset is a change`() async {
            size[store.suite] = 14
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 14)
            size.reset(in: store.suite)
            #expect(await values.next() == 12)
        }

        @Test func `A nil is a change`() async throws {
            name[store.suite] = "Ann"
            var values = name.values(in: store.suite).makeAsyncIterator()
            #expect(try #require(await values.next()) == "Ann")
            name[store.suite] = nil
            #expect(try #require(await values.next()) == nil)
        }

        @Test func `A new registered default is a change`() async {
            registrable.current.withLock { registrable.number = 1 }
            var values = registrable.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 1)
            registrable.current.withLock { registrable.number = 2 }
            store.suite.register(registrable.self)
            #expect(await values.next() == 2)
        }

        @Test func `An object that can't be read is reported and the default delivered`() async {
            unreadable.reports.withLock { unreadable.reported = [] }
            unreadable[store.suite] = 14
            var values = unreadable.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 14)
            // Another type with the same key writes what this one can't read.
            text[store.suite] = "banana"
            #expect(await values.next() == 12)
            #expect(unreadable.reports.withLock { unreadable.reported } == [.unreadable])
        }

        @Test func `Keys of awkward names are heard`() async {
            func check<Key: TSUD>(_ key: Key.Type) async where Key.ValueType == Int {
                var values = key.values(in: store.suite).makeAsyncIterator()
                #expect(await values.next() == 1)
                key[store.suite] = 2
                #expect(await values.next() == 2)
            }
            await check(dotted.self)
            await check(at.self)
            await check(spaced.self)
        }

        @Test func `A write through another object of the suite is heard`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            size[store.anotherObject()] = 14
            #expect(await values.next() == 14)
        }

        @Test func `One key in two suites is two settings`() async {
            let other = TestStore()
            var values = size.values(in: store.suite).makeAsyncIterator()
            var otherValues = size.values(in: other.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            #expect(await otherValues.next() == 12)
            size[other.suite] = 20
            #expect(await otherValues.next() == 20)
            size[store.suite] = 14
            #expect(await values.next() == 14)
            #expect(size[other.suite] == 20)
        }

        @Test func `A plain write is heard at the next save`() async throws {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            store.suite.set(14.0, forKey: "size")
            try store.suite.flush()
            #expect(await values.next() == 14)
        }

        @Test func `The sequence ends with its task`() async {
            let suite = Unchecked(store.suite)
            let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
            let reader = Task {
                var count = 0
                for await _ in size.values(in: suite.value) {
                    count += 1
                    hasStarted.yield()
                }
                return count
            }
            for await _ in started { break }
            reader.cancel()
            #expect(await reader.value == 1)
        }

        @Test func `A reader that is cancelled before it begins gets nothing`() async {
            let suite = Unchecked(store.suite)
            let reader = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                var count = 0
                for await _ in size.values(in: suite.value) { count += 1 }
                return count
            }
            #expect(await reader.value == 0)
        }

        @Test func `Nothing is kept of a reader once its iterator is gone`() async {
            weak var kept: Watched?
            do {
                let watched = Watched(values: size.values(in: store.suite).makeAsyncIterator())
                kept = watched
                #expect(await watched.next() == 12)
            }
            #expect(kept == nil)
            size[store.suite] = 14
        }
    }
}

/// A reader on the actor of the test, so that it waits whenever the test runs.
@MainActor @Suite(.bothKinds) struct WaitingReaderTests {
    let store = TestStore()

    @Test(.timeLimit(.minutes(2)))
    func `The undoing of a plain write that a reader found by itself is heard`() async throws {
        let watched = Watched(values: size.values(in: store.suite).makeAsyncIterator())
        store.suite.set(14.0, forKey: "size")
        #expect(await watched.next() == 14)
        let reader = Task { await watched.next() }
        await Task.yield()
        store.suite.removeObject(forKey: "size")
        try store.suite.flush()
        await withTaskCancellationHandler {
            #expect(await reader.value == 12)
        } onCancel: {
            reader.cancel()
        }
    }
}

/// Holds an iterator, so that its release can be observed.
private final class Watched {
    private var values: TSUDValues<size>.Iterator

    init(values: TSUDValues<size>.Iterator) {
        self.values = values
    }

    func next() async -> Double? { await values.next() }
}

private struct size: TSUD { static let defaultValue = 12.0 }
private struct name: TSUD { static let defaultValue: String? = nil }

private enum registrable: TSUD {
    static let current = NSLock()
    nonisolated(unsafe) static var number = 1
    static var defaultValue: Int { current.withLock { number } }
}

private enum unreadable: TSUD {
    static let defaultValue = 12.0
    static let reports = NSLock()
    nonisolated(unsafe) static var reported: [TSUDError.Code] = []
    static func report(_ error: TSUDError) { reports.withLock { reported.append(error.code) } }
}

private struct text: TSUD {
    static let defaultValue = ""
    static let stringKey = "unreadable"
}

private struct dotted: TSUD {
    static let defaultValue = 1
    static let stringKey = "a.b"
}

private struct at: TSUD {
    static let defaultValue = 1
    static let stringKey = "@x"
}

private struct spaced: TSUD {
    static let defaultValue = 1
    static let stringKey = "has space"
}
