import Foundation
import TSUD
import Testing

extension Migration {
    @Suite struct AppStorageTests: MigrationSuite {
        let store = TestStore()

        @Test func `Property-list types are stored as themselves, by all other libraries as well`() throws {
            try exchange(true, with: flag.self, as: true)
            try exchange(7, with: count.self, as: 7)
            try exchange(14.5, with: fontSize.self, as: 14.5)
            try exchange("Ann", with: username.self, as: "Ann")
            try exchange(Date.standIn, with: opened.self, as: .standIn)
            try exchange(Data([1, 2]), with: blob.self, as: Data([1, 2]))
            try exchange(["a", "b"], with: names.self, as: ["a", "b"])
            try exchange(["a": 1, "b": 2], with: counts.self, as: ["a": 1, "b": 2])
        }

        @Test func `What is represented by a number or a string is stored as that`() throws {
            for value in Theme.allCases { try exchange(value.rawValue, with: theme.self, as: value) }
            for value in Level.allCases { try exchange(value.rawValue, with: level.self, as: value) }
        }

        @Test func `A URL is an archive, or the path of a file`() throws {
            try read(URL.address.archive, by: homepage.self, as: .address)
            try read("~/notes.txt", by: homepage.self, as: URL(fileURLWithPath: NSHomeDirectory() + "/notes.txt"))
            homepage[suite] = .address
            #expect(suite.url(forKey: "homepage") == .address)
        }

        @Test func `A type that is represented by JSON in a string`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                try JSONDecoder().decode(Value.self, from: Data(try #require(suite.string(forKey: name)).utf8))
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                suite.set(try json(value), forKey: name)
            }
            try takeTurns(inString.self, Contact.some, read: read, write: write)
            try takeTurns(listInString.self, [[], Contact.some], read: read, write: write)
        }
    }
}

private enum flag: TSUD { static let defaultValue = false }
private enum count: TSUD { static let defaultValue = 0 }
private enum fontSize: TSUD { static let defaultValue = 12.0 }
private enum username: TSUD { static let defaultValue: String? = nil }
private enum opened: TSUD { static let defaultValue = Date.distantPast }
private enum blob: TSUD { static let defaultValue = Data() }
private enum names: TSUD { static let defaultValue: [String] = [] }
private enum counts: TSUD { static let defaultValue: [String: Int] = [:] }
private enum theme: TSUD { static let defaultValue = Theme.light }
private enum level: TSUD { static let defaultValue = Level.low }
private enum homepage: TSUD { static let defaultValue: URL? = nil }
private enum inString: StillJSONString { static let defaultValue = Contact.standIn }
private enum listInString: StillJSONString { static let defaultValue: [Contact] = [] }
