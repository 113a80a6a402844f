import Foundation
import TSUD

/// The settings, in the order in which they are shown.
var editorSettings: [any TSUD.Type] {
    [
        fontSize.self, lineWidth.self, hasWidgets.self, username.self, theme.self, zoom.self, recentFiles.self,
        lastSession.self, homepage.self,
    ]
}

/// A setting that describes the text to type for it.
protocol EditorSetting: TSUD {
    static var usage: String { get }
}

/// A setting of which each document can have a value of its own.
protocol DocumentSetting: EditorSetting {}

/// The description of the text to type for a setting.
func whatToType(for key: any TSUD.Type) -> String { (key as? any EditorSetting.Type)?.usage ?? "a text" }

enum fontSize: EditorSetting {
    static let defaultValue = 12.0
    static let usage = "a number such as 14"
}

enum lineWidth: EditorSetting {
    static let defaultValue = 80
    static let usage = "a whole number from 20 to 400"

    struct OutOfRange: LocalizedError { let errorDescription: String? = "it has to be from 20 to 400" }

    static func validate(_ value: Int) throws {
        if !(20...400).contains(value) { throw OutOfRange() }
    }
}

enum hasWidgets: EditorSetting {
    static let defaultValue = false
    static let stringKey = "Has Widgets"
    static let usage = "on or off, YES or NO"
}

enum username: EditorSetting {
    static let defaultValue: String? = nil
    static let usage = "a text such as Ann"
}

enum theme: EditorSetting {
    static let defaultValue = Theme.system
    static let usage = "one of \(Theme.allCases.map(\.rawValue).joined(separator: ", "))"
}

enum zoom: DocumentSetting {
    static let defaultValue = 1.0
    static let usage = "a number such as 1.5; for one document as in: set zoom/report.pdf 1.5"
}

enum recentFiles: EditorSetting {
    static let defaultValue: [String] = []
    static let usage = #"a list such as '["a.txt","b.txt"]' or '(a.txt, b.txt)'"#
}

enum lastSession: EditorSetting {
    static let usage = #"JSON such as '{"document":"notes.txt","opened":"2026-01-31T09:30:00Z","position":120}'"#
    static let defaultValue = Session(
        document: "welcome.txt",
        position: 0,
        opened: Date(timeIntervalSinceReferenceDate: 0)
    )
}

enum homepage: EditorSetting {
    static let usage = "an address such as https://swift.org, or the path of a file"
    static let defaultValue = URL(string: "https://swift.org") ?? URL(filePath: "/")
}

enum Theme: String, Codable, CaseIterable {
    case light
    case dark
    case system
}

/// What was open when the editor was closed.
struct Session: Codable {
    var document: String
    /// The position of the cursor, in characters.
    var position: Int
    var opened: Date
}
