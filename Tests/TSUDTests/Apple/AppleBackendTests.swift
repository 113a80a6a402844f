import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// What the library decides on Apple systems.
    @Suite struct AppleBackendTests {
        let system: StandInSystem
        let suite: StandInDefaults

        init() {
            system = StandInSystem()
            suite = .named("suite", in: system)
        }

        private func withoutMainRunLoop() { system.hasMainRunLoop = false }

        // MARK: Reads and listening

        @Test func `An untracked read observes nothing`() {
            for _ in 0..<10 { _ = size[suite] }
            #expect(system.observedKeys.isEmpty)
        }

        @Test func `A tracked read observes its key, until the key is gone`() {
            withObservationTracking {
                _ = computed.under("tracked") { computed[suite] }
            } onChange: {
            }
            #expect(system.observedKeys == ["tracked"])
            computed.under("tracked") { computed[suite] = 2 }
            // More keys than are cached.
            for index in 0..<20 { computed.under("another \(index)") { _ = computed[suite] } }
            #expect(system.observedKeys.isEmpty)
        }

        /// Observation's lock is not recursive: a read inside it would tell its own observers, and never return.
        @Test func `Nothing is read inside Observation's lock, where it would meet another process's change`() {
            withoutMainRunLoop()
            let heard = Counter()
            for step in 1...50 {
                withObservationTracking {
                    _ = size[suite]
                    // The change arrives after the read, and before Observation records it.
                    system.setElsewhere(Double(step), forKey: "size", in: suite.domain)
                } onChange: {
                    heard.increment()
                }
                #expect(heard.total < step)
                #expect(size[suite] == Double(step))
                heard.wait(for: step)
            }
        }

        @Test func `Only the tracked read itself reads, and not its recording by Observation`() {
            let count = withObservationTracking {
                _ = size[suite]
                return system.reads(of: "size")
            } onChange: {
            }
            #expect(system.reads(of: "size") == count)
        }

        @Test func `A read that meets a change announces nothing, and Observation is notified on the main actor later`()
        {
            withoutMainRunLoop()
            let heard = Counter()
            withObservationTracking {
                _ = size[suite]
            } onChange: {
                MainActor.assertIsolated()
                heard.increment()
            }
            system.setElsewhere(14.0, forKey: "size", in: suite.domain)
            #expect(size[suite] == 14)
            heard.wait(for: 1)
        }

        @Test func `A reader of values wakes without the main actor`() async {
            withoutMainRunLoop()
            var values = size.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            system.setElsewhere(14.0, forKey: "size", in: suite.domain)
            _ = suite.object(forKey: "another")
            #expect(await values.next() == 14)
        }

        // MARK: What counts as a change

        struct Change: Sendable {
            let name: String
            let make: @Sendable (StandInDefaults) -> Void

            init(_ name: String, _ make: @escaping @Sendable (StandInDefaults) -> Void) {
                (self.name, self.make) = (name, make)
            }
        }

        static let changes = [
            Change("a managed value") { $0.system.manage(14.0, forKey: "size", in: $0.domain) },
            Change("the global domain") { $0.system.setElsewhere(14.0, forKey: "size", in: .global) },
            Change("an added suite") { $0.addSuite(named: "added") },
            Change("a registered default") { $0.register(defaults: ["size": 14.0]) },
            Change("a plain call") { $0.set(14.0, forKey: "size") },
            Change("a plain call on another object") {
                StandInDefaults.named("suite", in: $0.system).set(14.0, forKey: "size")
            },
            Change("a launch argument") { $0.setVolatileDomain(["size": "14"], forName: UserDefaults.argumentDomain) },
            Change("the first unlock") { $0.system.setLocked(false) },
        ]

        @Test(arguments: changes.indices)
        func `Whatever changes what a key answers is heard once`(_ index: Int) async {
            system.setElsewhere(14.0, forKey: "size", in: .suite(named: "added"))
            let change = Self.changes[index]
            if change.name == "the first unlock" {
                suite.set(14.0, forKey: "size")
                system.setLocked(true)
            }
            let heard = Counter()
            var values = size.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            withObservationTracking {
                _ = size[suite]
            } onChange: {
                heard.increment()
            }
            change.make(suite)
            #expect(await values.next() == 14, "\(change.name)")
            heard.wait(for: 1)
        }

        @Test func `The echo of a key's own write is no second announcement`() {
            withoutMainRunLoop()
            let heard = Counter()
            let observation = size.observation(of: suite)
            track(observation, heard)
            size[suite] = 14
            #expect(heard.total == 1)
            track(observation, heard)
            suite.set(14, forKey: "another")
            #expect(!observation.detectChange())
            size[suite] = 14
            #expect(heard.total == 2)
        }

        @Test func `A write that does not take effect, because the key is managed, is announced once`() {
            withoutMainRunLoop()
            system.manage(20.0, forKey: "size", in: suite.domain)
            let heard = Counter()
            let observation = size.observation(of: suite)
            track(observation, heard)
            size[suite] = 14
            #expect(size[suite] == 20)
            #expect(heard.total == 1)
            #expect(!observation.detectChange())
        }

        // MARK: Updates

        @Test(arguments: [false, true])
        func `A foreign change inside update is announced after it`(_ isMain: Bool) async throws {
            withoutMainRunLoop()
            let suite = Unchecked(suite)
            let check = { @Sendable [system] in
                let heard = Counter()
                withObservationTracking {
                    _ = watched[suite.value]
                } onChange: {
                    heard.increment()
                }
                let observation = watched.observation(of: suite.value)
                try other.update(in: suite.value) { number in
                    system.setElsewhere(14.0, forKey: "watched", in: suite.value.domain)
                    #expect(watched[suite.value] == 14)
                    // What is announced in a turn of the main actor would be by now.
                    if !isMain { waitForMainActor() }
                    #expect(heard.total == 0)
                    number += 1
                }
                #expect(!observation.detectChange())
                return heard
            }
            let heard = isMain ? try await MainActor.run { try check() } : try check()
            heard.wait(for: 1)
        }

        // MARK: What counts as stored

        @Test func `In a suite whose domain is known, what is stored is found behind whatever hides it`() throws {
            let known = StandInDefaults.named("known", isKnown: true, in: system)
            size[known] = 14
            system.setElsewhere(14.0, forKey: "size", in: .global)
            known.register(defaults: ["size": 14.0])
            #expect(size.origin(in: known) == .suite)
            known.setVolatileDomain(["size": "20"], forName: UserDefaults.argumentDomain)
            #expect(size.isSet(in: known))
            let list: [any TSUD.Type] = [size.self]
            let data = try list.exported(in: known)
            try list.restore(from: data, in: known)
            #expect(system.object(forKey: "size", in: known.domain) as? Double == 14)
            system.manage(30.0, forKey: "size", in: known.domain)
            #expect(size.origin(in: known) == .managed)
            #expect(size.isSet(in: known))
        }

        @Test
        func `In another suite it is not found behind a launch argument, an equal default or an equal global object`() {
            size[suite] = 14
            #expect(size.origin(in: suite) == .suite)
            suite.register(defaults: ["size": 14.0])
            #expect(size.origin(in: suite) == .registered)
            size[suite] = 15
            system.setElsewhere(15.0, forKey: "size", in: .global)
            #expect(!size.isSet(in: suite))
            size[suite] = 16
            #expect(size.isSet(in: suite))
            suite.setVolatileDomain(["size": "20"], forName: UserDefaults.argumentDomain)
            #expect(!size.isSet(in: suite))
        }

        @Test func `The standard suite is its own domain`() {
            let standard = StandInDefaults.named(nil, in: system)
            size[standard] = 14
            standard.register(defaults: ["size": 14.0])
            #expect(size.origin(in: standard) == .suite)
        }

        @Test func `Before the first unlock nothing is stored`() {
            size[suite] = 14
            system.setLocked(true)
            #expect(size[suite] == 12)
            #expect(!size.isSet(in: suite))
        }
    }
}

