import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Suites {
    /// A key that names its suite.
    @Suite(.bothKinds) struct SuiteNameTests {
        let store = TestStore()

        @Test func `A key with a suite name is stored in that suite, in every way to write`() throws {
            try named.$name.withValue(store.name) {
                named.value = [1]
                named.set(named.get() + [2])
                try named.update { $0.append(3) }
                named["a"] = [7]
                let property = Stored(named.self)
                property.wrappedValue.append(4)
                try updateSettings { $0[named.self].append(5) }
                #expect(store.stored.keys.sorted() == ["named", "named/a"])
                #expect(named[store.suite] == [1, 2, 3, 4, 5])
                let list: [any TSUD.Type] = [named.self]
                let data = try list.exported()
                list.reset()
                #expect(store.stored.isEmpty)
                #expect(try list.restore(from: data).stored == ["named", "named/a"])
                #expect(named.in(store.suite).members().map(\.value) == [[7]])
            }
        }

        @Test func `An existing handle follows a computed suite name`() {
            let (other, handle, member) = (TestStore(), named.handle, named.of("a"))
            for (store, number) in [(store, 1), (other, 2)] {
                named.$name.withValue(store.name) {
                    handle.value = [number]
                    member.value = [-number]
                }
            }
            #expect(named[store.suite] == [1] && named.in(store.suite)["a"] == [-1])
            #expect(named[other.suite] == [2] && named.in(other.suite)["a"] == [-2])
        }

        @Test func `All threads share one object for each suite name`() async {
            let name = store.name
            let objects = await withTaskGroup(of: Unchecked<UserDefaults>.self) { group in
                for _ in 0..<50 { group.addTask { Unchecked(NamedSuites.suite(named: name)) } }
                return await group.reduce(into: []) { $0.append($1.value) }
            }
            #expect(Set(objects.map { ObjectIdentifier($0) }).count == 1)
            let other = TestStore()
            #expect(NamedSuites.suite(named: other.name) !== objects[0])
            #expect(named.suite === UserDefaults.standard)
            #expect(named.$name.withValue(name) { named.suite } === objects[0])
            #expect(named.$name.withValue(name) { named.handle.suite } === objects[0])
        }

        @Test func `An ephemeral suite replaces a named one, and a key's own suite overrides its name`() {
            named.$name.withValue(store.name) {
                withEphemeralSettings { suite in
                    named.value = [1]
                    #expect(suite.array(forKey: "named") as? [Int] == [1])
                }
                #expect(store.stored.isEmpty)
                withOwnSuite.$own.withValue(Unchecked(TestStore())) {
                    withOwnSuite.value = 2
                    #expect(withOwnSuite.own.value.stored.keys.sorted() == ["withOwnSuite"])
                }
                #expect(store.stored.isEmpty)
            }
        }

        @Test(arguments: [
            ("com.example.editor", true), ("NSGlobalDomain", true), ("kCFPreferencesCurrentApplication", true),
            ("com.example\0.other", true), ("group.com.example.editor", false), ("com.example.editor.shared", false),
            ("com.example.EDITOR", false),
        ])
        func `The bundle's own name and the global domain are rejected as suite names`(
            _ name: String,
            _ isRefused: Bool
        ) {
            #expect(NamedSuites.isRejected(name, ofBundle: "com.example.editor") == isRefused)
        }

        @Test func `A suite name that Foundation rejects means the standard suite`() {
            let name = store.name + "-refused"
            NamedSuites.$make.withValue(.init { _ in nil }) {
                #expect(NamedSuites.suite(named: name) === UserDefaults.standard)
            }
        }

        #if !canImport(Darwin)
        @Test func `A rejected suite name is logged once, and the standard suite is used`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                for _ in 0..<3 {
                    #expect(inGlobalDomain.suite === UserDefaults.standard)
                    #expect(inGlobalDomain.handle.suite === UserDefaults.standard)
                    #expect(alsoInGlobalDomain.value == 1)
                }
            }
            let line = "TSUD: 'NSGlobalDomain' can't be the name of a suite; TSUD uses the standard suite instead."
            #expect(result?.logged == [line])
        }
        #endif
    }
}

private enum named: TSUD {
    @TaskLocal static var name = ""
    static let defaultValue: [Int] = []
    static var suiteName: String { name }
}

private enum withOwnSuite: TSUD {
    @TaskLocal static var own = Unchecked(TestStore())
    static let defaultValue = 1
    static var suiteName: String { named.name }
    static var suite: UserDefaults { own.value.suite }
}

private enum inGlobalDomain: TSUD {
    static let defaultValue = 1
    static let suiteName = "NSGlobalDomain"
}

private enum alsoInGlobalDomain: TSUD {
    static let defaultValue = 1
    static let suiteName = "NSGlobalDomain"
}
