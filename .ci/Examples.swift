// Declarations that the code blocks of the documentation may use; see code-blocks.
public import Foundation
public import TSUD

public struct fontSize: TSUD {
    public static let defaultValue = 12.0
    public init() {}
}

public enum hasWidgets: TSUD { public static let defaultValue = false }
public enum username: TSUD { public static let defaultValue: String? = nil }
public enum lineHeight: TSUD { public static let defaultValue = 14.4 }
public enum zoom: TSUD { public static let defaultValue = 1.0 }
public enum recentFiles: TSUD { public static let defaultValue: [String] = [] }

/// A suite that an app shares with its extensions.
nonisolated(unsafe) public let shared = UserDefaults(suiteName: "group.com.example.editor") ?? .standard
