import Foundation
import TSUD
import Testing

extension Migration {
    @Suite struct SwiftyUserDefaultsTests: MigrationSuite {
        let store = TestStore()

        @Test func `A Codable, or an array of them, is JSON in data`() throws {
            func read<Value: Decodable>(_ suite: UserDefaults, _ name: String) throws -> Value {
                try JSONDecoder().decode(Value.self, from: try #require(suite.data(forKey: name)))
            }
            func write(_ value: some Encodable, _ suite: UserDefaults, _ name: String) throws {
                suite.set(try JSONEncoder().encode(value), forKey: name)
            }
            try takeTurns(inData.self, Contact.some, read: read, write: write)
            try takeTurns(listInData.self, [[], Contact.some], read: read, write: write)
        }

        @Test func `A nil that is the default leaves nothing to read`() {
            optionalInData[suite] = Contact.some[0]
            optionalInData[suite] = nil
            #expect(suite.object(forKey: "optionalInData") == nil)
        }

        @Test func `Raw values are stored as themselves, and so are arrays of them`() throws {
            try exchange("dark", with: theme.self, as: .dark)
            try exchange(["dark", "light"], with: themes.self, as: [.dark, .light])
        }

        @Test func `A URL is an archive, and an array of them another`() throws {
            try read(URL.address.archive, by: homepage.self, as: .address)
            try takeTurns(
                bookmarks.self,
                [[], URL.some],
                read: { try #require(bookmarks.upgrade($0.object(forKey: $1) ?? 0)) },
                write: { $1.set(try bookmarks.archive(of: $0, isSecure: false), forKey: $2) }
            )
        }

        @Test func `Reading leaves the former form, a write replaces it`() throws {
            let stored = try JSONEncoder().encode(Contact.some[0])
            put(stored, in: formerly.self)
            #expect(formerly[suite] == Contact.some[0])
            #expect(suite.data(forKey: "formerly") == stored)
            try formerly.update(in: suite) { _ in }
            #expect(suite.dictionary(forKey: "formerly")?["name"] as? String == "Ann")
            #expect(formerly[suite] == Contact.some[0])
        }
    }
}

private enum bookmarks: TSUD {
    static let defaultValue: [URL] = []

    static func upgrade(_ stored: Any) -> [URL]? {
        guard let archive = stored as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSURL.self], from: archive) as? [URL]
    }

    static func storedForm(of value: [URL]) throws -> Any? { try archive(of: value, isSecure: true) }

    static func archive(of value: [URL], isSecure: Bool) throws -> Data {
        let array = NSArray(array: value.map { $0 as NSURL })
        return try NSKeyedArchiver.archivedData(withRootObject: array, requiringSecureCoding: isSecure)
    }
}

private enum theme: TSUD { static let defaultValue = Theme.light }
private enum themes: TSUD { static let defaultValue: [Theme] = [] }
private enum homepage: TSUD { static let defaultValue: URL? = nil }
private enum formerly: FormerlyJSON { static let defaultValue = Contact.standIn }
private enum inData: StillJSONData { static let defaultValue = Contact.standIn }
private enum listInData: StillJSONData { static let defaultValue: [Contact] = [] }
private enum optionalInData: StillJSONData { static let defaultValue: Contact? = nil }
