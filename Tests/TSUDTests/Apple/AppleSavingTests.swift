import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// Saving, registering and ephemeral suites on Apple systems, and which objects are stored there.
    @Suite struct AppleSavingTests {
        let suite = FakeDefaults.named("suite", in: FakeSystem())
        var system: FakeSystem { suite.system }

        @Test func `Flushing throws if the system fails to synchronize`() throws {
            savedSize[suite] = 14
            try suite.flush()
            system.acceptsSynchronizing = false
            let error = #expect(throws: TSUDError.self) { try suite.flush() }
            #expect(error?.code == .notSaved)
            #expect(savedSize[suite] == 14)
            system.acceptsSynchronizing = true
            try suite.flush()
        }

        @Test(arguments: [("editor.app", false), ("widget.appex", false), ("editor", true), ("tests.xctest", true)])
        func `Only programs that aren't apps synchronize at exit`(_ name: String, _ isNeeded: Bool) {
            #expect(UnsavedSuites.isSavedAtExit(byBundleAt: URL(fileURLWithPath: "/\(name)")) == isNeeded)
        }

        @Test func `A program that isn't an app synchronizes its keys' writes once at exit`() async {
            await #expect(processExitsWith: .success) {
                // It runs after the handler of the library, which is registered later.
                atexit { if exiting.requests.count(of: .synchronization) != 1 { _exit(1) } }
                let suite = FakeDefaults.named("suite", in: exiting)
                for size in [14.0, 15] { savedSize[suite] = size }
            }
        }

        @Test func `A removed ephemeral suite is not unsaved, and leaves no file`() throws {
            let path = EphemeralSettings.newPath
            let defaults = FakeDefaults.named(path, isKnown: true, in: system)
            let settings = EphemeralSettings(in: defaults.appleBackend, at: path)
            savedSize[defaults] = 14
            // The daemon writes the current objects when it synchronizes.
            system.whileSynchronizing = { [system] in
                #expect(!system.objects(in: .suite(named: path)).isEmpty)
                _ = FileManager.default.createFile(atPath: path + ".plist", contents: Data())
            }
            settings.remove()
            #expect(system.requests.count(of: .synchronization) == 1)
            #expect(!FileManager.default.fileExists(atPath: path + ".plist"))
            // The daemon would write the file again after the domain is removed.
            #expect(!system.objects(in: .suite(named: path)).isEmpty)
            #expect(!system.unsaved.remove(defaults.appleBackend))
        }

        @Test func `A list is registered in one call, and observers are notified of changed defaults`() {
            system.hasMainRunLoop = false
            let (heardSize, heardOther) = (Counter(), Counter())
            otherSaved[suite] = 1
            savedSize.in(suite).key.observation.track(heardSize)
            otherSaved.in(suite).key.observation.track(heardOther)
            let list: [any TSUD.Type] = [savedSize.self, otherSaved.self]
            list.register(in: suite)
            heardSize.wait(for: 1)
            #expect(heardOther.total == 0)
            otherSaved.in(suite).reset()
            #expect(system.requests.count(of: .registration) == 1)
            #expect(suite.double(forKey: "savedSize") == 12)
            #expect(suite.integer(forKey: "otherSaved") == 0)
        }

        // MARK: What counts as stored

        @Test(arguments: ["known", nil])
        func `In a suite with a known domain, a stored object is found below all overrides`(_ name: String?) throws {
            let known = FakeDefaults.named(name, isKnown: true, in: system)
            savedSize[known] = 14
            system.setElsewhere(14.0, forKey: "savedSize", in: .global)
            known.register(defaults: ["savedSize": 14.0])
            #expect(savedSize.in(known).origin == .stored)
            known.setVolatileDomain(["savedSize": "20"], forName: UserDefaults.argumentDomain)
            #expect(savedSize.in(known).isSet)
            let list: [any TSUD.Type] = [savedSize.self]
            let data = try list.exported(in: known)
            try list.restore(from: data, in: known)
            #expect(system.object(forKey: "savedSize", in: known.domain) as? Double == 14)
            system.manage(30.0, forKey: "savedSize", in: known.domain)
            #expect(savedSize.in(known).origin == .managed)
            #expect(savedSize.in(known).isSet)
        }

        @Test func `In a suite with an unknown domain, an overridden or shared object is not found`() {
            savedSize[suite] = 14
            #expect(savedSize.in(suite).origin == .stored)
            suite.register(defaults: ["savedSize": 14.0])
            #expect(savedSize.in(suite).origin == .registered)
            savedSize[suite] = 15
            system.setElsewhere(15.0, forKey: "savedSize", in: .global)
            #expect(!savedSize.in(suite).isSet)
            savedSize[suite] = 16
            #expect(savedSize.in(suite).isSet)
            suite.setVolatileDomain(["savedSize": "20"], forName: UserDefaults.argumentDomain)
            #expect(!savedSize.in(suite).isSet)
        }

        /// Each copies a dictionary, of the registration domain a large one.
        @Test func `A stored object is found without copying a volatile domain`() {
            savedSize[suite] = 14
            suite.register(defaults: ["savedSize": 1.0])
            let domains = [UserDefaults.argumentDomain, UserDefaults.registrationDomain]
            let before = domains.map { system.requests.count(of: .volatileDomain($0)) }
            observing { _ = savedSize[suite] }
            #expect(savedSize.in(suite).isSet)
            suite.set(15.0, forKey: "savedSize")
            #expect(domains.map { system.requests.count(of: .volatileDomain($0)) } == before)
        }

        @Test func `Before the first unlock, no object counts as stored`() {
            savedSize[suite] = 14
            system.setLocked(true)
            #expect(savedSize[suite] == 12)
            #expect(!savedSize.in(suite).isSet)
        }
    }
}

private enum savedSize: TSUD { static let defaultValue = 12.0 }
private let exiting = FakeSystem(unsaved: .ofProcess)
private enum otherSaved: TSUD { static let defaultValue = 0 }
