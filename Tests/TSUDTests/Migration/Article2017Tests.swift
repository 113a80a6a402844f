import Foundation
import TSUD
import Testing

extension Migration {
    @Suite struct Article2017Tests: MigrationSuite {
        let store = TestStore()

        @Test func `A Codable is the objects that PropertyListEncoder makes, and a URL a dictionary`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                let list = [try #require(suite.object(forKey: name))]
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                return try #require(try PropertyListDecoder().decode([Value].self, from: data).first)
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                let data = try PropertyListEncoder().encode([value])
                let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
                suite.set(try #require(list?.first), forKey: name)
            }
            try takeTurns(plain.self, Contact.some, read: read, write: write)
            try takeTurns(dated.self, [Session(document: "a", opened: .standIn)], read: read, write: write)
            try takeTurns(dictionaryURL.self, URL.some, read: read, write: write)
        }

        @Test func `A name with a space in it was cut there, which formerKeys says`() throws {
            #expect(recent<Int, String>.stringKey == "recent<Int, String>")
            put(["a"], in: recent<Int, String>.self, as: "recent<Int,")
            #expect(try recent<Int, String>.storedValue(in: suite) == ["a"])
        }

        @Test func `Or it is kept as the key's`() throws {
            cut<Int, String>.set(["a"], suite)
            #expect(suite.stringArray(forKey: "cut<Int,") == ["a"])
        }
    }
}

private struct Session: Codable, Equatable {
    var document: String
    var opened: Date
}

private enum plain: TSUD { static let defaultValue = Contact.standIn }
private enum dated: TSUD { static let defaultValue = Session(document: "", opened: .distantPast) }

private enum dictionaryURL: TSUD {
    static let defaultValue = URL.standIn
    static func storedForm(of value: URL) -> Any? { ["relative": value.absoluteString] }
}

private enum recent<First, Second>: TSUD {
    static var defaultValue: [String] { [] }
    static var formerKeys: [String] { ["recent<Int,"] }
}

private enum cut<First, Second>: TSUD {
    static var defaultValue: [String] { [] }
    static var stringKey: String { "cut<Int," }
}
