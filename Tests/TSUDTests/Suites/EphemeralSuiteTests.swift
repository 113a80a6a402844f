import Foundation
import Observation
import TSUD
import TestSupport
import Testing

extension Suites {
    @Suite(.bothKinds) struct EphemeralSuiteTests {
        @Test func `Keys read and write the ephemeral suite instead of their own`() throws {
            try withEphemeralSuite { suite in
                #expect(fontSize.value == 12)
                fontSize.value = 99
                #expect(fontSize.get() == 99)
                #expect(fontSize[suite] == 99)
                #expect(suite.double(forKey: "fontSize") == 99)
                #expect(try fontSize.storedValue() == 99)
                #expect(fontSize.isSet())
                #expect(fontSize.origin() == .suite)
                try fontSize.update { $0 += 1 }
                #expect(fontSize.value == 100)
                fontSize.reset()
                #expect(fontSize.origin() == .defaultValue)
            }
        }

        @Test func `Nothing of it is left, even when the closure throws`() {
            struct Failure: Error {}
            #expect(throws: Failure.self) {
                try withEphemeralSuite { _ in
                    fontSize.value = 99
                    throw Failure()
                }
            }
            withEphemeralSuite { _ in #expect(fontSize.value == 12) }
        }

        @Test func `Every kind of value is kept`() throws {
            try withEphemeralSuite { _ in
                try author.store(Author(name: "Ann", born: Date(timeIntervalSinceReferenceDate: 0.5)))
                #expect(
                    try author.storedValue() == Author(name: "Ann", born: Date(timeIntervalSinceReferenceDate: 0.5))
                )
                flag.value = true
                #expect(flag.value)
                sizes.value = [1, 2.5, -0.0]
                #expect(sizes.value == [1, 2.5, -0.0])
                name.value = nil
                #expect(name.value == nil)
                #expect(name.isSet())
                homepage.value = URL(string: "https://example.org/a?b")
                #expect(homepage.value == URL(string: "https://example.org/a?b"))
            }
        }

        @Test func `Plain calls cast a number as they cast one of a suite that is saved`() {
            let store = TestStore()
            withEphemeralSuite { suite in
                for suite in [suite, store.suite] {
                    key<Int>.set(7, suite)
                    #expect(suite.object(forKey: "key") as? Int == 7)
                    key<Int8>.set(-7, suite)
                    #expect(suite.object(forKey: "key") as? Int == -7)
                    key<UInt>.set(7, suite)
                    #expect(suite.object(forKey: "key") as? Int == 7)
                    key<UInt64>.set(.max, suite)
                    #expect(suite.object(forKey: "key") as? UInt64 == .max)
                    key<Double>.set(0.5, suite)
                    #expect(suite.object(forKey: "key") as? Double == 0.5)
                    key<Float>.set(0.25, suite)
                    #expect(suite.object(forKey: "key") as? Float == 0.25)
                    key<Bool>.set(true, suite)
                    #expect(suite.object(forKey: "key") as? Bool == true)
                }
            }
        }

        @Test func `Plain calls on the suite are seen and heard`() {
            withEphemeralSuite { suite in
                let heard = observing { _ = fontSize.value }
                suite.set(30, forKey: "fontSize")
                #expect(heard.countOfForeignChanges(atLeast: 1) == 1)
                #expect(fontSize.value == 30)
                suite.set("YES", forKey: "flag")
                #expect(flag.value)
            }
        }

        static let changes: [(name: String, make: @Sendable (UserDefaults) throws -> Void)] = [
            ("a write", { _ in fontSize.value = 40 }),
            ("store", { _ in try fontSize.store(40) }),
            ("reset", { _ in fontSize.reset() }),
            (registration, { $0.register(fontSize.self) }),
            ("a plain write", { $0.set(40, forKey: "fontSize") }),
            ("a plain removal", { $0.removeObject(forKey: "fontSize") }),
        ]

        private static let registration = "registration"

        @Test(arguments: changes.indices)
        func `Whatever changes it is heard once`(_ index: Int) throws {
            try withEphemeralSuite { suite in
                // A stored value would hide it.
                if Self.changes[index].name != Self.registration { fontSize.value = 30 }
                let heard = observing { _ = fontSize.value }
                try Self.changes[index].make(suite)
                #expect(heard.countOfForeignChanges(atLeast: 1) == 1, "\(Self.changes[index].name)")
            }
        }

        @Test func `A value set to nil is heard`() {
            withEphemeralSuite { _ in
                nickname.value = "Ann"
                let heard = observing { _ = nickname.value }
                nickname.value = nil
                #expect(heard.total == 1)
            }
        }

        @Test func `A write is heard once`() throws {
            try withEphemeralSuite { suite in
                let again = Counter()
                let heard = observing {
                    _ = fontSize.value
                } onChange: {
                    observing {
                        _ = fontSize.value
                    } onChange: {
                        again.increment()
                    }
                }
                fontSize.value = 30
                try suite.saveAndAnnounce()
                #expect(heard.total == 1)
                #expect(again.total == 0)
            }
        }

        @Test func `Child tasks see it, and parallel ones don't see one another`() async {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        await withEphemeralSuite { _ in
                            fontSize.value = Double(number)
                            async let child = fontSize.value
                            let seen = await child
                            await Task.yield()
                            #expect(seen == Double(number))
                            #expect(fontSize.value == Double(number))
                        }
                    }
                }
            }
        }

        @Test func `Explicit suites are not redirected`() {
            let store = TestStore()
            withEphemeralSuite { _ in
                fontSize[store.suite] = 14
                #expect(fontSize.value == 12)
            }
            #expect(fontSize[store.suite] == 14)
        }

        @Test func `Flushing it does nothing`() throws {
            try withEphemeralSuite { suite in
                fontSize.value = 14
                try suite.flush()
                #expect(fontSize.value == 14)
            }
        }

        @Test func `One inside another hides it for a while`() {
            withEphemeralSuite { _ in
                fontSize.value = 14
                withEphemeralSuite { _ in
                    #expect(fontSize.value == 12)
                    fontSize.value = 15
                }
                #expect(fontSize.value == 14)
            }
        }
    }
}

private struct fontSize: TSUD { static let defaultValue = 12.0 }
private struct nickname: TSUD { static let defaultValue: String? = nil }
private struct flag: TSUD { static let defaultValue = false }
private struct sizes: TSUD { static let defaultValue: [Double] = [] }
private struct name: TSUD { static let defaultValue: String? = "nobody" }
private struct homepage: TSUD { static let defaultValue: URL? = nil }
private struct author: TSUD { static let defaultValue = Author(name: "", born: .distantPast) }

private struct Author: Codable, Equatable {
    var name: String
    var born: Date
}
