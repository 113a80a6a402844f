import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// An update changes a value atomically, or not at all.
    @Suite(.bothKinds, .mayBlock) struct UpdateTests {
        let store = TestStore()

        @Test func `An update begins with the default, stores the result, and returns the body's value`() throws {
            let text = try key<Int>.in(store.suite).update { value in
                #expect(value == 77)
                value += 1
                return "was set to \(value)"
            }
            #expect(text == "was set to 78")
            #expect(key<Int>.get(store.suite) == 78)
            key<Int?>.set(5, store.suite)
            try key<Int?>.in(store.suite).update { $0 = nil }
            #expect(!key<Int?>.in(store.suite).isSet)
            try key<[Int]>.in(TestStore().suite).update { $0.append(1) }
        }

        @Test func `An update creates an identifier once, and stores it`() async throws {
            // As it is documented. The default is another each time here, which is harder.
            let suite = Unchecked(store.suite)
            let identifiers = await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { try? identifier.in(suite.value).update { $0 } } }
                return await group.reduce(into: Set<UUID?>()) { $0.insert($1) }
            }
            #expect(identifiers.count == 1)
            #expect(try identifier.in(store.anotherObject()).storedValue() == identifiers.first)
        }

        @Test func `If the body of an update throws, nothing is stored`() throws {
            key<Int>.set(5, store.suite)
            #expect(throws: BodyError.self) {
                try key<Int>.in(store.suite).update { value in
                    value = 6
                    throw BodyError()
                }
            }
            #expect(key<Int>.get(store.suite) == 5)
            // The key is free again.
            try key<Int>.in(store.suite).update { $0 += 1 }
            #expect(key<Int>.get(store.suite) == 6)
        }

        @Test func `Updates may be nested, and the outer one of the same key wins`() throws {
            let other = TestStore()
            try key<Int>.in(store.suite).update { outer in
                try key<Int>.in(store.suite).update { $0 = 1 }
                #expect(key<Int>.get(store.suite) == 1)
                try another.in(store.suite).update { $0 += 1 }
                try key<Int>.in(other.suite).update { $0 += 10 }
                outer += another.get(store.suite)
            }
            #expect(another.get(store.suite) == 1)
            #expect(key<Int>.get(store.suite) == 78)
            #expect(key<Int>.get(other.suite) == 87)
        }

        // MARK: Changes during an update

        static let changes: [Access<Void>] =
            another.writes(of: 6) + [
                Access("a direct write", { $0.set(5, forKey: "another") }),
                Access("a direct removal", { $0.removeObject(forKey: "another") }),
                Access("a reset", { another.in($0).reset() }),
                Access("a write of a member", { another.in($0).of("a").value = 5 }),
                Access("a new registered default", { $0.register(registeredMeanwhile.self) }),
            ]

        @Test(arguments: changes, [false, true])
        func `Observers are notified once of changes in an update's body, after the update`(
            _ change: Access<Void>,
            _ isOfMember: Bool
        ) throws {
            try withEphemeralSettings { suite in
                another[suite] = 1
                let notified = observing {
                    _ = (another[suite], another.in(suite).members(), registeredMeanwhile[suite])
                }
                let body = { (value: inout Int) in
                    try change.content(suite)
                    #expect(notified.total == 0)
                    value += 1
                }
                if isOfMember {
                    try key<Int>.in(suite).of("a").update(body)
                } else {
                    try key<Int>.in(suite).update(body)
                }
                notified.wait(for: 1)
            }
        }

        @Test func `Observers are notified once of several writes in a nested update that throws`() {
            withEphemeralSettings { suite in
                let suite = Unchecked(suite)
                let notified = observingAgain { _ = another[suite.value] }
                #expect(throws: BodyError.self) {
                    try key<Int>.in(suite.value).update { _ in
                        try key<Int>.in(suite.value).update { _ in
                            for number in [5, 6] { another.set(number, suite.value) }
                        }
                        #expect(notified.total == 0)
                        throw BodyError()
                    }
                }
                // And once more in a turn of the main queue.
                waitForMainActor()
                #expect((1...2).contains(notified.total))
            }
        }

        @Test func `A task that an update's body started is notified when the update is over`() async throws {
            try await withEphemeralSettings { suite in
                let suite = Unchecked(suite)
                let (over, isOver) = AsyncStream.makeStream(of: Void.self)
                let task = try key<Int>.in(suite.value).update { _ in
                    Task {
                        for await _ in over { break }
                        let notified = observing { _ = another[suite.value] }
                        another[suite.value] = 5
                        return notified.total
                    }
                }
                isOver.yield()
                #expect(await task.value == 1)
            }
        }

        @Test func `A write from another thread may wait for the thread that is in an update of the key`() throws {
            // Like an observer of didChangeNotification on the main queue; this thread takes the part of the main
            // thread.
            let suite = try #require(WaitingSuite(suiteName: "TSUD.waiting"))
            let waiting = Unchecked(suite)
            let isWritten = Counter()
            Thread.detachNewThread {
                key<Int>.set(5, waiting.value)
                isWritten.increment()
            }
            suite.isEntered.wait(for: 1)
            try key<Int>.in(suite).update { $0 = 6 }
            suite.mayGoOn.increment()
            isWritten.wait(for: 1)
            #expect(key<Int>.get(suite) == 5)
        }
    }
}

/// A suite in which a write on another thread waits for the thread that created the suite.
private final class WaitingSuite: UserDefaults {
    let isEntered = Counter()
    let mayGoOn = Counter()
    private let thread = Thread.current
    private let lock = NSLock()
    private var stored: [String: Any] = [:]

    override func object(forKey defaultName: String) -> Any? { lock.withLock { stored[defaultName] } }

    override func set(_ value: Any?, forKey defaultName: String) {
        if Thread.current !== thread {
            isEntered.increment()
            mayGoOn.wait(for: 1)
        }
        lock.withLock { stored[defaultName] = value }
    }

    override func synchronize() -> Bool { true }
}

private enum another: TSUD { static let defaultValue = 0 }
private enum registeredMeanwhile: TSUD { static let defaultValue = 0 }
private enum identifier: TSUD { static var defaultValue: UUID { UUID() } }
