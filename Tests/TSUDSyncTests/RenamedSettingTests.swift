import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDSync

/// An older version of the program calls a setting `size`, and a newer one `fontSize`.
@Suite struct RenamedSettingTests {
    private let store = MemoryStore()

    @Test(arguments: 0..<5, [true, false])
    func `Going back to the old version removes nothing, even after a kill of the new one`(
        _ writes: Int,
        _ isSynchronized: Bool
    ) async throws {
        let suite = DeviceDefaults()
        size[suite] = 10
        try await sync(size.self, suite)
        suite.failAfter(writes)
        fontSize[suite] = 14
        if isSynchronized { _ = try? await sync(fontSize.self, suite) }
        suite.restart()
        try await sync(size.self, suite)
        #expect(store.texts["size"] == "10.0")
        #expect(size[suite] == 10)
        // And forth again.
        try await sync(fontSize.self, suite)
        #expect(fontSize[suite] == (writes == 0 ? 10 : 14))
    }

    @Test(arguments: [true, false])
    func `Two versions that write one suite at the same time remove nothing`(_ isSaved: Bool) async throws {
        try await withEphemeralSettings { ephemeral in
            let suite = isSaved ? ephemeral : DeviceDefaults()
            size[suite] = 1
            try await sync(size.self, suite)
            for number in 1...10 {
                // The new version writes while the old one synchronizes, and the other way around.
                for isWhileReading in [true, false] {
                    size[suite] = Double(number)
                    let newWrites: () -> Void = { fontSize[suite] = Double(100 + number) }
                    if isWhileReading { store.whileReading = newWrites } else { store.afterReading = newWrites }
                    try await sync(size.self, suite)
                    (store.whileReading, store.afterReading) = ({}, {})
                    #expect(store.texts["size"] != nil)
                    try await sync(fontSize.self, suite)
                    try await sync(size.self, suite)
                    #expect(store.texts["size"] != nil)
                    #expect(store.texts["fontSize"] == "\(Double(100 + number))")
                }
            }
            // A reset by the old version still removes the value.
            size[suite] = 5
            try await sync(size.self, suite)
            size.in(suite).reset()
            try await sync(size.self, suite)
            #expect(store.texts["size"] == nil)
        }
    }

    @Test func `Going back to the old version removes no members`() async throws {
        let suite = DeviceDefaults()
        zoom.in(suite).of("a.b").value = 2
        zoom.in(suite).of("c").value = 3
        try await sync(zoom.self, suite)
        scale.in(suite).of("a.b").value = 4
        try await sync(zoom.self, suite)
        #expect(store.texts == ["zoom/a%2Eb": "2.0", "zoom/c": "3.0"])
        #expect(zoom.in(suite).of("a.b").value == 2)
    }

    @Test func `Under the new name, the store's value wins, or else the former one`() async throws {
        let suite = DeviceDefaults()
        size[suite] = 10
        try await sync(size.self, suite)
        // A value under the former name is not pending under the new one.
        #expect(try await sync(fontSize.self, suite).pendingNames.isEmpty)
        #expect(store.texts == ["size": "10.0", "fontSize": "10.0"])
        let other = DeviceDefaults()
        size[other] = 11
        var events: [TSUDSyncEvent] = []
        try await sync(fontSize.self, other) { events.append($0) }
        #expect(fontSize[other] == 10)
        #expect(other.file["size"] == nil)
        #expect(events == [.overwritten(name: "fontSize", text: "11.0"), .received(name: "fontSize", text: "10.0")])
    }

    @discardableResult
    private func sync(
        _ key: any TSUD.Type,
        _ suite: UserDefaults,
        _ note: @escaping (TSUDSyncEvent) -> Void = { _ in }
    ) async throws -> TSUDSyncStatus {
        let synchronizer = Synchronizer([key.anyHandle(in: suite)], with: store, isFollowing: false)
        synchronizer.event = note
        var left: Set = [key.stringKey]
        for _ in 0..<5 where !left.isEmpty { left = try await synchronizer.sync(left, reported: left) }
        #expect(left.isEmpty)
        return synchronizer.state.status
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum fontSize: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["size"]
}
private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum scale: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["zoom"]
}
