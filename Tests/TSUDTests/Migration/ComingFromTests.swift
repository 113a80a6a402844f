import Foundation
import TSUD
import Testing

extension Migration {
    /// What other libraries store, written as they write it and read as the documentation describes.
    ///
    /// The article "Coming from elsewhere" has a line for each of these tests.
    @Suite struct ComingFromTests {
        private let store = TestStore()
        private var suite: UserDefaults { store.suite }

        /// Stores an object under a key by a plain call.
        private func put<Key: TSUD>(_ object: Any?, in key: Key.Type, as name: String? = nil) {
            suite.set(object, forKey: name ?? key.stringKey)
        }

        // MARK: All of them

        @Test func `Property-list types are stored as themselves by all of them`() throws {
            let moment = Date(timeIntervalSinceReferenceDate: 0.25)
            put(true, in: flag.self)
            put(7, in: count.self)
            put(14.5, in: fontSize.self)
            put("Ann", in: username.self)
            put(moment, in: opened.self)
            put(Data([1, 2]), in: blob.self)
            put(["a", "b"], in: names.self)
            put(["a": 1, "b": 2], in: counts.self)
            #expect(try flag.storedValue(in: suite) == true)
            #expect(try count.storedValue(in: suite) == 7)
            #expect(try fontSize.storedValue(in: suite) == 14.5)
            #expect(try username.storedValue(in: suite) == "Ann")
            #expect(try opened.storedValue(in: suite) == moment)
            #expect(try blob.storedValue(in: suite) == Data([1, 2]))
            #expect(try names.storedValue(in: suite) == ["a", "b"])
            #expect(try counts.storedValue(in: suite) == ["a": 1, "b": 2])
        }

        // MARK: The 2017 article

        @Test func `Article: a Codable is the objects that PropertyListEncoder makes`() throws {
            let value = Session(document: "notes.txt", opened: Date(timeIntervalSinceReferenceDate: 0.5))
            let data = try PropertyListEncoder().encode([value])
            let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            put(list?.first, in: session.self)
            #expect(try session.storedValue(in: suite) == value)
        }

        @Test func `Article: a URL is a dictionary`() throws {
            put(["relative": "https://swift.org/a?b=c"], in: homepage.self)
            #expect(try homepage.storedValue(in: suite) == URL(string: "https://swift.org/a?b=c"))
        }

        @Test func `Article: a name with a space in it was cut there, which formerKeys says`() throws {
            #expect(recent<Int, String>.stringKey == "recent<Int, String>")
            put(["a"], in: recent<Int, String>.self, as: "recent<Int,")
            #expect(try recent<Int, String>.storedValue(in: suite) == ["a"])
        }

        // MARK: @AppStorage

        @Test func `AppStorage: what is represented by a number or a string is stored as that`() throws {
            put("dark", in: theme.self)
            put(2, in: level.self)
            #expect(try theme.storedValue(in: suite) == .dark)
            #expect(try level.storedValue(in: suite) == .high)
        }

        @Test func `AppStorage: a URL is an archive, or the path of a file`() throws {
            let address = try #require(NSURL(string: "https://swift.org/a?b=c"))
            put(
                try NSKeyedArchiver.archivedData(withRootObject: address, requiringSecureCoding: false),
                in: homepage.self
            )
            #expect(try homepage.storedValue(in: suite) == address as URL)
            put("~/notes.txt", in: homepage.self)
            #expect(homepage[suite] == URL(fileURLWithPath: NSHomeDirectory()).appending(path: "notes.txt"))
        }

