import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Suites {
    /// The settings that replace a whole process's own, each time in another process.
    @Suite struct ProcessSettingsTests {
        @Test func `Process-wide ephemeral settings replace each key's suite on every thread and task`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
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

        /// On Apple systems, setting the domain of the arguments posts a notification before it returns.
        @Test func `An observer of an override may wait for a thread that uses a new suite`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
                let suite = FakeDefaults.named("observed")
                #expect(size[suite] == 12)
                let observed = NotificationCenter.default.addObserver(
                    forName: UserDefaults.didChangeNotification,
                    object: suite,
                    queue: nil
                ) { _ in
                    let done = DispatchSemaphore(value: 0)
                    Thread.detachNewThread {
                        #expect(size[FakeDefaults.named("another")] == 20)
                        done.signal()
                    }
                    done.wait()
                }
                Overrides.apply([Override(key: "size", object: 20.0, origin: .option("--size"))])
                #expect(size[suite] == 20)
                #expect(size.in(suite).origin == .option("--size"))
                NotificationCenter.default.removeObserver(observed)
            }
        }

        @Test func `Given suites and direct calls use the real settings of the process`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
                useEphemeralSettings()
                size[realSuite] = 14
                #expect(size.value == 12)
                #expect(size.in(realSuite).value == 14)
                #expect(realSuite.double(forKey: "size") == 14)
            }
        }

        @Test func `Existing handles and properties use process-wide ephemeral settings`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
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

        @Test func `Existing sequences and observations keep the real settings`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
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

        @Test func `withEphemeralSettings has its own suite despite process-wide ephemeral settings`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
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

        @Test func `A second call of useEphemeralSettings changes nothing`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
                useEphemeralSettings()
                size.value = 14
                useEphemeralSettings()
                #expect(size.value == 14)
            }
        }

        @Test func `On Apple systems, process-wide ephemeral settings are removed at exit`() async {
            await #expect(processExitsWith: .exitCode(7)) {
                useRealSettings()
                // Handlers run in reverse order.
                atexit { _exit(access(processName + ".plist", F_OK) == 0 ? 8 : 7) }
                processName = EphemeralSettings.newPath
                FakeSystem.$current.withValue(FakeSystem()) {
                    let make: @Sendable () -> EphemeralSettings = {
                        let backend = FakeDefaults.named(processName, isKnown: true).appleBackend
                        return EphemeralSettings(in: backend, at: processName)
                    }
                    EphemeralSettings.$make.withValue(.init(make)) { useEphemeralSettings() }
                }
                size.value = 14
                let suite = EphemeralSettings.ofProcess?.suite
                #expect(suite?.persistentDomain(forName: processName)?["size"] as? Double == 14)
                // As the daemon does.
                #expect(FileManager.default.createFile(atPath: processName + ".plist", contents: Data()))
            }
        }

        @Test func `useEphemeralSettings calls no code of settings that were used`() async {
            await #expect(processExitsWith: .success) {
                useRealSettings()
                confined.$isInUse.withValue(true) { confined.value = 1 }
                useEphemeralSettings()
            }
        }

        #if !canImport(Darwin)
        @Test func `A late call of useEphemeralSettings is logged once`() async {
            let late = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                size.value = 1
                useEphemeralSettings()
                useEphemeralSettings()
            }
            #expect(
                late?.logged == [
                    """
                    TSUD: useEphemeralSettings() was called after the first use of key 'size'. Existing observations \
                    and bindings keep the real settings. Call it before the first use of a setting.
                    """
                ]
            )
            let inTime = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
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
        @Test func `Only writes before useEphemeralSettings are saved`() throws {
            let directory = try TemporaryDirectory()
            let helper = try Helper(directory, "set a 1", "use-ephemeral", "get a → none", "set a 2", "set b 3")
            try helper.run("get a → 2", "direct-get a → 1", "direct-get b → none", "flush")
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

private enum confined: TSUD {
    @TaskLocal static var isInUse = false
    static let defaultValue = 0
    static var stringKey: String {
        #expect(isInUse)
        return "confined"
    }
    static var suite: UserDefaults {
        #expect(isInUse)
        return realSuite
    }
}

private enum elsewhere: TSUD {
    static let defaultValue = 12.0
    static var suite: UserDefaults { realSuite }
}

nonisolated(unsafe) private let realSuite = TestStore().suite
nonisolated(unsafe) private var processName = ""
