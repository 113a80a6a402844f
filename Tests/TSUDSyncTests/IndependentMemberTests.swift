import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// Members with keys that the program makes at run time.
@Suite struct IndependentMemberTests {
    private let store = MemoryStore()

    @Test func `An independent member has its name in the store, and its key in each suite`() async throws {
        try await withEphemeralSettings { suite in
            isShown.in(suite)["CPU.1"] = false
            isShown.in(suite)["GPU"] = true
            dark[suite] = true
            let status = try await sync(suite)
            #expect(store.texts == ["isShown/CPU%2E1": "false", "isShown/GPU": "true", "dark_shown": "true"])
            #expect(status.pendingNames.isEmpty)
        }
        try await withEphemeralSettings { suite in
            try await sync(suite)
            #expect(suite.object(forKey: "CPU.1_shown") as? Bool == false)
            #expect(suite.object(forKey: "GPU_shown") as? Bool == true)
            #expect(suite.object(forKey: "isShown/GPU") == nil)
            isShown.in(suite).of("GPU").reset()
            #expect(try await sync(suite).pendingNames.isEmpty)
            #expect(store.texts == ["isShown/CPU%2E1": "false", "dark_shown": "true"])
        }
    }

    @discardableResult
    private func sync(_ suite: UserDefaults) async throws -> TSUDSyncStatus {
        let settings: [any TSUD.Type] = [isShown.self, dark.self]
        let synchronizer = Synchronizer(settings.handles(in: suite), with: store, isFollowing: false)
        var left: Set = ["isShown", "dark_shown"]
        for _ in 0..<5 where !left.isEmpty { left = try await synchronizer.sync(left, reported: left) }
        #expect(left.isEmpty)
        return synchronizer.state.status
    }
}

private enum isShown: TSUD {
    static let defaultValue = false
    static let memberKey = "*_shown"
}

private enum dark: TSUD {
    static let defaultValue = false
    static let stringKey = "dark_shown"
}
