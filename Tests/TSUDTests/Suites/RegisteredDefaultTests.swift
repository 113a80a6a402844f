import Foundation
import TSUD
import Testing

extension Suites {
    /// Defaults in the registration domain, where plain `UserDefaults` calls find them.
    ///
    /// Each test runs in its own process, because all suites share the domain, and Foundation on Linux does not lock
    /// it.
    @Suite(.bothKinds) struct RegisteredDefaultTests {
        @Test func `Plain accessors read the defaults of several keys, in every suite`() async {
            await #expect(processExitsWith: .success) {
                let (store, another) = (TestStore(), TestStore())
                store.suite.register(fontSize.self, hasWidgets.self, theme.self, author.self, home.self, username.self)
                for suite in [store.suite, another.suite] {
                    #expect(suite.double(forKey: "fontSize") == 12)
                    #expect(suite.bool(forKey: "Has Widgets"))
                    #expect(suite.string(forKey: "theme") == "dark")
                    #expect(suite.dictionary(forKey: "author")?["name"] as? String == "nobody")
                    #expect(suite.url(forKey: "home") == home.defaultValue)
                    #expect(suite.object(forKey: "username") == nil)
                }
                #expect(store.contents == "{}")
            }
        }

        @Test func `A registered default is a value, but no stored one`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(defaults: ["fontSize": 20])
                #expect(fontSize.get(store.suite) == 20)
                #expect(fontSize.origin(in: store.suite) == .registered)
                #expect(!fontSize.isSet(in: store.suite))
                let stored = try fontSize.storedValue(in: store.suite)
                #expect(stored == nil)
                try fontSize.update(in: store.suite) { $0 += 1 }
                #expect(store.object(forKey: "fontSize") as? Double == 21)
            }
        }

        @Test func `What is stored stands before it, even where both are equal`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(fontSize.self, author.self)
                fontSize.set(12, store.suite)
                author.set(.standIn, store.suite)
                expectStoredOverRegistered(fontSize.self, in: store)
                expectStoredOverRegistered(author.self, in: store)
            }
        }

        @Test func `A launch argument stands before both`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(fontSize.self)
                withLaunchArguments(["fontSize": "20"], in: store.suite) {
                    #expect(fontSize.get(store.suite) == 20)
                    #expect(fontSize.origin(in: store.suite) == .launchArgument)
                    #expect(!fontSize.isSet(in: store.suite))
                    fontSize.set(14, store.suite)
                    #expect(fontSize.get(store.suite) == 20)
                    #expect(fontSize.origin(in: store.suite) == .launchArgument)
                    if namedSuitesTellWhatTheyHold { #expect(fontSize.isSet(in: store.suite)) }
                    #expect(store.object(forKey: "fontSize") as? Double == 14)
                }
                #expect(fontSize.get(store.suite) == 14)
                #expect(fontSize.isSet(in: store.suite))
            }
        }

        @Test func `It doesn't hide what a former key holds`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(renamed.self)
                #expect(renamed.get(store.suite) == 0)
                store.suite.set(5, forKey: "former name")
                #expect(renamed.get(store.suite) == 5)
                #expect(renamed.origin(in: store.suite) == .suite)
                let stored = try renamed.storedValue(in: store.suite)
                #expect(stored == 5)
                renamed.set(6, store.suite)
                #expect(store.contents == objectFingerprint(of: ["renamed": 6]))
            }
        }

        @Test func `A nil hides it`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(defaults: ["username": "registered"])
                #expect(username.get(store.suite) == "registered")
                username.set(nil, store.suite)
                #expect(username.get(store.suite) == nil)
                #expect(username.isSet(in: store.suite))
                try username.update(in: store.suite) { #expect($0 == nil) }
            }
        }

        @Test func `A URL is read as url(forKey:) reads it`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                let file = URL(fileURLWithPath: "/x")
                store.suite.register(defaults: ["home": file])
                #expect(store.suite.url(forKey: "home") == file)
                let reports = Reports.during { #expect(home.get(store.suite) == file) }
                #expect(reports.isEmpty)
                #expect(home.origin(in: store.suite) == .registered)
                #expect(!home.isSet(in: store.suite))
                home.set(file, store.suite)
                #expect(home.isSet(in: store.suite))
                home.reset(in: store.suite)
                #expect(!home.isSet(in: store.suite))
            }
        }

        @Test func `One that no property list can contain is reported as that`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(defaults: [
                    "author": URL(fileURLWithPath: "/x"), "fontSize": [URL(fileURLWithPath: "/x")],
                ])
                let reports = Reports.during {
                    _ = author.get(store.suite)
                    _ = fontSize.get(store.suite)
                }
                #expect(
                    reports.map { store.words(of: $0) } == [
                        "Value for key 'author' is a URL, expected Contact: it can't be part of a property list.",
                        "Value for key 'fontSize' is an Array, expected Double.",
                    ]
                )
            }
        }

        @Test func `One that can't be read is reported, and the key's own default is the answer`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                store.suite.register(defaults: ["fontSize": "banana"])
                let reports = Reports.during { #expect(fontSize.get(store.suite) == 12) }
                #expect(reports.map(\.code) == [.unreadable])
                #expect(fontSize.origin(in: store.suite) == .registered)
            }
        }

        @Test func `A default that can't be encoded is reported, and the others are registered`() async {
            await #expect(processExitsWith: .success) {
                let store = TestStore()
                let reports = Reports.during { store.suite.register(failing.self, fontSize.self) }
                #expect(reports.map(\.code) == [.unencodable])
                #expect(reports.map(\.key) == ["failing"])
                #expect(store.suite.object(forKey: "failing") == nil)
                #expect(store.suite.double(forKey: "fontSize") == 12)
            }
        }
    }
}

private func expectStoredOverRegistered<Key: TSUD>(_ key: Key.Type, in store: TestStore) {
    #expect(store.object(forKey: key.stringKey) != nil)
    if namedSuitesTellWhatTheyHold {
        #expect(key.origin(in: store.suite) == .suite)
        #expect(key.isSet(in: store.suite))
    }
    expectSame(key.get(store.suite), key.defaultValue)
    key.reset(in: store.suite)
    #expect(store.object(forKey: key.stringKey) == nil)
    #expect(key.origin(in: store.suite) == .registered)
    #expect(!key.isSet(in: store.suite))
}

private struct fontSize: TSUD {
    static let defaultValue = 12.0
    static let stringKey = "fontSize"
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private struct hasWidgets: TSUD {
    static let defaultValue = true
    static let stringKey = "Has Widgets"
}

private struct theme: TSUD {
    static let defaultValue = Theme.dark
    static let stringKey = "theme"
}

private struct author: TSUD {
    static let defaultValue = Contact.standIn
    static let stringKey = "author"
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private struct home: TSUD {
    static let defaultValue = URL(string: "https://example.com") ?? .standIn
    static let stringKey = "home"
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private struct username: TSUD {
    static let defaultValue: String? = nil
    static let stringKey = "username"
}

private struct renamed: TSUD {
    static let defaultValue = 0
    static let stringKey = "renamed"
    static let formerKeys = ["former name"]
}

private struct failing: TSUD {
    static let defaultValue = Contact(name: "$null", age: 0)
    static let stringKey = "failing"
    static func report(_ error: TSUDError) { Reports.take(error) }
}
