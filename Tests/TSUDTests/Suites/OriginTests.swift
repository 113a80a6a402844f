import Foundation
import TSUD
import Testing

extension Suites {
    @Suite(.bothKinds) struct OriginTests {
        let store = TestStore()

        @Test func `A value comes from the first place that has one`() {
            withEphemeralSuite { suite in
                #expect(size.origin() == .defaultValue)
                suite.register(defaults: ["size": 10])
                #expect(size.origin() == .registered)
                #expect(size.value == 10)
                size.value = 11
                #expect(size.origin() == .suite)
                #expect(size.value == 11)
            }
            argued[store.suite] = 11
            #expect(argued.origin(in: store.suite) == .suite)
            withLaunchArguments(["argued": "20"], in: store.suite) {
                #expect(argued.origin(in: store.suite) == .launchArgument)
                #expect(argued[store.suite] == 20)
            }
        }

        @Test func `What equals the registered default is still stored`() {
            withEphemeralSuite { suite in
                suite.register(size.self)
                #expect(!size.isSet())
                size.value = 12
                #expect(size.origin() == .suite)
                #expect(size.isSet())
            }
        }

        @Test func `A launch argument stores nothing and is no stored value`() throws {
            withLaunchArguments(["alsoArgued": "20"], in: store.suite) {
                #expect(alsoArgued[store.suite] == 20)
                #expect(!alsoArgued.isSet(in: store.suite))
                #expect(store.contents == objectFingerprint(of: [:]))
            }
        }

        @Test func `A registered default is no stored value`() throws {
            try withEphemeralSuite { suite in
                suite.register(size.self)
                let stored = try size.storedValue()
                #expect(stored == nil)
            }
        }

        @Test func `A reset brings back what lies under the stored value`() {
            withEphemeralSuite { suite in
                size.value = 20
                size.reset()
                #expect(size.origin() == .defaultValue)
                suite.register(defaults: ["size": 10])
                size.value = 20
                size.reset()
                #expect(size.value == 10)
            }
        }

        @Test func `A nil hides a registered default`() {
            withEphemeralSuite { suite in
                suite.register(defaults: ["name": "registered"])
                #expect(name.value == "registered")
                name.value = nil
                #expect(name.value == nil)
                #expect(name.isSet())
            }
        }

        @Test func `Several keys register their defaults in one call, nil registering nothing`() {
            withEphemeralSuite { suite in
                suite.register(size.self, name.self, theme.self)
                #expect(suite.double(forKey: "size") == 12)
                #expect(suite.object(forKey: "name") == nil)
                #expect(suite.string(forKey: "theme") == "light")
            }
        }

        @Test func `A default that can't be registered is reported`() {
            let reports = Reports.during {
                withEphemeralSuite { suite in suite.register(failing.self) }
            }
            #expect(reports.map(\.code) == [.unencodable])
        }

        @Test(arguments: [
            "", "a.b", "a/b", "@x", "has space", "😀", "nul\0inside", String(repeating: "k", count: 10_000),
        ])
        func `A key of any name is set, read and reset`(_ name: String) throws {
            try Named.$name.withValue(name) {
                #expect(named[store.suite] == 1)
                named[store.suite] = 2
                #expect(named[store.suite] == 2)
                #expect(store.suite.integer(forKey: name) == 2)
                #expect(named.isSet(in: store.suite))
                let stored = try named.storedValue(in: store.suite)
                #expect(stored == 2)
                named.reset(in: store.suite)
                #expect(!named.isSet(in: store.suite))
            }
        }
    }
}

/// The `stringKey` of a key during a test.
private enum Named {
    @TaskLocal static var name = ""
}

private enum named: TSUD {
    static let defaultValue = 1
    static var stringKey: String { Named.name }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum name: TSUD { static let defaultValue: String? = nil }
private enum theme: TSUD { static let defaultValue = Theme.light }

// Each is for only one test, because its launch argument would affect others.
private enum argued: TSUD { static let defaultValue = 12.0 }
private enum alsoArgued: TSUD { static let defaultValue = 12.0 }

private enum failing: TSUD {
    static let defaultValue = Failing()
    // A name that no other test uses, so that only this key's error is reported.
    static let stringKey = "failing to be registered"
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private struct Failing: Codable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
}
