#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// Objects that are set in Foundation's memory by the functions that `UserDefaults` itself calls.
    @Suite struct FoundationMemoryTests {
        private let directory: TemporaryDirectory
        private let memory: FoundationMemory
        private let byHand: UserDefaults

        init() throws {
            directory = try TemporaryDirectory()
            memory = FoundationMemory(ofSuiteNamed: directory.path("memory"))
            byHand = try #require(UserDefaults(suiteName: directory.path("byHand")))
        }

        private static let objects: PropertyListDictionary = [
            "true": .boolean(true), "false": .boolean(false), "zero": .integer(0), "one": .integer(1),
            "least": .integer(.min), "greatest": .integer(.max), "unsigned": .unsigned(.max), "real": .real(1.5),
            "whole": .real(1), "negative zero": .real(-0.0), "NaN": .real(.nan), "infinity": .real(-.infinity),
            "single": .single(0.1), "empty": .string(""), "text": .string("e\u{301} \u{E9} 👩‍👩‍👧‍👦 \u{FFFF}"),
            "NUL": .string("a\0b"), "mark": .string("\u{FEFF}a"),
            "long": .string(String(repeating: "ä", count: 70_000)),
            "date": .date(Date(timeIntervalSinceReferenceDate: 0.25)), "bytes": .data(Data([0, 255])),
            "no bytes": .data(Data()), "list": .array([.integer(1), .boolean(true)]),
            "dictionary": .dictionary(["a": .real(1)]), "\u{FEFF}key": .integer(2), "": .integer(3), "a.b": .integer(4),
            "\u{E9}": .integer(5),
        ]

        private func setByHand(_ objects: NamedValues<PropertyListObject?>) {
            for (name, object) in objects { byHand.set(object?.foundationObject, forKey: name) }
        }

        private func expectSameMemory(_ names: [String]) {
            for name in names {
                let (own, other) = (memory.suite.object(forKey: name), byHand.object(forKey: name))
                #expect("\(own.map { type(of: $0) } as Any)" == "\(other.map { type(of: $0) } as Any)", "\(name)")
                #expect(own.flatMap { PropertyListObject($0) } == other.flatMap { PropertyListObject($0) }, "\(name)")
                #expect(memory[name] == other.flatMap { PropertyListObject($0) }, "\(name)")
            }
        }

        @Test(arguments: [true, false])
        func `Each object is in memory as if set by hand`(_ isTogether: Bool) throws {
            let objects = Self.objects.mapValues { PropertyListObject?.some($0) }
            setByHand(objects)
            if isTogether { memory.set(objects) } else { for (name, object) in objects { memory.set([name: object]) } }
            expectSameMemory(objects.keys)
        }

        @Test(arguments: [true, false])
        func `Each later object or removal replaces the first object`(_ isTogether: Bool) throws {
            let names = Self.objects.keys
            let first = Self.objects.mapValues { PropertyListObject?.some($0) }
            var second = NamedValues<PropertyListObject?>()
            for (name, other) in zip(names, names.dropFirst() + [""]) {
                // Half of the names are removed.
                second[name] = .some(name.utf8.count.isMultiple(of: 2) ? nil : Self.objects[other])
            }
            for objects in [first, second] {
                setByHand(objects)
                if isTogether {
                    memory.set(objects)
                } else {
                    for (name, object) in objects { memory.set([name: object]) }
                }
            }
            expectSameMemory(names + ["absent"])
        }

        /// `synchronize()` writes the changed names of all suites of the process.
        @Test func `Each object is in the file of synchronize as if set by hand`() async {
            await #expect(processExitsWith: .success) {
                let tests = try FoundationMemoryTests()
                let objects = Self.objects.mapValues { PropertyListObject?.some($0) }
                tests.setByHand(objects)
                tests.memory.set(objects)
                tests.memory.set(["one": .integer(1)])
                #expect(tests.byHand.synchronize() && tests.memory.suite.synchronize())
                let files = try ["memory", "byHand"].map { name in
                    try PropertyListFile(FileLocation.path(ofSuiteNamed: tests.directory.path(name)))?.settings
                }
                #expect(files[0] == files[1] && files[0]?.count == Self.objects.count)
            }
        }

        @Test(arguments: [true, false])
        func `A direct call reads each object at once, and replaces it`(_ isTogether: Bool) throws {
            let direct = try #require(UserDefaults(suiteName: directory.path("memory")))
            let added: NamedValues<PropertyListObject?> =
                isTogether ? ["a": .integer(1), "b": .integer(2)] : ["a": .integer(1)]
            for number in 0..<3 {
                memory.set(added)
                #expect(direct.integer(forKey: "a") == 1 && direct.integer(forKey: "b") == (isTogether ? 2 : 0))
                direct.set(number, forKey: "a")
                #expect(memory["a"] == .integer(Int64(number)))
                memory.set(added.mapValues { _ in nil })
                #expect(direct.object(forKey: "a") == nil && direct.object(forKey: "b") == nil)
            }
        }
    }
}
#endif
