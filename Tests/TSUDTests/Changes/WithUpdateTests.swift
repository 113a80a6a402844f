import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Updates of several keys.
    @Suite(.bothKinds) struct WithUpdateTests {
        @Test(arguments: GivenSuite.allCases)
        func `All values are read, changed and stored`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                left[suite] = 5
                let sum = try withUpdate(of: left.self, right.self, in: suite) { one, two in
                    one += 1
                    two = "\(one)"
                    return one * 2
                }
                #expect(sum == 12)
                #expect(left[suite] == 6)
                #expect(right[suite] == "6")
                try withUpdate(of: left.self, right.self, third.self, in: suite) { $2 = [$0, Int($1) ?? 0] }
                #expect(third[suite] == [6, 6])
                try withUpdate(of: left.self, right.self, third.self, fourth.self, in: suite) { $3 = "\($0)\($1)\($2)" }
                #expect(fourth[suite] == "66[6, 6]")
                try withUpdate(of: fourth.self, left.self, in: suite) { one, _ in one = nil }
                #expect(!fourth.isSet(in: suite))
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `Members are updated together, and begin with the setting's value`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                left[suite] = 5
                let (one, two) = (left.of("a", in: suite), left.of("b", in: suite))
                one.value = 7
                try withUpdate(of: one, two) { swap(&$0, &$1) }
                #expect("\(one.value), \(two.value), \(left[suite])" == "5, 7, 5")
                try withUpdate(of: one, two, right.of("c", in: suite)) { $2 = "\($0 + $1)" }
                #expect(right.of("c", in: suite).value == "12")
                try withUpdate(of: one, two, left.of("c", in: suite), left.of("d", in: suite)) { ($2, $3) = ($0, $1) }
                #expect(left.members(in: suite) == ["a", "b", "c", "d"])
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `If anything fails, nothing is stored`(_ kind: GivenSuite) throws {
            kind.with { suite in
                left[suite] = 5
                right[suite] = "x"
                #expect(throws: BodyError.self) {
                    try withUpdate(of: left.self, right.self, in: suite) { one, _ in
                        one = 6
                        throw BodyError()
                    }
                }
                // Wherever the invalid value is.
                let errors = [
                    #expect(throws: TSUDError.self) {
                        try withUpdate(of: left.self, right.self, in: suite) { ($0, $1) = (6, "invalid") }
                    },
                    #expect(throws: TSUDError.self) {
                        try withUpdate(of: left.self, third.self, right.self, in: suite) {
                            ($0, $1, $2) = (6, [6], "invalid")
                        }
                    },
                    #expect(throws: TSUDError.self) {
                        try withUpdate(of: left.self, third.self, fourth.self, right.self, in: suite) {
                            ($0, $1, $2, $3) = (6, [6], "6", "invalid")
                        }
                    },
                ]
                #expect(errors.map { $0?.code } == [.invalid, .invalid, .invalid])
                #expect(errors.map { $0?.key } == ["right", "right", "right"])
                #expect(right[suite] == "x")
                suite.set(Data(), forKey: "right")
                let unreadable = #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.self, right.self, in: suite) { one, _ in one = 6 }
                }
                #expect(unreadable?.code == .unreadable)
                #expect(left[suite] == 5)
                #expect(!third.isSet(in: suite) && !fourth.isSet(in: suite))
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `Each key is announced once, when all are stored and the update is over`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                let suites = Unchecked(suite)
                let isConsistent: @Sendable () -> Void = {
                    #expect(left[suites.value] == 1)
                    #expect(right[suites.value] == "1")
                }
                let one = observing({ _ = left[suite] }, onChange: isConsistent)
                let two = observing({ _ = right[suite] }, onChange: isConsistent)
                try withUpdate(of: left.self, right.self, in: suite) { number, text in
                    left[suite] = 9
                    #expect(one.total == 0)
                    (number, text) = (1, "1")
                }
                #expect(one.total == 1)
                #expect(two.total == 1)
            }
        }

        @Test func `Settings in suites of their own are updated together`() throws {
            try withUpdate(of: elsewhere.self, elsewhereToo.self) { ($0, $1) = (1, 2) }
            #expect(elsewhere.value == 1)
            #expect(elsewhereToo.value == 2)
            try withEphemeralSuite { suite in
                try withUpdate(of: elsewhere.self, elsewhereToo.self) { ($0, $1) = (3, 4) }
                #expect(suite.integer(forKey: "elsewhere") == 3)
            }
            #expect(elsewhere.value == 1)
        }

        @Test func `A key can't be given twice`() {
            withEphemeralSuite { _ in
                let error = #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.self, left.self) { ($0, $1) = (1, 2) }
                }
                #expect(error?.code == .duplicateKey)
                #expect(error?.key == "left")
                #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.of("é"), left.of("e\u{301}")) { ($0, $1) = (1, 2) }
                }
                #expect(!left.isSet())
            }
        }

        @Test func `Former keys are removed by an update of several`() throws {
            try withEphemeralSuite { suite in
                suite.set(3, forKey: "older")
                try withUpdate(of: renamed.self, left.self) { $1 = $0 + 1 }
                #expect(suite.object(forKey: "older") == nil)
                #expect(renamed.value == 3)
                #expect(left.value == 4)
            }
        }
    }
}

private enum left: TSUD { static let defaultValue = 0 }
private enum third: TSUD { static let defaultValue: [Int] = [] }
private enum fourth: TSUD { static let defaultValue: String? = nil }
private enum right: TSUD {
    static let defaultValue = ""
    static func validate(_ value: String) throws { if value == "invalid" { throw BodyError() } }
}

private enum renamed: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["older"]
}

private enum elsewhere: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { elsewhereStores.0.suite }
}

private enum elsewhereToo: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { elsewhereStores.1.suite }
}

nonisolated(unsafe) private let elsewhereStores = (TestStore(), TestStore())
