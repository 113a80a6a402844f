import Foundation
import TSUD

/// The settings, in the order in which they are shown.
var editorSettings: [any TSUD.Type] {
    [
        fontSize.self, hasWidgets.self, username.self, theme.self, recentFiles.self, lastSession.self, homepage.self,
    ]
}

enum fontSize: TSUD { static let defaultValue = 12.0 }

enum hasWidgets: TSUD {
    static let defaultValue = false
    static let stringKey = "Has Widgets"
}

enum username: TSUD { static let defaultValue: String? = nil }

enum theme: TSUD { static let defaultValue = Theme.system }

enum recentFiles: TSUD { static let defaultValue: [String] = [] }

enum lastSession: TSUD {
    static let defaultValue = Session(
        document: "welcome.txt",
        position: 0,
        opened: Date(timeIntervalSinceReferenceDate: 0)
    )
}

enum homepage: TSUD {
    static let defaultValue = URL(string: "https://swift.org") ?? URL(filePath: "/")
}

enum Theme: String, Codable, CaseIterable {
    case light
    case dark
    case system
}

/// What was open when the editor was left.
struct Session: Codable {
    var document: String
    /// The place of the cursor, in characters from the beginning.
    var position: Int
    var opened: Date
}
