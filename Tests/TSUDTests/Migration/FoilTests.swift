import Foundation
import TSUD
import Testing

extension Migration {
    @Suite struct FoilTests: MigrationSuite {
        let store = TestStore()

        @Test func `A RawRepresentable is its raw value, in an array and a dictionary as well`() throws {
            try exchange("dark", with: theme.self, as: .dark)
            try exchange(300, with: level.self, as: .high)
            try exchange("Ann", with: nickname.self, as: Nickname(rawValue: "Ann"))
            try exchange(["dark", "light"], with: themes.self, as: [.dark, .light])
            try exchange(["a": "dark"], with: themesByName.self, as: ["a": .dark])
        }

        @Test func `A Set is an array, and a Codable JSON in data`() throws {
            try exchange(["a"], with: tags.self, as: ["a"])
            try read(try JSONEncoder().encode(Contact.some[0]), by: contact.self, as: Contact.some[0])
            try read(try Contact.some.map { try JSONEncoder().encode($0) }, by: contacts.self, as: Contact.some)
        }

        @Test func `A URL is what UserDefaults makes of it`() throws {
            suite.set(URL(fileURLWithPath: "/a b"), forKey: "homepage")
            #expect(try homepage.storedValue(in: suite) == URL(fileURLWithPath: "/a b"))
        }
    }
}

private struct Nickname: RawRepresentable, Codable, Equatable { var rawValue: String }

private enum theme: TSUD { static let defaultValue = Theme.light }
private enum themes: TSUD { static let defaultValue: [Theme] = [] }
private enum themesByName: TSUD { static let defaultValue: [String: Theme] = [:] }
private enum level: TSUD { static let defaultValue = Level.low }
private enum nickname: TSUD { static let defaultValue = Nickname(rawValue: "") }
private enum tags: TSUD { static let defaultValue: Set<String> = [] }
private enum homepage: TSUD { static let defaultValue: URL? = nil }
private enum contact: FormerlyJSON { static let defaultValue = Contact.standIn }
private enum contacts: FormerlyJSON { static let defaultValue: [Contact] = [] }
