import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    /// A launch argument overrides the stored value, and stores nothing.
    ///
    /// The tests are serialized, because they use one key and on Apple systems the arguments of one affect the others.
    @Suite(.serialized, .bothKinds) struct LaunchArgumentDomainTests {
        let store = TestStore()

        /// The text after `-key` on a command line, and the value that a key reads.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let argument: Any
            let check: (UserDefaults) throws -> Void

            init<Key: TSUD>(_ argument: String, _ key: Key.Type, _ value: Key.ValueType) {
                testDescription = "\(argument) as \(key)"
                // As in Foundation, text in braces, brackets or quotation marks is a property list.
                let list = try? PropertyListSerialization.propertyList(from: Data(argument.utf8), format: nil)
                self.argument = "{[(<\"".contains(argument.prefix(1)) ? list ?? argument : argument
                check = { suite in
                    expectSame(key.get(suite), value)
                    expectSame(try key.in(suite).storedValue(), value)
                    #expect(key.in(suite).origin == .launchArgument)
                    #expect(!key.in(suite).isSet)
                }
            }
        }

        @Test(arguments: [
            Case("20", argued<Double>.self, 20),
            Case("-2.5", argued<Float>.self, -2.5),
            Case("20", argued<Int>.self, 20),
            Case("200", argued<UInt8>.self, 200),
            Case("YES", argued<Bool>.self, true),
            Case("no", argued<Bool>.self, false),
            Case("0", argued<Bool>.self, false),
            Case("5", argued<String>.self, "5"),
            Case("a b", argued<String>.self, "a b"),
            Case("\"a b\"", argued<String>.self, "a b"),
            Case("5", argued<Int?>.self, 5),
            Case("$null", filledArgued<Int>.self, nil),
            Case("dark", argued<Theme>.self, .dark),
            Case("300", argued<Level>.self, .high),
            Case("(1, 2, 3)", argued<[Int]>.self, [1, 2, 3]),
            Case("(1, 2.5)", argued<[Double]>.self, [1, 2.5]),
            Case("(YES, no)", argued<[Bool]>.self, [true, false]),
            Case("()", argued<[Int]>.self, []),
            Case("(a, \"b c\")", argued<[String]>.self, ["a", "b c"]),
            Case("((1, 2), (3))", argued<[[Int]]>.self, [[1, 2], [3]]),
            Case("(dark, light)", argued<[Theme]>.self, [.dark, .light]),
            Case("(1, 300)", argued<[Level]>.self, [.low, .high]),
            Case("{a = 1; b = 2.5;}", argued<[String: Double]>.self, ["a": 1, "b": 2.5]),
            Case("{}", argued<[String: Int]>.self, [:]),
            Case("https://example.com/a?b=c", argued<URL>.self, URL(string: "https://example.com/a?b=c") ?? .standIn),
            Case("/tmp/a", argued<URL>.self, URL(fileURLWithPath: "/tmp/a")),
            Case("<01ff>", argued<Data>.self, Data([1, 255])),
            Case("<plist><date>2001-01-01T00:01:17Z</date></plist>", argued<Date>.self, .standIn),
            Case("07070707-0707-0707-0707-070707070707", argued<UUID>.self, .standIn),
            Case("wide", upgraded.self, 400),
        ])
        func `A key of any type reads a launch argument`(_ this: Case) async throws {
            try await withLaunchArguments([arguedName: this.argument], in: store.suite) {
                try this.check(store.suite)
                // The argument is not stored, and overrides the stored value.
                #expect(store.contents == "{}")
                store.suite.set("something stored", forKey: arguedName)
                let before = store.contents
                #expect(store.suite.object(forKey: arguedName) as? String != "something stored")
                #expect(store.contents == before)
            }
        }

        typealias Refused = (argument: Any, key: any TSUD.Type, words: String)

        @Test(
            arguments: ([
                ("banana", argued<Double>.self, "'banana', is not a Double."),
                ("blue", argued<Theme>.self, "'blue', is not a Theme; valid values are light, dark."),
                ("[1, 2]", argued<[Int]>.self, "'[1, 2]', is not an Array<Int>."),
                (#"{"name": "Ann"}"#, argued<Contact>.self, #"'{"name": "Ann"}', is not a Contact."#),
                ("2026-01-31", argued<Date>.self, "'2026-01-31', is not a Date."),
                ("1m30s", argued<Duration>.self, "'1m30s', is not a Duration."),
                ("on", argued<Bool>.self, "'on', is not a Bool."),
                ("500", upgraded.self, "'500', is invalid: 500 is too wide."),
            ] as [Refused]).map { Unchecked($0) }
        )
        func `The error for an unreadable launch argument quotes it with its origin`(
            _ this: Unchecked<Refused>
        ) async throws {
            let (argument, key, words) = this.value
            func read<Key: TSUD>(_ key: Key.Type) throws { _ = try key.in(store.suite).storedValue() }
            await withLaunchArguments([arguedName: argument], in: store.suite) {
                let error = #expect(throws: TSUDError.self) { try read(key) }
                #expect(error?.description == "Value for key 'launch argument' on the command line, \(words)")
            }
        }

        @Test func `A stored string doesn't count as a launch argument`() {
            store.suite.set("[1, 2]", forKey: arguedName)
            #expect(throws: TSUDError.self) { try argued<[Int]>.in(store.suite).storedValue() }
        }

        @Test func `An unreadable launch argument is reported, and the stored value stays`() async throws {
            argued<Int>.set(5, store.suite)
            await withLaunchArguments([arguedName: "banana"], in: store.suite) {
                let reports = Reports.during { #expect(argued<Int>.get(store.suite) == 77) }
                #expect(reports.map(\.code) == [.unreadable])
                #expect(throws: TSUDError.self) { try argued<Int>.in(store.suite).storedValue() }
                #expect(store.object(forKey: arguedName) as? Int == 5)
            }
        }

        static let updates: [Row<(UserDefaults) throws -> Void>] = [
            Row("an update") { try argued<[String]>.in($0).update { $0.append("new") } },
            Row("a transaction") { suite in try updateSettings { $0[argued<[String]>.in(suite)].append("new") } },
        ]

        @Test(arguments: updates)
        func `An update begins with the stored value, and the argument still takes precedence`(
            _ row: Row<(UserDefaults) throws -> Void>
        ) async throws {
            try await withEphemeralSettings { suite in
                for suite in [suite] + (SuiteKind.namedSuitesTellWhatTheyHold ? [store.suite] : []) {
                    argued<[String]>[suite] = ["old"]
                    try await withLaunchArguments([arguedName: ["given"]], in: suite) {
                        try row.content(suite)
                        #expect(argued<[String]>[suite] == ["given"])
                    }
                    #expect(argued<[String]>[suite] == ["old", "new"])
                }
            }
        }

        @Test func `An update of a member begins with the setting's stored value below an argument`() async throws {
            try await withEphemeralSettings { suite in
                argued<Int>[suite] = 1
                try await withLaunchArguments([arguedName: "8"], in: suite) {
                    let member = argued<Int>.in(suite).of("a")
                    #expect(member.value == 8)
                    try member.update { $0 += 1 }
                    #expect(member.value == 2)
                }
            }
        }
    }
}

/// The key for all tests in this file, and no others.
private let arguedName = "launch argument"

private enum argued<Value: Defaulted>: Reporting {
    static var defaultValue: Value { .standIn }
    static var stringKey: String { arguedName }
}

private enum filledArgued<Value: Defaulted>: Reporting {
    static var defaultValue: Value? { Value.standIn }
    static var stringKey: String { arguedName }
}

private enum upgraded: TSUD {
    static let defaultValue = 77
    static let stringKey = arguedName
    static func upgrade(_ stored: Any) -> Int? { stored as? String == "wide" ? 400 : nil }
    static func validate(_ value: Int) throws { if value > 400 { throw TooWide(value: value) } }

    struct TooWide: LocalizedError {
        let value: Int
        var errorDescription: String? { "\(value) is too wide" }
    }
}
