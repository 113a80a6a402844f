import Foundation
import TSUD
import TSUDCommands

/// The settings of an editor.
enum Prefs {
    /// All settings, in the order in which commands print them.
    static var all: [any TSUD.Type] {
        [
            fontSize.self, lineWidth.self, hasWidgets.self, username.self, theme.self, zoom.self, recentFiles.self,
            lastSession.self, homepage.self,
        ]
    }

    enum fontSize: DescribedSetting {
        static let defaultValue = 12.0
        static let summary = "the size of the text, in points"
    }

    enum lineWidth: DescribedSetting {
        static let defaultValue = 80
        static let summary = "the column at which long lines wrap"
        static let valueHelp = "a whole number from 20 to 400"

        struct OutOfRange: LocalizedError { let errorDescription: String? = "it must be from 20 to 400" }

        static func validate(_ value: Int) throws { if !(20...400).contains(value) { throw OutOfRange() } }
    }

    enum hasWidgets: DescribedSetting {
        static let defaultValue = false
        static let summary = "whether the editor shows widgets"
    }

    enum username: DescribedSetting {
        static let defaultValue: String? = nil
        static let summary = "the name of the author"
    }

    enum theme: DescribedSetting {
        static let defaultValue = Theme.system
        static let summary = "the colors"
    }

    /// Each document can have its own zoom.
    enum zoom: DescribedSetting {
        static let defaultValue = 1.0
        static let summary = "the magnification of documents"
        static let hasMembers = true
        static let valueHelp = "a number such as 1.5; for one document as in: set zoom/report.pdf 1.5"
    }

    enum recentFiles: DescribedSetting {
        static let defaultValue: [String] = []
        static let summary = "the files that you opened last"
    }

    enum lastSession: DescribedSetting {
        static let summary = "the document that was open last, and the position in it"
        static let defaultValue = Session()
    }

    enum homepage: DescribedSetting {
        static let summary = "the page that the editor shows first"
        static let defaultValue = URL(string: "https://swift.org") ?? URL(filePath: "/")
    }
}

enum Theme: String, Codable, CaseIterable { case light, dark, system }

struct Session: Codable {
    var document = "welcome.txt"
    /// The position of the cursor, in characters.
    var position = 0
    var opened = Date(timeIntervalSinceReferenceDate: 0)
}
