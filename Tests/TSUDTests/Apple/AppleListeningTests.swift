import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// When the library listens on Apple systems, and to which keys.
    @Suite struct AppleListeningTests {
        let suite = FakeDefaults.named("suite", in: FakeSystem())
        var system: FakeSystem { suite.system }

        /// Removing an observer while another thread writes has crashed inside Foundation.
        ///
        /// In its own process, because another test may retain all suites of the process for a moment.
        @Test func `A tracked read observes its key as long as the suite exists`() async {
            await #expect(processExitsWith: .success) {
                let system = FakeSystem()
                let other = FakeDefaults.named("other", in: system)
                for _ in 0..<10 { _ = listened[other] }
                #expect(system.observedKeys.isEmpty)
                do {
                    let suite = FakeDefaults.named("released", in: system)
                    let backend = suite.appleBackend
                    for value in 2..<5 {
                        anyName.$name.withValue("tracked") {
                            observing { _ = anyName[suite] }
                            anyName[suite] = value
                        }
                        // More keys than are cached.
                        for index in 0..<20 { anyName.$name.withValue("another \(index)") { _ = anyName[suite] } }
                    }
                    #expect(system.observedKeys == ["tracked"])
                    // The suite is not retained to be saved.
                    try backend.flush(by: .now)
                }
                // Nor by the main queue, when it has notified observers.
                await MainActor.run {}
                // More suites than are cached.
                for index in 0..<64 { _ = listened[FakeDefaults.named("other \(index)", in: system)] }
                #expect(system.observedKeys.isEmpty)
            }
        }

        /// Observation's lock is not recursive.
        ///
        /// A read inside it would notify its own observers, and never return.
        @Test func `TSUD reads nothing inside Observation's lock`() {
            system.hasMainRunLoop = false
            let notified = Counter()
            var requests = 0
            for step in 1...50 {
                observing {
                    _ = listened[suite]
                    // The change arrives after the read, and before Observation records it.
                    system.setElsewhere(Double(step), forKey: "listened", in: suite.domain)
                    requests = system.requests.count(of: .object("listened"))
                } onChange: {
                    notified.increment()
                }
                #expect(system.requests.count(of: .object("listened")) == requests)
                #expect(notified.total < step)
                #expect(listened[suite] == Double(step))
                notified.wait(for: step)
            }
        }

        @Test(arguments: [false, true])
        func `A read that finds a change ends before observers are notified`(_ isMain: Bool) async {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let read = { @Sendable in
                let suite = suite.value
                let notified = observing({ _ = listened[suite] }, onChange: { MainActor.assertIsolated() })
                suite.system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
                #expect(listened[suite] == 14)
                if isMain { #expect(notified.total == 0) }
                return notified
            }
            let notified = isMain ? await MainActor.run(body: read) : read()
            notified.wait(for: 1)
        }

        @Test func `Keys with a dot are compared asynchronously, not at each write`() async {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let notified = await MainActor.run {
                let (suite, requests) = (suite.value, suite.value.system.requests)
                return anyName.$name.withValue("a.b") {
                    let notified = observing { _ = anyName[suite] }
                    #expect(suite.system.observedKeys.isEmpty)
                    let before = requests.count(of: .object("a.b"))
                    for number in 1...100 { suite.set(number, forKey: "another") }
                    #expect(requests.count(of: .object("a.b")) == before)
                    suite.set(2, forKey: "a.b")
                    return notified
                }
            }
            notified.wait(for: 1)
        }

        /// Keys that key-value observing can't observe, and a read of each.
        static let unobservable: [Row<@Sendable (FakeDefaults) -> Void>] = [
            Row("a.b", { suite in anyName.$name.withValue("a.b") { _ = anyName[suite] } }),
            Row("listened/a", { _ = listened.in($0).members() }),
        ]

        @Test(arguments: ActiveApp.notifications, unobservable)
        func `Observers are notified of another process's change when the app becomes active`(
            _ name: Notification.Name,
            _ key: Row<@Sendable (FakeDefaults) -> Void>
        ) {
            system.hasMainRunLoop = false
            let notified = observing { key.content(suite) }
            system.setElsewhere(20.0, forKey: key.testDescription, in: suite.domain)
            NotificationCenter.default.post(name: name, object: nil)
            notified.wait(for: 1)
        }

        @Test func `A list is notified of another process's new member when the app becomes active`() async {
            system.hasMainRunLoop = false
            let settings: [any TSUD.Type] = [listened.self]
            var changes = settings.changes(in: suite).makeAsyncIterator()
            system.setElsewhere(20.0, forKey: "listened/a", in: suite.domain)
            NotificationCenter.default.post(name: ActiveApp.notifications[0], object: nil)
            #expect(await changes.next() == listened.self)
        }

        /// In its own process, since every change of any defaults in the process causes a comparison.
        @Test func `All observers of members share one copy of the suite on the main queue`() async {
            await #expect(processExitsWith: .success) {
                let suite = Unchecked(FakeDefaults.named("suite", in: FakeSystem()))
                let list: [any TSUD.Type] = [listened.self, listenedToo.self, anyName.self]
                let iterators = (0..<5).map { _ in list.changes(in: suite.value).makeAsyncIterator() }
                let before = suite.value.system.requests.count(of: .copy)
                await MainActor.run {
                    for number in 1...100 { suite.value.set(Double(number), forKey: "listened/\(number)") }
                }
                for var changes in iterators { #expect(await changes.next()?.stringKey == "listened") }
                #expect(suite.value.system.requests.count(of: .copy) == before + 1)
            }
        }

        @Test func `Restoring and exporting a list of any length costs one copy each`() throws {
            let keys = [any TSUD.Type](repeating: listened.self, count: 25)
            let list = keys + [evicting.self] + keys
            for number in 1...50 { listened.in(suite).of("\(number)").value = 2 }
            // An unsaved suite would be retained.
            try suite.appleBackend.flush(by: .now)
            let before = system.requests.count(of: .copy)
            let data = try list.exported(in: suite)
            list.reset(in: suite)
            try list.restore(from: data, in: suite)
            #expect(system.requests.count(of: .copy) == before + 3)
            #expect(listened.in(suite).members().count == 50)
        }

        @Test func `A reader of values wakes without the main actor`() async {
            system.hasMainRunLoop = false
            var values = listened.in(suite).values().makeAsyncIterator()
            #expect(await values.next() == 12)
            system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
            _ = suite.object(forKey: "another")
            #expect(await values.next() == 14)
        }

        /// In its own process, because another test may retain all suites of the process for a moment.
        @Test func `A key-value observer that is called after its removal still exists`() async {
            await #expect(processExitsWith: .success) {
                let suite = FakeDefaults.named("suite", in: FakeSystem())
                let other = FakeDefaults.named("suite", in: suite.system)
                nonisolated(unsafe) var retained = [other.appleBackend]
                retained[0].listen(to: .key("listened"))
                // The suite is released in the middle of a notification, before the system calls the observer.
                suite.system.beforeTelling = { retained = [] }
                suite.set(14.0, forKey: "listened")
                #expect(suite.system.crashes == 0)
                #expect(suite.system.observedKeys.isEmpty)
            }
        }
    }
}

private enum listened: TSUD { static let defaultValue = 12.0 }
private enum listenedToo: TSUD { static let defaultValue = 12.0 }

/// Its name is found by reads of `listened` in more suites than are cached.
private enum evicting: TSUD {
    static let defaultValue = 12.0
    static var stringKey: String {
        for _ in 0..<10 { _ = listened[FakeDefaults.named("other", in: FakeSystem())] }
        return "evicting"
    }
}
