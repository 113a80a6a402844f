import Foundation
import TSUD
import Testing

extension Migration {
    @Suite struct DefaultsTests: MigrationSuite {
        let store = TestStore()

        @Test func `A Codable is JSON in a string, an enumeration of strings with quotation marks`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                try Self.value(try #require(suite.string(forKey: name)))
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                suite.set(try Self.json(value), forKey: name)
            }
            #expect(try Self.json(Theme.dark) == #""dark""#)
            #expect(try Self.json(URL.address) == #""https:\/\/swift.org\/a?b=c""#)
            try takeTurns(inString.self, Contact.some, read: read, write: write)
            try takeTurns(themeInString.self, Theme.allCases, read: read, write: write)
            try takeTurns(levelInString.self, Level.allCases, read: read, write: write)
            try takeTurns(urlInString.self, URL.some, read: read, write: write)
        }

        @Test func `Without an upgrade an enumeration of numbers is read from it, and a URL is not`() throws {
            try self.read(try Self.json(Level.high), by: level.self, as: .high)
            put(try Self.json(URL.address), in: homepage.self)
            #expect(throws: TSUDError.self) { try homepage.storedValue(in: suite) }
        }

        @Test func `An enumeration that is not Codable, or prefers it, is its raw value`() throws {
            try exchange("dark", with: theme.self, as: .dark)
        }

        @Test func `An array or a dictionary has a string of JSON for each value`() throws {
            try takeTurns(
                strings.self,
                [[], Contact.some],
                read: { try ($0.stringArray(forKey: $1) ?? []).map(Self.value) },
                write: { $1.set(try $0.map(Self.json), forKey: $2) }
            )
            try takeTurns(
                stringsByName.self,
                [[:], ["a": Contact.some[0]]],
                read: { try ($0.dictionary(forKey: $1) as? [String: String] ?? [:]).mapValues(Self.value) },
                write: { $1.set(try $0.mapValues(Self.json), forKey: $2) }
            )
        }

        @Test func `A Set and a range of Codables are arrays of JSON strings`() throws {
            try read(try Theme.allCases.map(Self.json), by: formerThemes.self, as: Set(Theme.allCases))
            try read(try [Step(1), Step(5)].map(Self.json), by: formerSteps.self, as: Step(1)..<Step(5))
        }

        @Test(arguments: ["Ann", "", "\"quoted\"", "a/b\n", "e\u{301}"])
        func `What any string could be is JSON, with quotation marks`(_ string: String) throws {
            let stored = try Self.json(Nickname(rawValue: string))
            put(stored, in: nickname.self)
            #expect(try nickname.storedValue(in: suite)?.content == Nickname(rawValue: string))
            try nickname.update(in: suite) { _ in }
            #expect(suite.string(forKey: "nickname") == stored)
            put(string, in: nickname.self)
            if string != "\"quoted\"" { #expect(throws: TSUDError.self) { try nickname.storedValue(in: suite) } }
        }

        @Test func `Dictionaries of other keys are read by an upgrade, if all keys are right`() throws {
            try read(["1.5": "a", "-0.25": "b"], by: labels.self, as: [1.5: "a", -0.25: "b"])
            try labels.update(in: suite) { $0[2] = "c" }
            #expect(suite.dictionary(forKey: "labels") as? [String: String] == ["1.5": "a", "-0.25": "b", "2.0": "c"])
            put(["1.5": "a", "one": "b"], in: labels.self)
            #expect(throws: TSUDError.self) { try labels.storedValue(in: suite) }
        }

        @Test func `Sets, ranges, UUIDs and dictionaries of numbered keys are read`() throws {
            try exchange(["a"], with: tags.self, as: ["a"])
            try exchange([1, 5], with: lines.self, as: 1..<5)
            try exchange([1, 5], with: closedLines.self, as: 1...5)
            try exchange(UUID.standIn.uuidString, with: machine.self, as: UUID.standIn)
            try exchange(["1": "a", "20": "b"], with: numbered.self, as: [1: "a", 20: "b"])
            try exchange(
                [Date.distantPast, .distantFuture],
                with: days.self,
                as: Date.distantPast...Date.distantFuture
            )
            try exchange(1.5, with: sidebarWidth.self, as: 1.5)
        }

        /// What Defaults stores for a `Codable` value.
        private static func json(_ value: some Encodable) throws -> String {
            String(try TSUDTests.json([value]).dropFirst().dropLast())
        }

        private static func value<Value: Decodable>(_ string: String) throws -> Value {
            try #require(try JSONDecoder().decode([Value].self, from: Data("[\(string)]".utf8)).first)
        }
    }
}

// MARK: The upgrades, as in the documentation

private enum stringsByName: TSUD {
    static let defaultValue: [String: Contact] = [:]

    static func upgrade(_ stored: Any) -> [String: Contact]? {
        let strings = stored as? [String: String]
        return try? strings?.mapValues { try JSONDecoder().decode(Contact.self, from: Data($0.utf8)) }
    }

    static func storedForm(of value: [String: Contact]) throws -> Any? { try value.mapValues(json) }
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

// MARK: Keys and values

private struct Nickname: RawRepresentable, Codable, Equatable { var rawValue: String }

private struct Step: Codable, Comparable {
    var number: Int
    init(_ number: Int) { self.number = number }
    static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

private enum theme: TSUD { static let defaultValue = Theme.light }
private enum level: TSUD { static let defaultValue = Level.low }
private enum homepage: TSUD { static let defaultValue: URL? = nil }
private enum tags: TSUD { static let defaultValue: Set<String> = [] }
private enum lines: TSUD { static let defaultValue = 0..<0 }
private enum closedLines: TSUD { static let defaultValue = 0...0 }
private enum machine: TSUD { static let defaultValue: UUID? = nil }
private enum numbered: TSUD { static let defaultValue: [Int: String] = [:] }
private enum days: TSUD { static let defaultValue = Date.distantPast...Date.distantPast }
private enum sidebarWidth: TSUD { static let defaultValue: CGFloat = 1 }
private enum nickname: TSUD { static let defaultValue = JSONString(Nickname(rawValue: "")) }
private enum formerThemes: FormerlyJSON { static let defaultValue: Set<Theme> = [] }
private enum formerSteps: FormerlyJSON { static let defaultValue = Step(0)..<Step(0) }
private enum inString: StillJSONString { static let defaultValue = Contact.standIn }
private enum themeInString: StillJSONString { static let defaultValue = Theme.light }
private enum levelInString: StillJSONString { static let defaultValue = Level.low }
private enum urlInString: StillJSONString { static let defaultValue = URL.standIn }
private enum strings: StillJSONStrings { static let defaultValue: [Contact] = [] }