extension Apple.AppleBackendTests {
    // MARK: Saving

    @Test func `Flushing throws if the system refuses to synchronize`() throws {
        size[suite] = 14
        try suite.flush()
        system.acceptsSynchronizing = false
        let error = #expect(throws: TSUDError.self) { try suite.flush() }
        #expect(error?.code == .notSaved)
        #expect(size[suite] == 14)
        system.acceptsSynchronizing = true
        try suite.flush()
    }

    @Test(arguments: [("editor.app", false), ("widget.appex", false), ("editor", true), ("tests.xctest", true)])
    func `Only programs that are no apps synchronize at exit`(_ name: String, _ isNeeded: Bool) {
        #expect(UnsavedBackends.isNeeded(byBundleAt: URL(fileURLWithPath: "/\(name)")) == isNeeded)
    }

    @Test func `An ephemeral suite is no longer unsaved when it is removed, and leaves no file`() throws {
        let path = EphemeralSettings.newPath
        let defaults = StandInDefaults.named(path, isKnown: true, in: system)
        let settings = EphemeralSettings(in: defaults.appleBackend, at: path)
        size[defaults] = 14
        // The daemon writes when it synchronizes, what there is then.
        system.whileSynchronizing = { [system] in
            #expect(system.objects(in: .suite(named: path)).isEmpty)
            _ = FileManager.default.createFile(atPath: path + ".plist", contents: Data())
        }
        settings.remove()
        #expect(system.synchronizations == 1)
        #expect(!FileManager.default.fileExists(atPath: path + ".plist"))
        #expect(UnsavedBackends.shared?.remove(defaults.appleBackend) == false)
    }

