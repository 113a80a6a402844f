import Foundation
import TSUD
import Testing

// This module is isolated to the main actor by default. Keys that other code uses, protocols that refine TSUD, their
// extensions, and the types of values therefore have to be `nonisolated`. The documentation has a shorter example.

nonisolated protocol AppKey: TSUD {}

nonisolated extension AppKey { static func report(_ error: TSUDError) { Issue.record(error) } }

nonisolated struct Margins: Codable, Equatable {
    var left = 0.0
    var right = 0.0
}

nonisolated enum Shared {
    enum leading: AppKey { static let defaultValue = 1.2 }
    enum margins: AppKey { static let defaultValue = Margins() }
}

/// A key on the main actor that conforms to a nonisolated protocol.
enum zoom: AppKey { static let defaultValue = 1.0 }

actor Layout {
    @Stored(Shared.leading.self) private var leading

    func widen() -> Double {
        Shared.margins.value.left += 10
        leading *= 2
        return Shared.margins.value.left + Shared.leading.value
    }

    func firstMargins() async -> Margins? {
        for await margins in Shared.margins.values() { return margins }
        return nil
    }
}

struct NonisolatedTests {
    @Test func `Nonisolated keys work on an actor, in background tasks, and on the main actor`() async {
        await withEphemeralSettings { suite in
            let member = Shared.leading.in(suite).of("a")
            #expect(await Task.detached { member.value }.value == 1.2)
            let layout = Layout()
            #expect(await layout.widen() == 12.4)
            #expect(await layout.firstMargins() == Margins(left: 10))
            @concurrent func inBackground() async -> Double { Shared.leading.value }
            #expect(await inBackground() == 2.4)
            zoom.value = 2
            #expect(Shared.leading.value * zoom.value == 4.8)
        }
    }
}
