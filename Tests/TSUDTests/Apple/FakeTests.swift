import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// The fake behaves as Apple's Foundation is known to behave, in rows with a test each.
    ///
    /// The decompiled Foundation and CoreFoundation are those of iOS 18.2 in
    /// EthanArbuckle/iPhone17-1_18.2_22C152_Restore on GitHub, below System/Library/Frameworks. GNUstep's tests were
    /// validated by their authors on macOS 15.0.1; they are Tests/base/NSKVOSupport/userdefaults.m in
    /// gnustep/libs-base.
    ///
    /// 1. An object is looked for in this order: managed, arguments, the suite itself, suites added to it, global,
    ///    registered. Source: the comments in NSUserDefaults.h, for example in the macOS 10.14 SDK
    ///    (phracker/MacOSX-SDKs on GitHub). They name more places, for single hosts and for all users. GNUstep's tests
    ///    have the order without managed values and added suites.
    /// 2. `set` of an equal object stores nothing, and calls no key-value observer. Source: the decompiled
    ///    CFPrefsPlistSource, `alreadylocked_setPrecopiedValues`; GNUstep's tests.
    /// 3. Key-value observers get this process's changes inside `set`, on the setting thread, after the change and
    ///    before it returns. Source: call stacks in gnustep/libs-base#420 and neevaco/neeva-ios#4243.
    /// 4. They get managed changes and changes by other processes on the thread of the first read that finds them,
    ///    before that read returns, or else on the main run loop. Source: the decompiled CFPrefsSearchListSource,
    ///    `deferredNotifyCausedByLoadingOfChanges`, which keeps them for the thread. The decompiled `_CFXPreferences`
    ///    delivers them at the end of each call, or by `CFRunLoopPerformBlock` after a message from the daemon.
    /// 5. They get changes of the effective object, whichever domain it is in. Source: the same; the observed
    ///    source is the merged search list. GNUstep's tests.
    /// 6. All `UserDefaults` objects of one suite share one state. Source: the same; there is one search list for each
    ///    identifier, and the decompiled NSUserDefaults keeps only that.
    /// 7. `didChangeNotification` is posted inside `set`, on the setting thread, for this process's changes only.
    ///    Source: https://developer.apple.com/documentation/foundation/userdefaults/didchangenotification.
    /// 8. An observer may still be in `observeValue` on one thread when `removeObserver` returns on another. Source:
    ///    google/google-toolbox-for-mac#238, where that was a crash; sindresorhus/Defaults#161 has similar ones.
    /// 9. Nothing stored is found before a device is first unlocked. Source: Apple's engineers in
    ///    https://developer.apple.com/forums/thread/15685.
    /// 10. A key-value observer may be called twice for one change. Source: openradar 28579354
    ///    (lionheart/openradar-mirror#16027), on macOS 10.12; ReactiveCocoa/ReactiveCocoa#3160.
    /// 11. `didChangeNotification` is posted by each `set`, `register(defaults:)` and `setVolatileDomain`, though
    ///    nothing changes. Source: the decompiled NSUserDefaults, `setObject:forKey:` and `registerDefaults:`;
    ///    openradar 28928098 (lionheart/openradar-mirror#16220).
    /// 12. The setters of a type, such as `set(_: Double, forKey:)`, and `removeObject` call `set(_: Any?, forKey:)`,
    ///    and nothing else that observers get. Source: the decompiled NSUserDefaults, `setDouble:forKey:` and those
    ///    beside it.
    @Suite struct FakeTests {
        let suite = FakeDefaults.named("suite", in: FakeSystem())
        var system: FakeSystem { suite.system }

        init() {
            // Otherwise the main actor applies the changes at any time.
            system.hasMainRunLoop = false
        }

        /// Key-value observing of "size", as the library does it.
        private final class Observation {
            let notified = Counter()
            private(set) var thread: Thread?
            private let suite: FakeDefaults
            private lazy var observer = FakeObserver { [weak self] _, _ in
                self?.thread = .current
                self?.notified.increment()
            }

            init(_ suite: FakeDefaults) {
                self.suite = suite
                suite.system.add(observer, forKey: "size", of: suite)
            }

            deinit { suite.system.remove(observer, forKey: "size", of: suite) }
        }

        /// Row 1.
        @Test func `A suite returns the object of the first domain that has one`() {
            suite.register(defaults: ["size": 1])
            #expect(suite.integer(forKey: "size") == 1)
            system.setElsewhere(2, forKey: "size", in: .global)
            #expect(suite.integer(forKey: "size") == 2)
            system.setElsewhere(3, forKey: "size", in: .suite(named: "added"))
            suite.addSuite(named: "added")
            #expect(suite.integer(forKey: "size") == 3)
            suite.set(4, forKey: "size")
            #expect(suite.integer(forKey: "size") == 4)
            suite.setVolatileDomain(["size": "5"], forName: UserDefaults.argumentDomain)
            #expect(suite.integer(forKey: "size") == 5)
            system.manage(6, forKey: "size", in: suite.domain)
            #expect(suite.integer(forKey: "size") == 6)
            #expect(suite.objectIsForced(forKey: "size"))
            #expect(system.object(forKey: "size", in: suite.domain) as? Int == 4)
        }

        /// Row 1.
        @Test func `A suite without stored objects returns those that all suites share`() {
            let empty = FakeDefaults.named("empty", in: system)
            suite.set(4, forKey: "size")
            for step in 0..<4 {
                #expect(isSameObject(empty.object(forKey: "size"), system.fallback(forKey: "size")))
                switch step {
                case 0: suite.register(defaults: ["size": 1])
                case 1: system.setElsewhere(2, forKey: "size", in: .global)
                default: suite.setVolatileDomain(["size": "5"], forName: UserDefaults.argumentDomain)
                }
            }
            #expect(empty.integer(forKey: "size") == 5)
        }

        /// Row 2.
        @Test func `A write of an equal object stores nothing, and notifies no observer`() {
            suite.set(1, forKey: "size")
            let observation = Observation(suite)
            suite.set(1.0, forKey: "size")
            #expect(suite.object(forKey: "size") is Int)
            #expect(observation.notified.total == 0)
            // It is stored even so if only another domain has it.
            suite.register(defaults: ["width": 1])
            suite.set(1, forKey: "width")
            #expect(system.object(forKey: "width", in: suite.domain) as? Int == 1)
        }

        /// Rows 3 and 7.
        @Test func `Key-value observers are notified of this process's changes inside set, on its thread`() {
            let observation = Observation(suite)
            let notified = Notified(by: suite)
            suite.set(1, forKey: "size")
            #expect(observation.thread === Thread.current)
            #expect(observation.notified.total == 1)
            #expect(notified.total == 1)
        }

        /// Rows 4 and 7.
        @Test func `Key-value observers are notified of external changes inside the first read`() {
            let observation = Observation(suite)
            let notified = Notified(by: suite)
            system.setElsewhere(1, forKey: "size", in: suite.domain)
            #expect(observation.notified.total == 0)
            #expect(suite.object(forKey: "another") == nil)
            #expect(observation.notified.total == 1)
            #expect(observation.thread === Thread.current)
            system.manage(2, forKey: "size", in: suite.domain)
            #expect(suite.integer(forKey: "size") == 2)
            #expect(observation.notified.total == 2)
            #expect(notified.total == 0)
        }

        /// Row 4.
        @Test func `Without a read, key-value observers are notified of external changes on the main actor`() {
            system.hasMainRunLoop = true
            system.beforeTelling = { MainActor.assertIsolated() }
            let observation = Observation(suite)
            system.setElsewhere(1, forKey: "size", in: suite.domain)
            observation.notified.wait(for: 1)
        }

        /// Row 5.
        @Test func `Key-value observers are notified of changes in every domain`() {
            let observation = Observation(suite)
            suite.register(defaults: ["size": 1])
            #expect(observation.notified.total == 1)
            system.setElsewhere(2, forKey: "size", in: .global)
            system.meetChanges()
            #expect(observation.notified.total == 2)
            system.setElsewhere(3, forKey: "size", in: .suite(named: "added"))
            system.meetChanges()
            #expect(observation.notified.total == 2)
            suite.addSuite(named: "added")
            #expect(observation.notified.total == 3)
            suite.setVolatileDomain(["size": "5"], forName: UserDefaults.argumentDomain)
            #expect(observation.notified.total == 4)
            // The argument overrides it.
            suite.set(6, forKey: "size")
            #expect(observation.notified.total == 4)
        }

        /// Row 6.
        @Test func `All objects of a suite share its state`() {
            let other = FakeDefaults.named("suite", in: system)
            let observation = Observation(suite)
            other.set(1, forKey: "size")
            #expect(suite.integer(forKey: "size") == 1)
            #expect(observation.notified.total == 1)
            FakeDefaults.named("another", in: system).set(2, forKey: "size")
            #expect(suite.integer(forKey: "size") == 1)
            #expect(observation.notified.total == 1)
        }

        /// Row 8.
        @Test func `A key-value observer may be called after its removal, which crashes if it is released`() {
            let (observer, suite) = (FakeObserver { _, _ in }, Unchecked(suite))
            system.add(observer, forKey: "size", of: suite.value)
            system.beforeTelling = { [system] in system.remove(observer, forKey: "size", of: suite.value) }
            suite.value.set(1, forKey: "size")
            #expect(system.crashes == 0)
            #expect(system.observedKeys.isEmpty)
            system.beforeTelling = {}
            do {
                let released = FakeObserver { _, _ in }
                system.add(released, forKey: "size", of: suite.value)
            }
            suite.value.set(2, forKey: "size")
            #expect(system.crashes == 1)
        }

        /// Row 9.
        @Test func `A suite returns no stored object before a device is first unlocked`() {
            suite.set(1, forKey: "size")
            suite.register(defaults: ["width": 1])
            let observation = Observation(suite)
            system.setLocked(true)
            #expect(suite.object(forKey: "size") == nil)
            #expect(suite.integer(forKey: "width") == 1)
            system.setLocked(false)
            #expect(suite.integer(forKey: "size") == 1)
            #expect(observation.notified.total == 2)
        }

        /// Row 10.
        @Test func `A key-value observer may be called twice for one change`() {
            let observation = Observation(suite)
            system.callsPerChange = 2
            suite.set(1, forKey: "size")
            #expect(observation.notified.total == 2)
            system.setElsewhere(2, forKey: "size", in: suite.domain)
            system.meetChanges()
            #expect(observation.notified.total == 4)
            suite.set(2, forKey: "size")
            #expect(observation.notified.total == 4)
        }

        /// Row 11.
        @Test func `A write of an equal object still posts didChangeNotification`() {
            suite.set(1, forKey: "size")
            let notified = Notified(by: suite)
            suite.set(1, forKey: "size")
            suite.removeObject(forKey: "absent")
            suite.register(defaults: ["size": 2])
            suite.setVolatileDomain([:], forName: UserDefaults.argumentDomain)
            #expect(notified.total == 4)
        }

        /// Row 12.
        @Test func `A setter of one type calls the setter of any object`() {
            let url = URL(filePath: "/tmp")
            let setters: [(FakeDefaults) -> Void] = [
                { $0.set(true, forKey: "size") }, { $0.set(2, forKey: "size") }, { $0.set(Float(2.5), forKey: "size") },
                { $0.set(3.5, forKey: "size") }, { $0.set(url, forKey: "size") }, { $0.set("4", forKey: "size") },
                { $0.removeObject(forKey: "size") },
            ]
            for (index, set) in setters.enumerated() {
                let observation = Observation(suite)
                let notified = Notified(by: suite)
                set(suite)
                #expect(system.requests.count(of: .set("size")) == index + 1)
                #expect(observation.notified.total == 1)
                #expect(notified.total == 1)
            }
        }
    }
}