    // MARK: Registering

    @Test func `A list is registered in one call for each suite`() {
        let list: [any TSUD.Type] = [size.self, other.self]
        list.register(in: suite)
        #expect(system.registrations == 1)
        #expect(suite.double(forKey: "size") == 12)
        #expect(suite.integer(forKey: "other") == 0)
    }

    @Test func `Registering is announced at once, and only for keys that answer something else`() {
        withoutMainRunLoop()
        let (heardSize, heardOther) = (Counter(), Counter())
        other[suite] = 1
        track(size.observation(of: suite), heardSize)
        track(other.observation(of: suite), heardOther)
        suite.register(size.self, other.self)
        #expect(heardSize.total == 1)
        #expect(heardOther.total == 0)
    }

    // MARK: Observers that go away

    @Test func `An observer that is called after its removal still exists`() {
        let kept = Kept(size.observation(of: suite))
        kept.observation?.add(KeyObservation.Reader())
        // The observers are released in the middle of a notification, before the system calls the observer.
        system.beforeTelling = { kept.observation = nil }
        suite.set(14.0, forKey: "size")
        #expect(system.crashes == 0)
    }

    private final class Kept: @unchecked Sendable {
        var observation: KeyObservation?
        init(_ observation: KeyObservation) { self.observation = observation }
    }

    private func track(_ observation: KeyObservation, _ heard: Counter) {
        let path = observation.path
        withObservationTracking {
            observation.access(path)
        } onChange: {
            heard.increment()
        }
    }

    @Test func `Names that are no longer used are forgotten`() {
        for index in 0..<10_000 { computed.under("name \(index)") { _ = computed[suite] } }
        #expect(suite.appleBackend.observations.count < 200)
    }
}

/// What the library decides on the main thread.
@MainActor @Suite struct AppleMainThreadTests {
    let system: StandInSystem
    let suite: StandInDefaults

    init() {
        system = StandInSystem()
        suite = .named("suite", in: system)
        // Otherwise the main actor meets the changes in another turn.
        system.hasMainRunLoop = false
    }

    @Test func `On the main thread it is notified in another turn`() async {
        let heard = Counter()
        withObservationTracking {
            _ = size[suite]
        } onChange: {
            heard.increment()
        }
        system.setElsewhere(14.0, forKey: "size", in: suite.domain)
        #expect(size[suite] == 14)
        #expect(heard.total == 0)
        while heard.total == 0 { await Task.yield() }
    }

    @Test func `Keys with a dot are not compared at each write, but in another turn`() async {
        let heard = Counter()
        withObservationTracking {
            _ = dotted[suite]
        } onChange: {
            heard.increment()
        }
        #expect(system.observedKeys.isEmpty)
        let before = system.reads(of: "a.b")
        for number in 1...100 { suite.set(number, forKey: "another") }
        #expect(system.reads(of: "a.b") == before)
        suite.set(2, forKey: "a.b")
        while heard.total == 0 { await Task.yield() }
        #expect(heard.total == 1)
    }
}

/// Blocks until everything has run that the main actor has to do now.
private func waitForMainActor() {
    let turn = Counter()
    Task.detached { @MainActor in turn.increment() }
    turn.wait(for: 1)
}

extension TSUD {
    fileprivate static func observation(of suite: StandInDefaults) -> KeyObservation {
        let suite = suite.appleBackend
        return suite.observations.observation(of: stringKey, in: suite)
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum other: TSUD { static let defaultValue = 0 }

/// No test registers its name, which would look at it in all suites of the process, on another thread.
private enum watched: TSUD { static let defaultValue = 12.0 }

private enum dotted: TSUD {
    static let defaultValue = 1
    static let stringKey = "a.b"
}

/// A key with another name each time.
private enum computed: TSUD {
    static let defaultValue = 1
    static var stringKey: String { name }
    @TaskLocal static var name = ""

    static func under<Result>(_ name: String, _ body: () -> Result) -> Result { $name.withValue(name, operation: body) }
}
