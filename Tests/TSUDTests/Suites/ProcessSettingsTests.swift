import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Suites {
    /// The settings that a whole process has instead of its own, each time in a process of its own.
    @Suite struct ProcessSettingsTests {
        @Test func `They are used on every thread, queue and task, instead of each key's own suite`() async {
            await #expect(processExitsWith: .success) {
                useEphemeralSettings()
                size.value = 14
                #expect(await Task.detached { size.value }.value == 14)
                await withCheckedContinuation { answer in
                    Thread.detachNewThread {
                        size.value += 1
                        answer.resume()
                    }
                }
                await withCheckedContinuation { answer in
                    DispatchQueue.global().async {
                        size.value += 1
                        answer.resume()
                    }
                }
                #expect(size.value == 16)
                #expect(size.origin == .stored)
                let exported = try [size.self as any TSUD.Type].exported()
                #expect(String(decoding: exported, as: UTF8.self).contains("16"))
                #expect(elsewhere.value == 12)
                elsewhere.value = 20
                #expect(realSuite.object(forKey: "size") == nil)
                #expect(realSuite.object(forKey: "elsewhere") == nil)
            }
        }

        @Test func `What names its suite, and plain calls, use the real settings`() async {
            await #expect(processExitsWith: .success) {
                useEphemeralSettings()
                size[realSuite] = 14
                #expect(size.value == 12)
                #expect(size.in(realSuite).value == 14)
                #expect(realSuite.double(forKey: "size") == 14)
            }
        }

        @Test func `Handles and properties that exist follow at the next call`() async {
            await #expect(processExitsWith: .success) {
                size.value = 1
                let (setting, member, given) = (size.handle, size.of("a"), size.in(realSuite))
                @Stored(size.self) var property
                member.value = 2
                #expect(property == 1)
                useEphemeralSettings()
                #expect(setting.value == 12)
                #expect(member.value == 12)
                #expect(property == 12)
                #expect(given.value == 1)
                property = 3
                #expect([setting.value, member.value, given.value] == [3, 3, 1])
                member.value = 4
                #expect(size.members().map(\.member) == ["a"])
                #expect(realSuite.double(forKey: "size/a") == 2)
            }
        }

        @Test func `Sequences and observations that exist stay with the real settings`() async {
            await #expect(processExitsWith: .success) {
                var values = size.values().makeAsyncIterator()
                var changes = [size.self as any TSUD.Type].changes().makeAsyncIterator()
                #expect(await values.next() == 12)
                let observed = observing { _ = size.value }
                useEphemeralSettings()
                size.value = 99
                #expect(observed.total == 0)
                size[realSuite] = 14
                #expect(await values.next() == 14)
                #expect(await changes.next()?.stringKey == "size")
                #expect(observed.total == 1)
                var later = size.values().makeAsyncIterator()
                #expect(await later.next() == 99)
            }
        }

        @Test func `withEphemeralSettings has a suite of its own in such a process`() async {
            await #expect(processExitsWith: .success) {
                useEphemeralSettings()
                size.value = 14
                withEphemeralSettings { suite in
                    #expect(size.value == 12)
                    size.value = 15
                    #expect(suite.double(forKey: "size") == 15)
                }
                #expect(size.value == 14)
            }
        }

        @Test func `A second call changes nothing`() async {
            await #expect(processExitsWith: .success) {
                useEphemeralSettings()
                size.value = 14
                useEphemeralSettings()
                #expect(size.value == 14)
            }
        }

        @Test func `On Apple systems they are a suite that is removed at exit`() async {
            await #expect(processExitsWith: .exitCode(7)) {
                // Handlers run in reverse order.
                atexit { _exit(processSuite?.persistentDomain(forName: processName)?.isEmpty == false ? 8 : 7) }
                processName = EphemeralSettings.newPath
                StandInSystem.$current.withValue(StandInSystem()) {
                    let make: @Sendable () -> EphemeralSettings = {
                        let backend = StandInDefaults.named(processName, isKnown: true).appleBackend
                        return EphemeralSettings(in: backend, at: processName)
                    }
                    EphemeralSettings.$make.withValue(make) { useEphemeralSettings() }
                }
                processSuite = EphemeralSettings.ofProcess?.suite
                size.value = 14
                #expect(processSuite?.persistentDomain(forName: processName)?["size"] as? Double == 14)
            }
        }

        #if !canImport(Darwin)
        @Test func `A late call is logged once, and one in time is not`() async {
            let late = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                size.value = 1
                useEphemeralSettings()
                useEphemeralSettings()
            }
            #expect(
                late?.logged == [
                    """
                    TSUD: useEphemeralSettings() was called after the key 'size' was used: what was observed or bound \
                    before stays with the real settings. Call it first thing.
                    """
                ]
            )
            let inTime = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                withEphemeralSettings { _ in size.value = 1 }
                size[TestStore().suite] = 1
                useEphemeralSettings()
                size[realSuite] = 1
                useEphemeralSettings()
            }
            #expect(inTime?.logged == [])
        }
        #endif

        #if os(Linux)
        @Test func `What was written before is saved, and nothing of what comes later`() throws {
            let directory = try TemporaryDirectory()
            let helper = try Helper(directory, "set a 1", "use-ephemeral", "get a → none", "set a 2", "set b 3")
            try helper.run("get a → 2", "plain-get a → 1", "plain-get b → none", "flush")
            helper.end()
            #expect(try directory.numbers() == ["a": 1])
            try directory.run("get a → 1", "get b → none")
        }
        #endif
    }
}

private enum size: TSUD {
    static let defaultValue = 12.0
    static var suite: UserDefaults { realSuite }
}

private enum elsewhere: TSUD {
    static let defaultValue = 12.0
    static var suite: UserDefaults { realSuite }
}

nonisolated(unsafe) private let realSuite = TestStore().suite
nonisolated(unsafe) private var processSuite: UserDefaults?
nonisolated(unsafe) private var processName = ""
