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

    @Test func `Members whose names are their keys stay out of the store`() async throws {
        store.put("z", to: "shortcut/rightHalf")
        store.put("z", to: "rightHalf")
        try await withEphemeralSettings { suite in
            shortcut.in(suite)["leftHalf"] = "x"
            shortcut[suite] = "y"
            try await sync(suite)
            #expect(store.texts == ["shortcut": "y", "shortcut/rightHalf": "z", "rightHalf": "z"])
            #expect(suite.object(forKey: "rightHalf") == nil && shortcut.in(suite)["leftHalf"] == "x")
        }
    }

    @discardableResult
    private func sync(_ suite: UserDefaults) async throws -> TSUDSyncStatus {
        let settings: [any TSUD.Type] = [isShown.self, dark.self, shortcut.self]
        let synchronizer = Synchronizer(settings.handles(in: suite), with: store, isFollowing: false)
        var left: Set = ["isShown", "dark_shown", "shortcut"]
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

private enum shortcut: TSUD {
    static let defaultValue = ""
    static let memberKey = "*"
}