        @Test func `AppStorage: an array that is represented by JSON in a string is read by an upgrade`() throws {
            put(#"[{"document":"a","opened":1.5},{"document":"b","opened":2.5}]"#, in: sessions.self)
            #expect(try sessions.storedValue(in: suite) == Session.two)
        }

        // MARK: Defaults

        @Test func `Defaults: a Codable is JSON in a string, read by an upgrade`() throws {
            put(try Self.defaultsJSON(Session.two[0]), in: formerSession.self)
            #expect(try formerSession.storedValue(in: suite) == Session.two[0])
        }

        @Test func `Defaults: a Codable enumeration of strings is JSON as well, with its quotation marks`() throws {
            let json = try Self.defaultsJSON(Appearance.dark)
            #expect(json == #""dark""#)
            put(json, in: formerTheme.self)
            #expect(try formerTheme.storedValue(in: suite) == .dark)
        }

        @Test func `Defaults: a Codable enumeration of numbers is a number in a string`() throws {
            put(try Self.defaultsJSON(Importance.high), in: level.self)
            #expect(try level.storedValue(in: suite) == .high)
        }

        @Test func `Defaults: an enumeration that is not Codable, or prefers it, is stored as its raw value`() throws {
            put(Appearance.dark.rawValue, in: theme.self)
            #expect(try theme.storedValue(in: suite) == .dark)
        }

        @Test func `Defaults: a URL is JSON in a string, read by an upgrade`() throws {
            let address = try #require(URL(string: "https://swift.org/a?b=c"))
            let json = try Self.defaultsJSON(address)
            #expect(json == #""https:\/\/swift.org\/a?b=c""#)
            put(json, in: formerHomepage.self)
            #expect(try formerHomepage.storedValue(in: suite) == address)
            put(json, in: homepage.self)
            #expect(throws: TSUDError.self) { try homepage.storedValue(in: suite) }
        }

        @Test func `Defaults: arrays and dictionaries hold a string of JSON for each Codable`() throws {
            put(try Session.two.map(Self.defaultsJSON), in: formerSessions.self)
            #expect(try formerSessions.storedValue(in: suite) == Session.two)
            put(["a": try Self.defaultsJSON(Session.two[0])], in: formerSessionsByName.self)
            #expect(try formerSessionsByName.storedValue(in: suite) == ["a": Session.two[0]])
        }

        @Test func `Defaults: a Set and a range of Codables are arrays of JSON strings`() throws {
            put(try [Appearance.dark, .light].map(Self.defaultsJSON), in: formerThemes.self)
            put(try [Step(1), Step(5)].map(Self.defaultsJSON), in: formerSteps.self)
            #expect(try formerThemes.storedValue(in: suite) == [.dark, .light])
            #expect(try formerSteps.storedValue(in: suite) == Step(1)..<Step(5))
        }

        @Test(arguments: ["Ann", "", "\"quoted\"", "a/b\n", "e\u{301}"])
        func `Defaults: what any string could be is JSON, with quotation marks`(_ string: String) throws {
            let stored = try Self.defaultsJSON(Nickname(rawValue: string))
            put(stored, in: nickname.self)
            #expect(try nickname.storedValue(in: suite)?.content == Nickname(rawValue: string))
            try nickname.update(in: suite) { _ in }
            #expect(suite.string(forKey: "nickname") == stored)
            put(string, in: nickname.self)
            if string != "\"quoted\"" { #expect(throws: TSUDError.self) { try nickname.storedValue(in: suite) } }
        }

        @Test func `Defaults: dictionaries of other keys are read by an upgrade, if all keys are right`() throws {
            put(["1.5": "a", "-0.25": "b"], in: labels.self)
            #expect(try labels.storedValue(in: suite) == [1.5: "a", -0.25: "b"])
            try labels.update(in: suite) { $0[2] = "c" }
            #expect(suite.dictionary(forKey: "labels") as? [String: String] == ["1.5": "a", "-0.25": "b", "2.0": "c"])
            put(["1.5": "a", "one": "b"], in: labels.self)
            #expect(throws: TSUDError.self) { try labels.storedValue(in: suite) }
        }

        @Test func `Defaults: sets, ranges, UUIDs and dictionaries of numbered keys are read`() throws {
            let identifier = UUID()
            put(["a", "b"], in: tags.self)
            put([1, 5], in: lines.self)
            put([1, 5], in: closedLines.self)
            put(identifier.uuidString, in: machine.self)
            put(["1": "a", "20": "b"], in: numbered.self)
            put([Date.distantPast, Date.distantFuture], in: days.self)
            put(1.5, in: sidebarWidth.self)
            #expect(try tags.storedValue(in: suite) == ["a", "b"])
            #expect(try lines.storedValue(in: suite) == 1..<5)
            #expect(try closedLines.storedValue(in: suite) == 1...5)
            #expect(try machine.storedValue(in: suite) == identifier)
            #expect(try numbered.storedValue(in: suite) == [1: "a", 20: "b"])
            #expect(try days.storedValue(in: suite) == Date.distantPast...Date.distantFuture)
            #expect(try sidebarWidth.storedValue(in: suite) == 1.5)
        }

        /// What Defaults stores for a `Codable` value.
        private static func defaultsJSON(_ value: some Encodable) throws -> String {
            let json = try #require(String(data: try JSONEncoder().encode([value]), encoding: .utf8))
            return String(json.dropFirst().dropLast())
        }

        // MARK: Foil

        @Test func `Foil: a RawRepresentable is its raw value, in an array and a dictionary as well`() throws {
            put("dark", in: theme.self)
            put(2, in: level.self)
            put("Ann", in: plainNickname.self)
            put(["dark", "light"], in: themes.self)
            put(["a": "dark"], in: themesByName.self)
            #expect(try theme.storedValue(in: suite) == .dark)
            #expect(try level.storedValue(in: suite) == .high)
            #expect(try plainNickname.storedValue(in: suite) == Nickname(rawValue: "Ann"))
            #expect(try themes.storedValue(in: suite) == [.dark, .light])
            #expect(try themesByName.storedValue(in: suite) == ["a": .dark])
        }

        @Test func `Foil: a Set is an array, and a Codable JSON in data`() throws {
            put(["a", "b"], in: tags.self)
            put(try JSONEncoder().encode(Session.two[0]), in: formerSession.self)
            put(try Session.two.map { try JSONEncoder().encode($0) }, in: formerSessions.self)
            #expect(try tags.storedValue(in: suite) == ["a", "b"])
            #expect(try formerSession.storedValue(in: suite) == Session.two[0])
            #expect(try formerSessions.storedValue(in: suite) == Session.two)
        }

        @Test func `Foil: a URL is what UserDefaults makes of it`() throws {
            suite.set(URL(fileURLWithPath: "/a b"), forKey: "homepage")
            #expect(try homepage.storedValue(in: suite) == URL(fileURLWithPath: "/a b"))
        }

        // MARK: SwiftyUserDefaults

        @Test func `SwiftyUserDefaults: a Codable, or an array of them, is JSON in data, read by an upgrade`() throws {
            put(try JSONEncoder().encode(Session.two[0]), in: formerSession.self)
            put(try JSONEncoder().encode(Session.two), in: formerSessions.self)
            #expect(try formerSession.storedValue(in: suite) == Session.two[0])
            #expect(try formerSessions.storedValue(in: suite) == Session.two)
        }

        @Test func `SwiftyUserDefaults: raw values are stored as themselves, and so are arrays of them`() throws {
            put("dark", in: theme.self)
            put(["dark", "light"], in: themes.self)
            #expect(try theme.storedValue(in: suite) == .dark)
            #expect(try themes.storedValue(in: suite) == [.dark, .light])
        }

        @Test func `SwiftyUserDefaults: a URL is an archive, and an array of them another, read by an upgrade`() throws
        {
            let address = try #require(NSURL(string: "https://swift.org/a?b=c"))
            put(
                try NSKeyedArchiver.archivedData(withRootObject: address, requiringSecureCoding: false),
                in: homepage.self
            )
            #expect(try homepage.storedValue(in: suite) == address as URL)
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: NSArray(array: [address, address]),
                requiringSecureCoding: false
            )
            put(archive, in: bookmarks.self)
            #expect(try bookmarks.storedValue(in: suite) == [address as URL, address as URL])
        }

        // MARK: Afterwards

        @Test func `Reading leaves the former form, a write replaces it`() throws {
            let json = try Self.defaultsJSON(Session.two[0])
            put(json, in: formerSession.self)
            _ = formerSession[suite]
            #expect(suite.string(forKey: "formerSession") == json)
            try formerSession.update(in: suite) { _ in }
            #expect(suite.dictionary(forKey: "formerSession")?["document"] as? String == "a")
            #expect(formerSession[suite] == Session.two[0])
        }
    }
}

// MARK: The upgrades, as in the documentation

private enum formerSessionsByName: TSUD {
    static let defaultValue: [String: Session] = [:]

