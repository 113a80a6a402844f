import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Transactions, which change any number of settings as one.
    @Suite(.bothKinds, .mayBlock) struct TransactionValuesTests {
        private var suite: UserDefaults { GivenSuite.suite }

        @Test(.givenSuites)
        func `A transaction stores its changes when the closure returns, and returns the result`() throws {
            left[suite] = 5
            third[suite] = [1]
            let sum = try updateSettings { settings in
                settings[left.in(suite)] += 1
                settings[right.in(suite)] = "\(settings[left.in(suite)])"
                settings[fourth.in(suite)] = nil
                settings.reset(third.in(suite))
                #expect(left[suite] == 5 && third[suite] == [1] && !right.in(suite).isSet)
                return settings[left.in(suite)] * 2
            }
            #expect(sum == 12)
            #expect((left[suite], right[suite], third[suite], fourth[suite]) == (6, "6", [], nil))
            #expect(!third.in(suite).isSet && fourth.in(suite).isSet)
        }

        @Test(.givenSuites) func `A transaction reads its own changes, in every way to name a setting`() throws {
            left[suite] = 5
            left.in(suite).of("b").value = 7
            try updateSettings { settings in
                let (setting, a, b) = (left.in(suite), left.in(suite).of("a"), left.in(suite).of("b"))
                #expect((settings[setting], settings[a], settings[b]) == (5, 5, 7))
                settings[setting] = 6
                #expect((settings[setting], settings[a], settings[b], settings[leftAsDouble.in(suite)]) == (6, 6, 7, 6))
                settings.reset(b)
                #expect(settings[b] == 6)
                settings.reset(setting)
                #expect((settings[setting], settings[a], settings[leftAsDouble.in(suite)]) == (0, 0, 0.5))
                settings[third.in(suite)].append(3)
                settings[third.in(suite)][0] += 1
                // A value that will be rejected is read as well.
                settings[right.in(suite)] = "invalid"
                #expect(settings[right.in(suite)] == "invalid")
                settings[right.in(suite)] += " no more"
                settings[a] += 1
            }
            #expect(third[suite] == [4])
            #expect(right[suite] == "invalid no more")
            #expect(!left.in(suite).isSet && left.in(suite).members().map(\.member) == ["a"])
        }

        @Test(.givenSuites) func `A setting that a transaction reset has its registered default`() throws {
            registeredHere[suite] = 5
            suite.register(registeredHere.self)
            try updateSettings { settings in
                settings.reset(registeredHere.in(suite))
                #expect(settings[registeredHere.in(suite)] == 3)
            }
        }

        // MARK: Failures

        @Test(.givenSuites) func `If the closure throws, or a value is rejected, a transaction stores nothing`() throws
        {
            left[suite] = 5
            right[suite] = "x"
            suite.set(Data(), forKey: "fourth")
            savePlainValues(of: suite)
            func failure(_ body: (inout TSUDTransaction) throws -> Void) -> String {
                do {
                    try updateSettings { settings in
                        settings[left.in(suite)] = 6
                        try body(&settings)
                        settings[third.in(suite)] = [6]
                    }
                    return "none"
                } catch {
                    return (error as? TSUDError).map { "\($0.code) \($0.key ?? "")" } ?? "\(error)"
                }
            }
            let thrown = failure { _ in throw BodyError() }
            #expect(thrown == "BodyError()")
            let invalid = failure { $0[right.in(suite)] = "invalid" }
            #expect(invalid == "invalid right")
            let refused = failure { $0[unencodable.in(suite)] = .init() }
            #expect(refused == "unencodable unencodable")
            var read: String?
            let unreadable = failure { read = $0[fourth.in(suite)] }
            #expect(unreadable == "unreadable fourth")
            #expect(read == "fourth")
            let ofSetting = failure { $0[fourth.in(suite).of("a")]? += "!" }
            #expect(ofSetting == "unreadable fourth")
            let error = #expect(throws: TSUDError.self) {
                try updateSettings { settings in
                    for _ in 1...3 { _ = settings[fourth.in(suite)] }
                    _ = settings[fourth.in(suite).of("a")]
                }
            }
            #expect(error?.description.components(separatedBy: "Value for key 'fourth'").count == 2)
            // Two errors are one with both sentences.
            let several = failure {
                $0[right.in(suite)] = "invalid"
                $0[unencodable.in(suite)] = .init()
            }
            #expect(several == "unreadable right")
            #expect((left[suite], right[suite]) == (5, "x"))
            #expect(!third.in(suite).isSet && !unencodable.in(suite).isSet)
            #expect(suite.data(forKey: "fourth") == Data())
        }

        @Test(.givenSuites) func `A transaction may overwrite an unreadable value`() throws {
            suite.set(Data(), forKey: "fourth")
            try updateSettings { $0[fourth.in(suite)] = "new" }
            #expect(fourth[suite] == "new")
        }

        // MARK: Past the transaction

        @Test(.givenSuites)
        func `A change outside the transaction takes effect at once, and is overwritten`() throws {
            try updateSettings { settings in
                settings[left.in(suite)] = 6
                left[suite] = 9
                right[suite] = "at once"
                #expect(left[suite] == 9)
                try updateSettings { $0[third.in(suite)] = [1] }
                #expect(third[suite] == [1])
                #expect((settings[left.in(suite)], settings[right.in(suite)]) == (6, "at once"))
            }
            #expect((left[suite], right[suite]) == (6, "at once"))
        }

        @Test(.givenSuites) func `Observers are notified once for each setting, after the transaction`() async {
            let suite = Unchecked(suite)
            // There, no notification is repeated.
            await MainActor.run {
                let suite = suite.value
                let suites = Unchecked(suite)
                let isConsistent: @Sendable () -> Void = {
                    #expect(left[suites.value] == 1)
                    #expect(right[suites.value] == "1")
                    // On another thread it would wait, if this thread still had the lock.
                    onAnotherThread { #expect(throws: Never.self) { try updateSettings { _ in } } }
                }
                left[suite] = 0
                right[suite] = ""
                let one = observing({ _ = left[suite] }, onChange: isConsistent)
                let two = observing({ _ = right[suite] }, onChange: isConsistent)
                let three = observing { _ = third[suite] }
                try? updateSettings { settings in
                    settings[left.in(suite)] = 9
                    left[suite] = 9
                    #expect(one.total == 0)
                    settings[left.in(suite)] = 1
                    settings[right.in(suite)] = "1"
                    settings[third.in(suite)] = []
                    settings.reset(third.in(suite))
                }
                #expect((one.total, two.total, three.total) == (1, 1, 0))
            }
        }

        @Test func `A transaction changes settings in different suites together`() throws {
            elsewhere.value = 0
            try updateSettings { settings in
                settings[elsewhere.self] += 1
                settings[elsewhereToo.self] = settings[elsewhere.self] + 1
            }
            #expect((elsewhere.value, elsewhereToo.value) == (1, 2))
            try withEphemeralSettings { suite in
                try updateSettings { settings in
                    settings[elsewhere.self] = 3
                    settings[elsewhereToo.self] = 4
                    settings.reset(elsewhereToo.self)
                }
                #expect(suite.integer(forKey: "elsewhere") == 3)
                #expect(!elsewhereToo.isSet)
            }
            #expect((elsewhere.value, elsewhereToo.value) == (1, 2))
        }

        @Test func `A transaction reads and removes former keys`() throws {
            try withEphemeralSettings { suite in
                suite.set(3, forKey: "older")
                try updateSettings { settings in settings[left.self] = settings[renamed.self] + 1 }
                #expect(suite.integer(forKey: "older") == 3)
                try updateSettings { $0[renamed.self] += 1 }
                #expect(suite.object(forKey: "older") == nil)
                #expect((renamed.value, left.value) == (4, 4))
            }
        }
    }
}

private enum left: TSUD { static let defaultValue = 0 }
private enum leftAsDouble: TSUD {
    static let defaultValue = 0.5
    static let stringKey = "left"
}
private enum third: TSUD { static let defaultValue: [Int] = [] }
private enum fourth: TSUD { static let defaultValue: String? = "fourth" }
private enum right: TSUD {
    static let defaultValue = ""
    static func validate(_ value: String) throws { if value == "invalid" { throw BodyError() } }
}
private enum unencodable: TSUD {
    struct Value: Codable { func encode(to encoder: any Encoder) throws { throw BodyError() } }
    static var defaultValue: Value { Value() }
}

private enum registeredHere: TSUD { static let defaultValue = 3 }

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
