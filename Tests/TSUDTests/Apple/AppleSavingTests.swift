import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// Saving, registering and ephemeral suites on Apple systems.
    @Suite struct AppleSavingTests {
        let suite = StandInDefaults.named("suite", in: StandInSystem())
        var system: StandInSystem { suite.system }

        @Test func `Flushing throws if the system refuses to synchronize`() throws {
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
        func `Only programs that are no apps synchronize at exit`(_ name: String, _ isNeeded: Bool) {
            #expect(UnsavedBackends.isNeeded(byBundleAt: URL(fileURLWithPath: "/\(name)")) == isNeeded)
        }

        @Test func `An ephemeral suite is no longer unsaved when it is removed, and leaves no file`() throws {
            let path = EphemeralSettings.newPath
            let defaults = StandInDefaults.named(path, isKnown: true, in: system)
            let settings = EphemeralSettings(in: defaults.appleBackend, at: path)
            savedSize[defaults] = 14
            // The daemon writes when it synchronizes, what there is then.
            system.whileSynchronizing = { [system] in
                #expect(system.objects(in: .suite(named: path)).isEmpty)
                _ = FileManager.default.createFile(atPath: path + ".plist", contents: Data())
            }
            settings.remove()
            #expect(system.requests.count(of: .synchronization) == 1)
            #expect(!FileManager.default.fileExists(atPath: path + ".plist"))
            #expect(UnsavedBackends.shared?.remove(defaults.appleBackend) == false)
        }

        @Test func `A list is registered in one call for each suite`() {
            let list: [any TSUD.Type] = [savedSize.self, otherSaved.self]
            list.register(in: suite)
            #expect(system.requests.count(of: .registration) == 1)
            #expect(suite.double(forKey: "savedSize") == 12)
            #expect(suite.integer(forKey: "otherSaved") == 0)
        }

        @Test func `Registering is announced at once, and only for keys that answer something else`() {
            system.hasMainRunLoop = false
            let (heardSize, heardOther) = (Counter(), Counter())
            otherSaved[suite] = 1
            savedSize.observation(of: suite).track(heardSize)
            otherSaved.observation(of: suite).track(heardOther)
            suite.register(savedSize.self, otherSaved.self)
            #expect(heardSize.total == 1)
            #expect(heardOther.total == 0)
        }
    }
}

private enum savedSize: TSUD { static let defaultValue = 12.0 }
private enum otherSaved: TSUD { static let defaultValue = 0 }