    static func upgrade(_ stored: Any) -> [String: Session]? {
        let strings = stored as? [String: String]
        return try? strings?.mapValues { try JSONDecoder().decode(Session.self, from: Data($0.utf8)) }
    }
}

private enum labels: TSUD {
    static let defaultValue: [Double: String] = [:]

    static func upgrade(_ stored: Any) -> [Double: String]? {
        guard let stored = stored as? [String: String] else { return nil }
        var byNumber: [Double: String] = [:]
        for (name, label) in stored {
            guard let number = Double(name) else { return nil }
            byNumber[number] = label
        }
        return byNumber
    }

    static func storedForm(of value: [Double: String]) -> Any? {
        Dictionary(value.map { (String($0), $1) }) { first, _ in first }
    }
}

private enum bookmarks: TSUD {
    static let defaultValue: [URL] = []

    static func upgrade(_ stored: Any) -> [URL]? {
        guard let archive = stored as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSURL.self], from: archive) as? [URL]
    }
}

// MARK: Keys and values

private struct Session: Codable, Equatable {
    var document: String
    var opened: Date

    static let two = [
        Self(document: "a", opened: Date(timeIntervalSinceReferenceDate: 1.5)),
        Self(document: "b", opened: Date(timeIntervalSinceReferenceDate: 2.5)),
    ]
}

