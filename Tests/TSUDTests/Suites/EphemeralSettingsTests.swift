import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    @Suite(.bothKinds) struct EphemeralSettingsTests {
        @Test func `Keys read and write the ephemeral suite instead of their own`() throws {
            try withEphemeralSettings { suite in
                #expect(ephemeralSize.value == 12)
                ephemeralSize.value = 99
                #expect(ephemeralSize.get() == 99)
                #expect(ephemeralSize[suite] == 99)
                #expect(suite.double(forKey: "ephemeralSize") == 99)
                #expect(try ephemeralSize.storedValue() == 99)
                #expect(ephemeralSize.isSet)
                #expect(ephemeralSize.origin == .stored)
                try ephemeralSize.update { $0 += 1 }
                #expect(ephemeralSize.value == 100)
                ephemeralSize.set(1)
                #expect(ephemeralSize[suite] == 1)
                ephemeralSize.set(2, nil)
                #expect(suite.double(forKey: "ephemeralSize") == 2)
                ephemeralSize.reset()
                #expect(ephemeralSize.origin == .defaultValue)
            }
            #expect(!ephemeralSize.isSet)
        }

        @Test func `Nothing of an ephemeral suite is left, even if the closure throws`() {
            #expect(throws: BodyError.self) {
                try withEphemeralSettings { _ in
                    ephemeralSize.value = 99
                    throw BodyError()
                }
            }
            #expect(!ephemeralSize.isSet)
            withEphemeralSettings { _ in #expect(ephemeralSize.value == 12) }
        }

        @Test func `An ephemeral suite stores a value of any type`() throws {
            func expectKept<Value: Defaulted>(_ value: Value?) throws {
                try filledKey<Value>.store(value)
                expectSame(try filledKey<Value>.storedValue(), value)
                expectSame(filledKey<Value>.value, value)
            }
            try withEphemeralSettings { _ in
                try expectKept(Profile(nickname: "Ann"))
                try expectKept(true)
                try expectKept([1, 2.5, -0.0])
                try expectKept(String?.none)
                try expectKept(URL(string: "https://example.org/a?b"))
            }
        }

        @Test(.givenSuites) func `Direct calls cast an ephemeral suite's numbers like a saved suite's`() {
            let suite = GivenSuite.suite
            func expect<Value: Defaulted, Cast: Equatable>(_ value: Value, as cast: Cast) {
                key<Value>.set(value, suite)
                #expect(suite.object(forKey: "key") as? Cast == cast)
            }
            expect(7, as: 7)
            expect(Int8(-7), as: -7)
            expect(UInt(7), as: 7)
            expect(UInt64.max, as: UInt64.max)
            expect(0.5, as: 0.5)
            expect(Float(0.25), as: Float(0.25))
            expect(true, as: true)
        }

        typealias Change = (size: Double, make: @Sendable (UserDefaults) throws -> Void)

        /// The changes of a setting that is 30, and its value after each.
        static let changes =
            ephemeralSize.writes(of: 40).map { Row<Change>($0.testDescription, (40, $0.content)) } + otherChanges
        private static let otherChanges: [Row<Change>] = [
            Row("a write", (40, { _ in ephemeralSize.value = 40 })),
            Row("a reset", (12, { _ in ephemeralSize.reset() })),
            Row("a direct write", (40, { $0.set(40, forKey: "ephemeralSize") })),
            Row("a direct write of a string", (40, { $0.set("40", forKey: "ephemeralSize") })),
            Row("a direct removal", (12, { $0.removeObject(forKey: "ephemeralSize") })),
        ]

        @Test(arguments: changes)
        func `Every change of an ephemeral setting is read and observed`(_ row: Row<Change>) throws {
            let change = row.content
            try withEphemeralSettings { suite in
                ephemeralSize.value = 30
                let notified = observing { _ = ephemeralSize.value }
                let suites = Unchecked(suite)
                let notifiedAgain = observingAgain { _ = ephemeralSize[suites.value] }
                try change.make(suite)
                for notified in [notified, notifiedAgain] { notified.wait(for: 1) }
                try suite.saveAndNotify()
                // Observers are notified of a key's own write once more, on the main queue.
                #expect((1...2).contains(notifiedAgain.total))
                #expect(ephemeralSize.value == change.size)
            }
        }

        @Test func `Observers are notified once of a registered default in an ephemeral suite`() {
            withEphemeralSettings { suite in
                let notified = observing { _ = ephemeralDefault.value }
                suite.register(ephemeralDefault.self)
                notified.wait(for: 1)
            }
        }

        @Test func `Child tasks use an ephemeral suite, and parallel tasks have their own`() async {
            await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        await withEphemeralSettings { _ in
                            ephemeralSize.value = Double(number)
                            async let child = ephemeralSize.value
                            #expect(await child == Double(number))
                            await Task.yield()
                            #expect(ephemeralSize.value == Double(number))
                        }
                    }
                }
            }
        }

        @Test func `Tasks use an ephemeral suite, and detached work only a given one`() async {
            await withEphemeralSettings { suite in
                let suite = Unchecked(suite)
                ephemeralSize.value = 1
                #expect(await Task { ephemeralSize.value }.value == 1)
                #expect(await Task.detached { ephemeralSize.value }.value == 12)
                let queued = await withCheckedContinuation { answer in
                    DispatchQueue.global().async { answer.resume(returning: ephemeralSize.value) }
                }
                #expect(queued == 12)
                let threaded = await withCheckedContinuation { answer in
                    Thread.detachNewThread { answer.resume(returning: ephemeralSize.value) }
                }
                #expect(threaded == 12)
                await Task.detached { ephemeralSize[suite.value] = 3 }.value
                #expect(ephemeralSize.value == 3)
            }
        }

        @Test func `A nested ephemeral suite overrides the outer one, and given suites stay`() {
            let store = TestStore()
            withEphemeralSettings { _ in
                ephemeralSize.value = 14
                withEphemeralSettings { _ in
                    #expect(ephemeralSize.value == 12)
                    ephemeralSize.value = 15
                    ephemeralSize[store.suite] = 16
                    #expect(ephemeralSize.value == 15)
                }
                #expect(ephemeralSize.value == 14)
            }
            #expect(ephemeralSize[store.suite] == 16)
        }
    }
}

private enum ephemeralDefault: TSUD { static let defaultValue = 1 }

/// No test registers its name, which would look at it in all suites of the process, on another thread.
private enum ephemeralSize: TSUD {
    static let defaultValue = 12.0
    static var suite: UserDefaults { own }
    nonisolated(unsafe) private static let own = TestStore().suite
}
