import Foundation
import TSUD
import TSUDTesting
import Testing

/// Two settings that were one structure in an earlier version.
@Suite(.ephemeralSettings) struct SplitSettingTests {
    @Test func `Both parts of a split setting keep its values if one transaction stores them`() throws {
        try withEphemeralSettings { suite in
            suite.set(["width": 640.0, "height": 480.0], forKey: "window")
            #expect(windowWidth.value == 640)
            #expect(windowHeight.value == 480)
            try splitWindow()
            #expect(suite.object(forKey: "window") == nil)
            windowWidth.value = 800
            #expect(windowHeight.value == 480)
            // At the next launch, nothing is left to split.
            try splitWindow()
            #expect(windowWidth.value == 800)
            #expect(windowHeight.value == 480)
        }
    }

    @Test func `Without the transaction, the first write leaves the other part its default`() {
        withEphemeralSettings { suite in
            suite.set(["width": 640.0, "height": 480.0], forKey: "window")
            windowWidth.value = 800
            #expect(windowHeight.value == 600)
        }
    }
}

private struct Size: Codable { var width: Double, height: Double }

private enum window: TSUD { static let defaultValue: Size? = nil }

private enum windowWidth: TSUD {
    static let defaultValue = 800.0
    static let formerKeys = ["window"]

    static func upgrade(_ stored: Any, fromFormerKey key: String) -> Double? {
        decode(Size.self, from: stored)?.width
    }
}

private enum windowHeight: TSUD {
    static let defaultValue = 600.0
    static let formerKeys = ["window"]

    static func upgrade(_ stored: Any, fromFormerKey key: String) -> Double? {
        decode(Size.self, from: stored)?.height
    }
}

private func splitWindow() throws {
    if window.isSet {
        try updateSettings { settings in
            settings[windowWidth.self] = settings[windowWidth.self]
            settings[windowHeight.self] = settings[windowHeight.self]
        }
    }
}