private enum Appearance: String, Codable { case light, dark }
private enum Importance: Int, Codable {
    case low = 1
    case high
}

private struct Nickname: RawRepresentable, Codable, Equatable { var rawValue: String }
private struct Step: Codable, Comparable {
    var number: Int
    init(_ number: Int) { self.number = number }
    static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

private enum flag: TSUD { static let defaultValue = false }
private enum count: TSUD { static let defaultValue = 0 }
private enum fontSize: TSUD { static let defaultValue = 12.0 }
private enum username: TSUD { static let defaultValue: String? = nil }
private enum opened: TSUD { static let defaultValue = Date.distantPast }
private enum blob: TSUD { static let defaultValue = Data() }
private enum names: TSUD { static let defaultValue: [String] = [] }
private enum counts: TSUD { static let defaultValue: [String: Int] = [:] }
private enum session: TSUD { static let defaultValue = Session(document: "", opened: .distantPast) }
private enum homepage: TSUD { static let defaultValue: URL? = nil }
private enum theme: TSUD { static let defaultValue = Appearance.light }
private enum themes: TSUD { static let defaultValue: [Appearance] = [] }
private enum level: TSUD { static let defaultValue = Importance.low }
private enum tags: TSUD { static let defaultValue: Set<String> = [] }
private enum lines: TSUD { static let defaultValue = 0..<0 }
private enum closedLines: TSUD { static let defaultValue = 0...0 }
private enum machine: TSUD { static let defaultValue: UUID? = nil }
private enum numbered: TSUD { static let defaultValue: [Int: String] = [:] }
private enum days: TSUD { static let defaultValue = Date.distantPast...Date.distantPast }
private enum sidebarWidth: TSUD { static let defaultValue: CGFloat = 1 }
private enum nickname: TSUD { static let defaultValue = JSONString(Nickname(rawValue: "")) }
private enum plainNickname: TSUD { static let defaultValue = Nickname(rawValue: "") }
private enum themesByName: TSUD { static let defaultValue: [String: Appearance] = [:] }
private enum formerThemes: FormerlyJSON { static let defaultValue: Set<Appearance> = [] }
private enum formerSteps: FormerlyJSON { static let defaultValue = Step(0)..<Step(0) }
private enum sessions: FormerlyJSON { static let defaultValue: [Session] = [] }
private enum formerSession: FormerlyJSON { static let defaultValue = Session(document: "", opened: .distantPast) }
private enum formerSessions: FormerlyJSON { static let defaultValue: [Session] = [] }
private enum formerTheme: FormerlyJSON { static let defaultValue = Appearance.light }
private enum formerHomepage: FormerlyJSON { static let defaultValue: URL? = nil }

private enum recent<First, Second>: TSUD {
    static var defaultValue: [String] { [] }
    static var formerKeys: [String] { ["recent<Int,"] }
}
