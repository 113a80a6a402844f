import Foundation
import TSUD
import Testing

extension Suites {
    /// Defaults in the registration domain, where plain `UserDefaults` calls find them.
    ///
    /// Each test runs in its own process, because all suites share the domain, and Foundation on Linux does not lock
    /// it.
    @Suite struct RegisteredDefaultTests {
        @Test func `Plain accessors read the defaults of several keys, nil registering nothing`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    suite.register(fontSize.self, `Has Widgets`.self, theme.self, author.self, home.self, username.self)
                    #expect(suite.double(forKey: "fontSize") == 12)
                    #expect(suite.bool(forKey: "Has Widgets"))
                    #expect(suite.string(forKey: "theme") == "dark")
                    #expect(suite.dictionary(forKey: "author")?["name"] as? String == "nobody")
                    #expect(suite.url(forKey: "home") == home.defaultValue)
                    #expect(suite.object(forKey: "username") == nil)
                    #expect(!fontSize.isSet(in: suite))
                }
            }
        }

        @Test func `All suites of a process share them, and none stores them`() async {
            await #expect(processExitsWith: .success) {
                let (store, another) = (TestStore(), TestStore())
                store.suite.register(fontSize.self)
                #expect(another.suite.double(forKey: "fontSize") == 12)
                #expect(fontSize.origin(in: another.suite) == .registered)
                #expect(store.contents == "{}")
            }
        }

        @Test func `A nil hides one`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    suite.register(defaults: ["username": "registered"])
                    #expect(username.get(suite) == "registered")
                    username.set(nil, suite)
                    #expect(username.get(suite) == nil)
                    #expect(username.isSet(in: suite))
                    try username.update(in: suite) { #expect($0 == nil) }
                }
            }
        }

        @Test func `A URL is read as url(forKey:) reads it`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    let file = URL(fileURLWithPath: "/x")
                    suite.register(defaults: ["home": file])
                    #expect(suite.url(forKey: "home") == file)
                    let reports = Reports.during { #expect(home.get(suite) == file) }
                    #expect(reports.isEmpty)
                    #expect(home.origin(in: suite) == .registered)
                    #expect(!home.isSet(in: suite))
                    home.set(file, suite)
                    #expect(home.isSet(in: suite))
                    home.reset(in: suite)
                    #expect(!home.isSet(in: suite))
                }
            }
        }

        @Test func `One that can't be read is reported, and the key's own default is the answer`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(defaults: [
                    "author": URL(fileURLWithPath: "/x"), "fontSize": [URL(fileURLWithPath: "/x")], "theme": "green",
                ])
                let reports = Reports.during {
                    #expect(author.get(store.suite) == .standIn)
                    #expect(fontSize.get(store.suite) == 12)
                    #expect(theme.get(store.suite) == .dark)
                }
                #expect(reports.map(\.code) == [.unreadable, .unreadable, .unreadable])
                #expect(
                    reports.prefix(2).map { store.words(of: $0) } == [
                        "Value for key 'author' is a URL, expected Contact: it can't be part of a property list.",
                        "Value for key 'fontSize' is an Array, expected Double.",
                    ]
                )
                #expect(theme.origin(in: store.suite) == .registered)
            }
        }

        @Test func `A default that can't be encoded is reported, and the others are registered`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    let reports = Reports.during { suite.register(failing.self, fontSize.self) }
                    #expect(reports.map(\.code) == [.unencodable])
                    #expect(reports.map(\.key) == ["failing"])
                    #expect(suite.object(forKey: "failing") == nil)
                    #expect(suite.double(forKey: "fontSize") == 12)
                }
            }
        }
    }
}

private enum fontSize: Telling { static let defaultValue = 12.0 }
private enum `Has Widgets`: TSUD { static let defaultValue = true }
private enum theme: Telling { static let defaultValue = Theme.dark }
private enum author: Telling { static let defaultValue = Contact.standIn }
private enum home: Telling { static let defaultValue = URL(string: "https://example.com") ?? .standIn }
private enum username: TSUD { static let defaultValue: String? = nil }
private enum failing: Telling { static let defaultValue = Contact(name: "$null", age: 0) }
