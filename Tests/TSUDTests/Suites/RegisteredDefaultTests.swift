import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    /// Defaults in the registration domain, where plain `UserDefaults` calls find them.
    ///
    /// Each test runs in its own process, because all suites share the domain, and Foundation on Linux does not lock
    /// it.
    @Suite struct RegisteredDefaultTests {
        @Test func `Direct calls read registered defaults, and one that can't be encoded is reported`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    let reports = Reports.during {
                        suite.register(fontSize.self, failing.self, `Has Widgets`.self, theme.self)
                        suite.register(author.self, home.self, username.self)
                    }
                    #expect(reports.map(\.code) == [.unencodable])
                    #expect(reports.map(\.key) == ["failing"])
                    #expect(suite.object(forKey: "failing") == nil)
                    #expect(suite.double(forKey: "fontSize") == 12)
                    #expect(suite.bool(forKey: "Has Widgets"))
                    #expect(suite.string(forKey: "theme") == "dark")
                    #expect(suite.dictionary(forKey: "author")?["name"] as? String == "nobody")
                    #expect(suite.url(forKey: "home") == home.defaultValue)
                    #expect(suite.object(forKey: "username") == nil)
                    #expect(!fontSize.in(suite).isSet)
                }
            }
        }

        @Test func `All suites of a process share registered defaults, and none stores them`() async {
            await #expect(processExitsWith: .success) {
                let (store, another) = (TestStore(), TestStore())
                store.suite.register(fontSize.self)
                #expect(another.suite.double(forKey: "fontSize") == 12)
                #expect(fontSize.in(another.suite).origin == .registered)
                #expect(store.contents == "{}")
            }
        }

        @Test func `A stored nil overrides a registered default`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    suite.register(defaults: ["username": "registered"])
                    #expect(username.get(suite) == "registered")
                    username.set(nil, suite)
                    #expect(username.get(suite) == nil)
                    #expect(username.in(suite).isSet)
                    try username.in(suite).update { #expect($0 == nil) }
                }
            }
        }

        @Test func `A registered URL is read as url(forKey:) reads it`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    let file = URL(fileURLWithPath: "/x")
                    suite.register(defaults: ["home": file])
                    #expect(suite.url(forKey: "home") == file)
                    #expect(home.get(suite) == file)
                    #expect(home.in(suite).origin == .registered)
                    #expect(!home.in(suite).isSet)
                    home.set(file, suite)
                    #expect(home.in(suite).isSet)
                    home.in(suite).reset()
                    #expect(!home.in(suite).isSet)
                }
            }
        }

        @Test func `An unreadable registered default is reported, and the key's default is returned`() async {
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
                    reports.prefix(2).map(store.words) == [
                        "Value for key 'author' is a URL, expected Contact: it can't be part of a property list, or "
                            + "is nested deeper than 511 levels.",
                        "Value for key 'fontSize' is an Array, expected Double.",
                    ]
                )
                #expect(theme.in(store.suite).origin == .registered)
            }
        }

        #if os(Linux)
        @Test func `Another program's write is read, after a write that followed a reset`() async {
            await #expect(processExitsWith: .success) {
                let directory = try TemporaryDirectory()
                try directory.write([:], to: "suite.plist")
                let suite = try #require(UserDefaults(suiteName: directory.path("suite")))
                suite.register(defaults: ["fontSize": 10.0])
                fontSize.in(suite).reset()
                fontSize.set(14, suite)
                try suite.flush()
                try directory.write(["fontSize": 20.0], to: "suite.plist")
                try suite.flush()
                #expect(fontSize.get(suite) == 20)
            }
        }
        #endif
    }
}

private enum fontSize: Reporting { static let defaultValue = 12.0 }
private enum `Has Widgets`: TSUD { static let defaultValue = true }
private enum theme: Reporting { static let defaultValue = Theme.dark }
private enum author: Reporting { static let defaultValue = Contact.standIn }
private enum home: Reporting { static let defaultValue = URL(string: "https://example.com") ?? .standIn }
private enum username: TSUD { static let defaultValue: String? = nil }
private enum failing: Reporting { static let defaultValue = Contact(name: "$null", age: 0) }
