import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Suites {
    /// The settings that a test process begins with because it links TSUDTesting, each time in another process.
    @Suite struct TestProcessTests {
        @Test func `A test process begins with ephemeral settings on every thread, and given suites stay real`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                await inSuite(store.suite) {
                    owned.value = 14
                    #expect(await Task.detached { owned.value }.value == 14)
                    #expect(owned.origin == .stored)
                    #expect(store.suite.object(forKey: "owned") == nil)
                    owned[store.suite] = 15
                    #expect(store.suite.integer(forKey: "owned") == 15)
                    withEphemeralSettings { _ in #expect(owned.value == 0) }
                    #expect(owned.value == 14)
                }
            }
        }

        @Test func `useRealSettings gives a test process the real settings from then on`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                await inSuite(store.suite) {
                    owned.value = 14
                    let handle = owned.handle
                    useRealSettings()
                    #expect(owned.value == 0)
                    handle.value = 15
                    #expect(store.suite.integer(forKey: "owned") == 15)
                    useRealSettings()
                    #expect(owned.value == 15)
                    withEphemeralSettings { _ in #expect(owned.value == 0) }
                    useEphemeralSettings()
                    #expect(owned.value == 0)
                }
            }
        }

        #if !canImport(Darwin)
        @Test func `TSUD logs once that a test process has ephemeral settings, unless it uses the real ones`() async {
            let used = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                withEphemeralSettings { _ in owned.value = 1 }
                owned.value = 1
                another.value = 1
            }
            let line = "Settings are ephemeral in this process, because it uses TSUDTesting."
            #expect(used?.logged.count == 1 && used?.logged.first?.hasPrefix("TSUD: \(line)") == true)
            let real = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                let store = TestStore()
                await inSuite(store.suite) { owned.value = 1 }
            }
            #expect(real?.logged == [])
        }
        #endif

        #if os(Linux)
        @Test func `A preview has ephemeral settings, which TSUD logs once`() throws {
            let directory = try TemporaryDirectory()
            let preview = ["XCODE_RUNNING_FOR_PREVIEWS": "1"]
            let log = try directory.run("set a 1", "get a → 1", "direct-get a → none", "flush", environment: preview)
            #expect(log.hasPrefix("TSUD: Settings are ephemeral in this process, because it shows previews."))
            #expect(!directory.names.contains(Linux.file))
            try directory.run("get a → none")
        }

        static let otherPrograms: [(arguments: [String], environment: [String: String])] = [
            ([], [:]),
            (["/srv/Foo.xctest"], [:]),
            ([], ["XCTestConfigurationFilePath": "/x"]),
            ([], ["XCODE_RUNNING_FOR_PREVIEWS": "0"]),
        ]

        @Test(arguments: otherPrograms)
        func `A program that a test starts saves its real settings`(
            _ arguments: [String],
            _ environment: [String: String]
        ) throws {
            let directory = try TemporaryDirectory()
            let program = try Program("saving-helper", arguments, in: directory, environment: environment)
            try program.run("set a 1", "flush")
            program.end()
            #expect(program.log.isEmpty)
            #expect(try directory.numbers() == ["a": 1])
        }
        #endif
    }

    /// The trait for the real settings, around and inside the trait for ephemeral ones.
    @Suite(.ephemeralSettings { owned.value = 1 }) struct RealSettingsTests {
        @Test(.realSettings) func `A test with real settings in a suite with ephemeral ones uses its own suite`() async
        {
            let store = TestStore()
            await inSuite(store.suite) {
                owned.value = 2
                #expect(store.suite.integer(forKey: "owned") == 2)
            }
        }

        @Suite(.realSettings) struct Inner {
            @Test func `A nested suite with real settings uses its own suite`() async {
                let store = TestStore()
                await inSuite(store.suite) { #expect(!owned.isSet) }
            }

            @Test(.ephemeralSettings) func `A test with ephemeral settings in a suite with real ones begins empty`() {
                #expect(!owned.isSet)
                owned.value = 3
                #expect(owned.suite.object(forKey: "owned") == nil)
            }
        }
    }
}

/// A setting whose suite is that of a test.
private enum owned: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { given?.value ?? .standard }
    @TaskLocal static var given: Unchecked<UserDefaults>?
}

private func inSuite(_ suite: UserDefaults, _ body: () async throws -> Void) async rethrows {
    try await owned.$given.withValue(Unchecked(suite)) { try await body() }
}

private enum another: TSUD { static let defaultValue = 0 }
