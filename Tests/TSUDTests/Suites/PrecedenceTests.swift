import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    @Suite struct PrecedenceTests {
        /// In its own process, because all suites share the registered defaults, and Foundation on Linux doesn't lock
        /// them.
        @Test func `The first domain with an object wins, and a write or a reset changes no other`()
            async
        {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { given, suite in
                    for number in 0..<32 {
                        let places = Places(rawValue: number)
                        try await sized.$name.withValue("size \(number)") { try await places.check(in: suite, given) }
                    }
                }
            }
        }
    }
}

/// The places that have an object for a key, the last of them first.
private struct Places: OptionSet {
    let rawValue: Int
    static let registered = Self(rawValue: 1)
    static let former = Self(rawValue: 2)
    static let stored = Self(rawValue: 4)
    static let argument = Self(rawValue: 8)
    /// The stored object equals the registered default.
    static let equal = Self(rawValue: 16)

    private var registeredSize: Double { contains(.equal) ? 4 : 1 }

    private var expected: (size: Double, origin: ValueOrigin) {
        if contains(.argument) { return (8, .launchArgument) }
        if contains(.stored) { return (4, .stored) }
        if contains(.former) { return (2, .stored) }
        return contains(.registered) ? (registeredSize, .registered) : (0, .defaultValue)
    }

    func check(in suite: UserDefaults, _ given: GivenSuite) async throws {
        if contains(.registered) { suite.register(defaults: [sized.name: registeredSize]) }
        if contains(.former) { suite.set(2, forKey: "former " + sized.name) }
        if contains(.stored) { suite.set(4, forKey: sized.name) }
        savePlainValues(of: suite)
        try await withArgument(in: suite) { expectSize(in: suite, given) }
        subtracting(.argument).expectSize(in: suite, given)
        try await withArgument(in: suite) {
            if contains(.argument), given == .named, !SuiteKind.namedSuitesTellWhatTheyHold {
                // The stored object below the argument is unknown.
                let error = #expect(throws: TSUDError.self) { try sized.in(suite).update { $0 = 5 } }
                #expect(error?.code == .unreadable)
                #expect(error?.description.contains("the launch argument '-\(sized.name)'") == true)
                sized[suite] = 4
            } else {
                try sized.in(suite).update { size in
                    #expect(size == subtracting(.argument).expected.size)
                    size = 4
                }
            }
            intersection([.registered, .argument, .equal]).union(.stored).expectSize(in: suite, given)
        }
        #expect(suite.object(forKey: "former " + sized.name) == nil)
        intersection([.registered, .equal]).union(.stored).expectSize(in: suite, given)
        sized.in(suite).reset()
        intersection([.registered, .equal]).expectSize(in: suite, given)
        if contains(.former) { suite.set(2, forKey: "former " + sized.name) }
        sized.in(suite).reset()
        intersection([.registered, .equal]).expectSize(in: suite, given)
    }

    private func withArgument(in suite: UserDefaults, _ body: () throws -> Void) async throws {
        // A launch argument under a former key does not count.
        let arguments = ["older " + sized.name: "9"].merging(contains(.argument) ? [sized.name: "8"] : [:]) { $1 }
        try await withLaunchArguments(arguments, in: suite, body)
    }

    private func expectSize(in suite: UserDefaults, _ given: GivenSuite) {
        #expect(sized[suite] == expected.size, "\(self)")
        let isStored = !isDisjoint(with: [.stored, .former])
        // The objects that override or equal the stored one.
        let isHidden = contains(.stored) && (contains(.argument) || isSuperset(of: [.registered, .equal]))
        guard !isHidden || given == .ephemeral || SuiteKind.namedSuitesTellWhatTheyHold else { return }
        let found = try? sized.in(suite).storedValue()
        #expect(found == (isStored || contains(.argument) ? expected.size : nil), "\(self)")
        #expect(sized.in(suite).origin == expected.origin, "\(self)")
        #expect(sized.in(suite).isSet == isStored, "\(self)")
    }
}

private enum sized: TSUD {
    @TaskLocal static var name = ""
    static let defaultValue = 0.0
    static var stringKey: String { name }
    static var formerKeys: [String] { ["older " + name, "former " + name] }
}
