import Foundation
import Observation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Documentation {
    /// The examples of the articles have the results that the articles describe.
    @Suite struct RecipesTests {
        private let store = TestStore()
        private var suite: UserDefaults { store.suite }

        @Test func `An unknown case is read and written back`() throws {
            suite.set("sepia", forKey: "theme")
            // An update doesn't read a direct call's value that is not saved.
            savePlainValues(of: suite)
            #expect(try theme.in(suite).storedValue() == .other("sepia"))
            try theme.in(suite).update { _ in }
            #expect(suite.string(forKey: "theme") == "sepia")
            theme[suite] = .dark
            #expect(suite.string(forKey: "theme") == "dark")
        }

        @Test func `Unreadable elements are left out`() throws {
            suite.set(["a", 1, ["b": 2], "c", []] as [Any], forKey: "words")
            savePlainValues(of: suite)
            #expect(try words.in(suite).storedValue()?.elements == ["a", "c"])
            try words.in(suite).update { $0.elements.append("d") }
            #expect(suite.stringArray(forKey: "words") == ["a", "c", "d"])
            suite.set("no array", forKey: "words")
            #expect(throws: TSUDError.self) { try words.in(suite).storedValue() }
        }

        @Test func `Entries of a dictionary with an unknown name or an unreadable value are left out`() throws {
            suite.set(["left": 1.5, "right": "wide", "middle": 2] as [String: Any], forKey: "heights")
            savePlainValues(of: suite)
            #expect(try heights.in(suite).storedValue() == [.left: 1.5])
            try heights.in(suite).update { $0[.right] = 3 }
            #expect(suite.dictionary(forKey: "heights") as? [String: Double] == ["left": 1.5, "right": 3])
            suite.set("no dictionary", forKey: "heights")
            #expect(throws: TSUDError.self) { try heights.in(suite).storedValue() }
        }

        @Test func `A prefix belongs to the stored name, and the name without it is a former one`() {
            suite.set(8, forKey: "tabWidth")
            #expect(tabWidth.stringKey == "editor-tabWidth")
            #expect(tabWidth[suite] == 8)
            tabWidth[suite] = 2
            #expect(suite.integer(forKey: "editor-tabWidth") == 2)
            #expect(suite.object(forKey: "tabWidth") == nil)
        }

        @Test(.ephemeralSettings) func `A default that is another key's value follows it, and is observed through it`()
        {
            let changes = observing { #expect(pageSize.value == 20) }
            remotePageSize.value = 50
            #expect(changes.total == 1)
            #expect(pageSize.value == 50)
            pageSize.value = 10
            remotePageSize.value = 60
            #expect(pageSize.value == 10)
        }

        @Test func `A dictionary with CodingKeyRepresentable keys is stored as a dictionary`() throws {
            widths[suite][.left] = 200
            #expect(suite.dictionary(forKey: "widths") as? [String: Double] == ["left": 200])
            #expect(widths[suite] == [.left: 200])
        }

        @Test func `Mixed values are cases of an enumeration`() throws {
            fields[suite] = ["name": .text("a"), "size": .number(2)]
            #expect(try fields.in(suite).storedValue() == ["name": .text("a"), "size": .number(2)])
        }

        @Test func `An enumeration with raw values is stored as its raw value, although it is Codable`() {
            panel[suite] = .right
            #expect(suite.string(forKey: "panel") == "right")
        }

        @Test(.ephemeralSettings) func `A filtered list resets all settings but one`() {
            tabWidth.value = 8
            remotePageSize.value = 50
            let all: [any TSUD.Type] = [tabWidth.self, remotePageSize.self]
            all.filter { $0 != tabWidth.self }.reset()
            #expect(tabWidth.value == 8)
            #expect(!remotePageSize.isSet)
        }

        @Test(.ephemeralSettings) func `The members of one account are reset in all settings of a list`() {
            signature["ann"] = "Ann"
            signature["bob"] = "Bob"
            pageSize["ann"] = 50
            resetAccount("ann", in: [signature.self, pageSize.self])
            #expect(signature.members().compactMap(\.member) == ["bob"])
            #expect(pageSize.members().isEmpty)
        }

        @Test func `Keys that contain an account become members, once`() throws {
            try withEphemeralSettings { suite in
                suite.set("Ann", forKey: "ann-signature")
                for _ in 1...2 { try moveSignatures(of: ["ann", "bob"], in: suite) }
                #expect(signature["ann"] == "Ann")
                #expect(!signature.of("bob").isSet)
                #expect(suite.object(forKey: "ann-signature") == nil)
            }
        }

        @Test(.timeLimit(.minutes(15)))
        func `A server keeps its last valid port while an invalid one is stored`() async {
            await withEphemeralSettings { suite in
                let listened = Recorder<Int>()
                port.value = 9_000
                let server = Task { await followPort { listened.record($0) } }
                await listened.wait(for: [9_000])
                suite.set("banana", forKey: "port")
                while declined.total == 0 { await Task.yield() }
                port.value = 9_001
                await listened.wait(for: [9_000, 9_001])
                port.reset()
                await listened.wait(for: [9_000, 9_001, port.defaultValue])
                server.cancel()
            }
        }
    }
}

private enum port: TSUD {
    static let defaultValue = 8_080

    static func upgrade(_ stored: Any) -> Int? {
        declined.increment()
        return nil
    }
}

/// How often an invalid port has been read.
private let declined = Counter()

private enum theme: TSUD { static let defaultValue = Shade.light }
private enum words: TSUD { static var defaultValue: ReadableElements<String> { ReadableElements([]) } }
private enum tabWidth: EditorSetting { static let defaultValue = 4 }
private enum Panel: String, Codable, CodingKeyRepresentable { case left, right }
private enum widths: TSUD { static let defaultValue: [Panel: Double] = [:] }

private enum heights: TSUD {
    static let defaultValue: [Panel: Double] = [:]

    static func upgrade(_ stored: Any) -> [Panel: Double]? {
        guard let stored = stored as? [String: Any] else { return nil }
        var heights: [Panel: Double] = [:]
        for (name, object) in stored {
            if let panel = Panel(rawValue: name) { heights[panel] = decode(Double.self, from: object) }
        }
        return heights
    }
}

private enum panel: TSUD { static let defaultValue = Panel.left }

private enum Field: Codable, Equatable {
    case text(String)
    case number(Double)
}

private enum fields: TSUD { static let defaultValue: [String: Field] = [:] }
private enum signature: TSUD { static let defaultValue = "Sent from my computer" }
private enum remotePageSize: TSUD { static let defaultValue = 20 }
private enum pageSize: TSUD { static var defaultValue: Int { remotePageSize.value } }

private protocol EditorSetting: TSUD {}

extension EditorSetting {
    static var stringKey: String { "editor-" + String(describing: self) }
    static var formerKeys: [String] { [String(describing: self)] }
}

// MARK: As in the articles

private func moveSignatures(of accounts: [String], in defaults: UserDefaults) throws {
    for account in accounts {
        let oldKey = "\(account)-signature"
        if let old = defaults.string(forKey: oldKey) {
            try signature.of(account).store(old)
            defaults.removeObject(forKey: oldKey)
        }
    }
}

private func resetMember<Setting: TSUD>(_ name: String, of setting: Setting.Type) { setting.of(name).reset() }

private func resetAccount(_ id: String, in settings: [any TSUD.Type]) {
    for setting in settings { resetMember(id, of: setting) }
}

private func followPort(_ listen: (Int) -> Void) async {
    let settings: [any TSUD.Type] = [port.self]
    let changes = settings.changes()
    listen(port.value)
    for await _ in changes {
        let valid = try? port.storedValue() ?? port.defaultValue
        if let valid { listen(valid) }
    }
}

private enum Shade: RawRepresentable, Codable, Equatable {
    case light, dark
    case other(String)

    init(rawValue: String) {
        switch rawValue {
        case "light": self = .light
        case "dark": self = .dark
        default: self = .other(rawValue)
        }
    }

    var rawValue: String {
        switch self {
        case .light: "light"
        case .dark: "dark"
        case .other(let name): name
        }
    }
}

private struct ReadableElements<Element: Codable>: Codable {
    var elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements = []
        while !container.isAtEnd {
            if let element = try? container.decode(Element.self) {
                elements.append(element)
            } else {
                _ = try container.decode(Anything.self)
            }
        }
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }

    private struct Anything: Decodable { init(from decoder: any Decoder) {} }
}
