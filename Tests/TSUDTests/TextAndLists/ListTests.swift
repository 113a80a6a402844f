import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension TextAndLists {
    /// Operations on a list of settings.
    @Suite(.bothKinds) struct ListTests {
        let store = TestStore()

        private let all: [any TSUD.Type] = [size.self, name.self, theme.self, contact.self]
        private let renamed: [any TSUD.Type] = [newSize.self]

        private func fill() {
            size[store.suite] = 14
            name[store.suite] = "Ann"
            contact[store.suite] = Contact(name: "Bob", age: 7)
        }

        private func xml(_ objects: [String: Any]) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        }

        @Test func `A switch over settings has a case for a type`() {
            let names = (all + renamed).map { setting in
                switch setting {
                case size.self: "size"
                case name.self, theme.self: "name or theme"
                default: "other"
                }
            }
            #expect(names == ["size", "name or theme", "name or theme", "other", "other"])
        }

        @Test func `All defaults except nil are registered`() {
            withEphemeralSettings { suite in
                all.register()
                #expect(suite.double(forKey: "size") == 12)
                #expect(suite.object(forKey: "name") == nil)
                #expect(all.map { $0.origin } == [.registered, .defaultValue, .registered, .registered])
            }
        }

        @Test func `A list resets its settings in the ephemeral suite or a given one`() {
            fill()
            withEphemeralSettings { _ in
                size.value = 20
                all.reset()
                #expect(!size.isSet)
            }
            func isSet<Key: TSUD>(_ key: Key.Type) -> Bool { key.in(store.suite).isSet }
            #expect(all.filter { isSet($0) }.count == 3)
            store.suite.set(1, forKey: "stranger")
            all.reset(in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["stranger": 1]))
        }

        @Test func `An export is XML of the stored values, and restoring it resets missing settings`() throws {
            fill()
            let contents = store.contents
            let data = try all.exported(in: store.suite)
            #expect(data.starts(with: Data("<?xml".utf8)))
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil)
            let expected = ["size": 14.0, "name": "Ann", "contact": ["name": "Bob", "age": 7]] as [String: Any]
            #expect(objectFingerprint(of: objects) == objectFingerprint(of: expected))
            all.reset(in: store.suite)
            theme[store.suite] = .dark
            let restored = try all.restore(from: data, in: store.suite)
            #expect(restored.stored == ["contact", "name", "size"])
            #expect(restored.reset == ["theme"])
            #expect(restored.skipped.isEmpty && restored.unknown.isEmpty)
            #expect(store.contents == contents)
            #expect(contact[store.suite] == Contact(name: "Bob", age: 7))
        }

        @Test(
            arguments: [
                (Date(timeIntervalSinceReferenceDate: 0.5) as Any, false), (-0.0, false), ("a\u{1}b", false),
                ("a\r\nb", true), (Float(0.1), true), (Date(timeIntervalSinceReferenceDate: 5), true),
                (Double.nan, true), (UInt64.max, true),
            ].map { Unchecked($0) }
        )
        func `An export is binary only if XML would lose something`(_ this: Unchecked<(Any, Bool)>) throws {
            let (object, isXML) = this.value
            store.suite.set(object, forKey: "size")
            let data = try all.exported(in: store.suite)
            #expect(data.starts(with: Data("<?xml".utf8)) == isXML)
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            let value = (object as? Float).map { Double($0) } ?? object
            #expect(objects?["size"].map(objectFingerprint) == objectFingerprint(of: value))
        }

        @Test func `If values are invalid, nothing is restored, and one error describes all of them`() throws {
            fill()
            let contents = store.contents
            let data = try xml([
                "size": "banana", "name": "Zoe", "theme": "blue", "contact": ["name": "", "age": 1] as [String: Any],
            ])
            let error = #expect(throws: TSUDError.self) { try all.restore(from: data, in: store.suite) }
            let words = try #require(store.words(of: error))
            #expect(
                words.hasPrefix(
                    "Value for key 'size' is a String, expected Double. "
                        + "Value for key 'theme' is 'blue', not a Theme; valid values are light, dark. "
                )
            )
            #expect(words.hasSuffix(" Value for key 'contact' is invalid: Nameless()."))
            #expect(error?.code == .unreadable)
            #expect(store.contents == contents)
        }

        @Test func `A single invalid value in an export throws its own error`() throws {
            newSize[store.suite] = 7
            let contents = store.contents
            let invalid = #expect(throws: TSUDError.self) {
                let data = try xml(["contact": ["name": "", "age": 1] as [String: Any]])
                try all.restore(from: data, in: store.suite)
            }
            let former = #expect(throws: TSUDError.self) {
                try renamed.restore(from: try xml(["oldSize": "banana"]), in: store.suite)
            }
            #expect([invalid?.code, former?.code] == [.invalid, .unreadable])
            #expect([invalid?.key, former?.key] == ["contact", "newSize"])
            #expect(store.contents == contents)
        }

        @Test(arguments: [
            "", " \n", "size = 14;", "<array/>", "<plist><array/></plist>", "bplist00", "\0\0", "<", "[]",
        ])
        func `restore rejects data that is neither a property list nor JSON of settings`(_ text: String) throws {
            fill()
            let contents = store.contents
            let error = #expect(throws: TSUDError.self) { try all.restore(from: Data(text.utf8), in: store.suite) }
            #expect(error?.description.hasPrefix("The settings in the data can't be read: ") == true)
            #expect(error?.code == .unreadable)
            #expect(error?.key == nil)
            #expect(store.contents == contents)
        }

        @Test func `restore skips invalid values on request, and leaves their settings unchanged`() throws {
            fill()
            theme[store.suite] = .dark
            let data = try xml(["size": "banana", "name": "Zoe", "contact": ["name": "", "age": 1] as [String: Any]])
            let restored = try all.restore(from: data, in: store.suite, skippingInvalid: true)
            #expect(restored.skipped == ["contact", "size"])
            #expect(restored.stored == ["name"])
            #expect(restored.reset == ["theme"])
            #expect([size[store.suite], Double(contact[store.suite].age)] == [14, 7])
            #expect(name[store.suite] == "Zoe")
        }

        @Test(
            arguments: [
                (["b": 1, "a": 1], "'a', 'b'"), (["NSWindow": 1, "a": 2, "b": [1], "c": 3], "'NSWindow', 'a', 'b', …"),
            ] as [([String: any Sendable], String)]
        )
        func `restore rejects the property list of another program`(
            _ objects: [String: any Sendable],
            names: String
        ) throws {
            fill()
            let contents = store.contents
            for isSkipping in [false, true] {
                let error = #expect(throws: TSUDError.self) {
                    try all.restore(from: xml(objects), in: store.suite, skippingInvalid: isSkipping)
                }
                #expect(error?.description == "No name in the data belongs to a setting of the list: \(names).")
                #expect(error?.code == .unreadable)
            }
            #expect(store.contents == contents)
        }

        @Test func `Restoring an empty property list resets all settings, and returns them`() throws {
            fill()
            let restored = try all.restore(from: xml([:]), in: store.suite)
            #expect(restored.reset == ["contact", "name", "size"])
            #expect(store.contents == "{}")
            #expect(try all.restore(from: xml([:]), in: store.suite).reset.isEmpty)
        }

        @Test func `restore keeps missing settings on request`() throws {
            fill()
            size.in(store.suite)["a"] = 3
            size.in(store.suite)["b"] = 4
            let data = try xml(["name": "Bob", "size/a": 5.0, "stranger": 1])
            let restored = try all.restore(from: data, in: store.suite, keepingAbsent: true)
            #expect(restored.stored == ["name", "size/a"])
            #expect(restored.reset.isEmpty && restored.skipped.isEmpty)
            #expect(restored.unknown == ["stranger"])
            #expect(size[store.suite] == 14)
            #expect(name[store.suite] == "Bob")
            #expect(contact.in(store.suite).isSet)
            #expect(size.in(store.suite).members().map(\.value) == [5, 4])
            let contents = store.contents
            #expect(try all.restore(from: xml([:]), in: store.suite, keepingAbsent: true).reset.isEmpty)
            #expect(store.contents == contents)
            let wrong = try xml(["name": "Eve", "size": "banana"])
            #expect(throws: TSUDError.self) { try all.restore(from: wrong, in: store.suite, keepingAbsent: true) }
            #expect(store.contents == contents)
            let skipped = try all.restore(from: wrong, in: store.suite, keepingAbsent: true, skippingInvalid: true)
            #expect(skipped.stored == ["name"] && skipped.skipped == ["size"])
            #expect(contact.in(store.suite).isSet)
        }

        @Test func `restore keeps a setting that a launch argument overrides`() async throws {
            let data = try xml(["name": "Bob"])
            size[store.suite] = 14
            _ = try await withLaunchArguments(["size": "20"], in: store.suite) {
                try all.restore(from: data, in: store.suite, keepingAbsent: true)
            }
            #expect(size[store.suite] == 14)
        }

        @Test func `restore returns and ignores unknown names`() throws {
            store.suite.set(1, forKey: "stranger")
            let data = try xml(["size": "14", "stranger": 2, "another": [1]])
            #expect(try all.restore(from: data, in: store.suite).unknown == ["another", "stranger"])
            #expect(store.contents == objectFingerprint(of: ["stranger": 1, "size": 14.0] as [String: Any]))
        }

        @Test func `Restoring stored values writes nothing`() throws {
            // An `Int`, which the key itself would have stored as a `Double`.
            store.suite.set(14, forKey: "size")
            let restored = try all.restore(from: try all.exported(in: store.suite), in: store.suite)
            #expect(restored.stored == ["size"])
            #expect(store.contents == objectFingerprint(of: ["size": 14]))
        }

        @Test func `Each setting uses its own suite, and all use the ephemeral one`() throws {
            try withEphemeralSettings { suite in
                size.value = 14
                elsewhere.value = 3
                #expect(suite.integer(forKey: "elsewhere") == 3)
                let both: [any TSUD.Type] = [size.self, elsewhere.self]
                let data = try both.exported()
                both.reset()
                #expect(try both.restore(from: data).stored == ["elsewhere", "size"])
                #expect([size.value, Double(elsewhere.value)] == [14, 3])
            }
            elsewhere.value = 5
            #expect(elsewhere.own.suite.integer(forKey: "elsewhere") == 5)
            let list: [any TSUD.Type] = [elsewhere.self]
            #expect(String(data: try list.exported(), encoding: .utf8)?.contains("<integer>5</integer>") == true)
            list.reset()
            #expect(!elsewhere.isSet)
        }

        @Test(
            arguments: [
                (["oldSize": 20.0], 20), (["oldSize": 20.0, "newSize": 30.0], 30),
                (["oldSize": "banana", "olderSize": 5.0], 5),
            ] as [([String: any Sendable], Double)]
        )
        func `A value under a former key is exported and restored under the current one`(
            _ objects: [String: any Sendable],
            size: Double
        ) throws {
            for (name, object) in objects { store.suite.set(object, forKey: name) }
            for data in [try renamed.exported(in: store.suite), try xml(objects)] {
                renamed.reset(in: store.suite)
                #expect(try renamed.restore(from: data, in: store.suite).stored == ["newSize"])
                #expect(store.contents == objectFingerprint(of: ["newSize": size]))
            }
        }
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
private enum name: TSUD { static let defaultValue: String? = nil }
private enum theme: TSUD { static let defaultValue = Theme.light }

private enum contact: TSUD {
    static let defaultValue = Contact.standIn
    struct Nameless: Error {}
    static func validate(_ value: Contact) throws { if value.name.isEmpty { throw Nameless() } }
}

private enum elsewhere: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 1
    static var suite: UserDefaults { own.suite }
}

private enum newSize: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["oldSize", "olderSize"]
}
