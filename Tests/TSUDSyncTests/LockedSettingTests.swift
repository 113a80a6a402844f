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
    private let directory: TemporaryDirectory
    private let store = MemoryStore()

    init() throws {
        directory = try TemporaryDirectory()
        // Root trusts no file in a directory that others can write.
        chmod(directory.path, 0o755)
    }

    private func install(_ contents: String, as name: String) throws {
        try directory.write(Array(contents.utf8), to: name)
        chmod(directory.path(name), 0o644)
    }

    private func withSuite(_ body: (UserDefaults, Synchronizer) async throws -> Void) async throws {
        mkdir(directory.path("files"), 0o755)
        let name = directory.path("suite")
        let saved = SavedSuite.named(name, systemPaths: [directory.path("files/s")])
        defer { withExtendedLifetime(saved) {} }
        let suite = try #require(UserDefaults(suiteName: name))
        let names = [size.in(suite)]
        try await body(suite, Synchronizer(names, with: store, isFollowing: false))
    }

    private func follow() { SavedSuite.named(directory.path("suite")).followSystem() }

    @Test func `A default of an administrator is neither sent nor removed`() async throws {
        try await withSuite { suite, synchronizer in
            try install(#"{"size": 13}"#, as: "files/s.json")
            follow()
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
            try install(#"{"size": 13}"#, as: "files/s.locked.json")
            follow()
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
            unlink(directory.path("files/s.locked.json"))
            follow()
            _ = try await synchronizer.sync(["size"], reported: ["size"])
            #expect(size.in(suite).value == 15)
        }
    }
}
#endif
