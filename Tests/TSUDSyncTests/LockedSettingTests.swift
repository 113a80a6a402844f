#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD
@testable import TSUDSync

private enum size: TSUD {
    static let defaultValue = 12.0
    @TaskLocal static var reports = Recorder<String>()
    static func report(_ error: TSUDError) { reports.record("\(error.code)") }
}

/// Settings with values of an administrator.
@Suite struct LockedSettingTests {
    private let store = MemoryStore()

    /// Gives the setting an administrator's value.
    private func install(locked: Double? = nil, standard: Double? = nil, in suite: UserDefaults) {
        func found(_ value: Double?, _ origin: ValueOrigin) -> FoundObject? {
            value.map { FoundObject(kept: $0 as AnyObject, origin, path: "/etc/xdg/s.json") }
        }
        let values = SystemValues(
            lock: locked.map { _ in "/etc/xdg/s.locked.json" },
            locked: found(locked, .managed),
            standard: found(standard, .system)
        )
        suite.replaceSystemValues(
            of: [Spelling("size")],
            with: locked == nil && standard == nil ? [:] : ["size": values]
        )
    }

    private func withSuite(_ body: (UserDefaults, Synchronizer) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let suite = try #require(UserDefaults(suiteName: directory.path("suite")))
        let names = [size.in(suite)]
        try await body(suite, Synchronizer(names, with: store, isFollowing: false))
    }

    @Test func `A default of an administrator is neither sent nor removed`() async throws {
        try await withSuite { suite, synchronizer in
            install(standard: 13, in: suite)
            #expect(size.in(suite).value == 13)
            _ = try await synchronizer.sync(["size"], reported: ["size"])
            #expect(store.texts.isEmpty)
            store.put("15", to: "size")
            _ = try await synchronizer.sync(["size"], reported: ["size"])
            #expect((size.in(suite).value, size.in(suite).origin) == (15, .stored))
            #expect(store.texts == ["size": "15"])
        }
    }

    @Test func `A locked setting is neither sent nor received, which is reported once, until it is unlocked`()
        async throws
    {
        try await withSuite { suite, synchronizer in
            size.in(suite).value = 14
            install(locked: 13, in: suite)
            let reports = Recorder<String>()
            try await size.$reports.withValue(reports) {
                for _ in 0..<3 { _ = try await synchronizer.sync(["size"], reported: ["size"]) }
                #expect(store.texts.isEmpty)
                store.put("15", to: "size")
                for _ in 0..<3 { _ = try await synchronizer.sync(["size"], reported: ["size"]) }
            }
            #expect(reports.all == ["managed"])
            #expect(store.texts == ["size": "15"])
            #expect(suite.object(forKey: "size") as? Double == 14)
            install(in: suite)
            _ = try await synchronizer.sync(["size"], reported: ["size"])
            #expect(size.in(suite).value == 15)
        }
    }
}
#endif
