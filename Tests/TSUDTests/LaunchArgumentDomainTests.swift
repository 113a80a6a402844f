import Foundation
import TSUD
import Testing

/// A launch argument stands before what is stored, and stores nothing.
@Suite struct LaunchArgumentDomainTests {
    let store = TestStore()

    /// The text after `-key` on a command line, and what a key makes of it.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let argument: Any
        let check: (UserDefaults) throws -> Void

        init<Key: TSUD>(_ argument: String, _ key: Key.Type, _ value: Key.ValueType) {
            testDescription = "\(argument) as \(key)"
            self.argument = parsed(argument)
            check = { suite in
                expectSame(key.get(suite), value)
                expectSame(try key.storedValue(in: suite), value)
                #expect(key.origin(in: suite) == .launchArgument)
                #expect(!key.isSet(in: suite))
            }
        }
    }

    @Test(arguments: [
        Case("20", key<Double>.self, 20),
        Case("-2.5", key<Float>.self, -2.5),
        Case("20", key<Int>.self, 20),
        Case("200", key<UInt8>.self, 200),
        Case("YES", key<Bool>.self, true),
        Case("no", key<Bool>.self, false),
        Case("0", key<Bool>.self, false),
        Case("5", key<String>.self, "5"),
        Case("a b", key<String>.self, "a b"),
        Case("\"a b\"", key<String>.self, "a b"),
        Case("5", key<Int?>.self, 5),
        Case("$null", filledKey<Int>.self, nil),
        Case("dark", key<Theme>.self, .dark),
        Case("300", key<Level>.self, .high),
        Case("(1, 2, 3)", key<[Int]>.self, [1, 2, 3]),
        Case("(1, 2.5)", key<[Double]>.self, [1, 2.5]),
        Case("(YES, no)", key<[Bool]>.self, [true, false]),
        Case("()", key<[Int]>.self, []),
        Case("(a, \"b c\")", key<[String]>.self, ["a", "b c"]),
        Case("((1, 2), (3))", key<[[Int]]>.self, [[1, 2], [3]]),
        Case("(dark, light)", key<[Theme]>.self, [.dark, .light]),
        Case("(1, 300)", key<[Level]>.self, [.low, .high]),
        Case("{a = 1; b = 2.5;}", key<[String: Double]>.self, ["a": 1, "b": 2.5]),
        Case("{}", key<[String: Int]>.self, [:]),
        Case("{name = Bob; age = 3;}", key<Contact>.self, Contact(name: "Bob", age: 3)),
        Case("{name = Bob; age = 3;}", filledKey<Contact>.self, Contact(name: "Bob", age: 3)),
        Case(
            "({name = Bob; age = 3;}, {name = Ann; age = 4;})",
            key<[Contact]>.self,
            [Contact(name: "Bob", age: 3), Contact(name: "Ann", age: 4)]
        ),
        Case("(1, 2, 2)", key<Set<Int>>.self, [1, 2]),
        Case("https://example.com/a?b=c", key<URL>.self, URL(string: "https://example.com/a?b=c") ?? .standIn),
        Case("/tmp/a", key<URL>.self, URL(fileURLWithPath: "/tmp/a")),
        Case("<01ff>", key<Data>.self, Data([1, 255])),
        Case("07070707-0707-0707-0707-070707070707", key<UUID>.self, .standIn),
    ])
    func `A key of any kind reads it`(_ this: Case) throws {
        store.suite.set("something stored", forKey: "key")
        let before = store.contents
        store.suite.setVolatileDomain(["key": this.argument], forName: UserDefaults.argumentDomain)
        // Nothing is stored while it is there, and what was stored can't be seen through it.
        store.suite.removeObject(forKey: "key")
        try this.check(store.suite)
        #expect(store.contents == "{}")
        store.suite.set("something stored", forKey: "key")
        #expect(store.contents == before)
    }

    @Test func `A structure with a date inside reads the date as its text is parsed`() throws {
        let domain = ["key": parsed("<?xml version=\"1.0\"?><plist><date>2001-01-01T00:01:17Z</date></plist>")]
        store.suite.setVolatileDomain(domain, forName: UserDefaults.argumentDomain)
        #expect(key<Date>.get(store.suite) == .standIn)
    }

    @Test func `It stands before what is stored, which a write changes behind it`() throws {
        key<Int>.set(5, store.suite)
        store.suite.setVolatileDomain(["key": "20"], forName: UserDefaults.argumentDomain)
        #expect(key<Int>.get(store.suite) == 20)
        #expect(key<Int>.isSet(in: store.suite))
        #expect(key<Int>.origin(in: store.suite) == .launchArgument)
        key<Int>.set(6, store.suite)
        #expect(key<Int>.get(store.suite) == 20)
        #expect(store.object(forKey: "key") as? Int == 6)
        store.suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(key<Int>.get(store.suite) == 6)
    }

    @Test func `One that can't be read is reported, and what is stored stays`() throws {
        key<Int>.set(5, store.suite)
        store.suite.setVolatileDomain(["key": "banana"], forName: UserDefaults.argumentDomain)
        let reports = Reports.during { #expect(key<Int>.get(store.suite) == 77) }
        #expect(reports.map(\.code) == [.unreadable])
        #expect(throws: TSUDError.self) { try key<Int>.storedValue(in: store.suite) }
        #expect(throws: TSUDError.self) { try key<Int>.update(in: store.suite) { $0 += 1 } }
        #expect(store.object(forKey: "key") as? Int == 5)
    }
}

/// What Foundation makes of an argument: text in braces, brackets or quotation marks is a property list.
private func parsed(_ argument: String) -> Any {
    guard let first = argument.first, "{[(<\"".contains(first) else { return argument }
    let object = try? PropertyListSerialization.propertyList(from: Data(argument.utf8), format: nil)
    return object ?? argument
}
