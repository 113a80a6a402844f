import Foundation
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
            #expect(throws: BodyError.self) {
                try withEphemeralSuite { _ in
                    fontSize.value = 99
                    throw BodyError()
                }
            }
            #expect(!fontSize.isSet())
            withEphemeralSuite { _ in #expect(fontSize.value == 12) }
        }

        @Test func `A value of any kind is kept`() throws {
            func expectKept<Value: Defaulted>(_ value: Value?) throws {
                try filledKey<Value>.store(value)
                expectSame(try filledKey<Value>.storedValue(), value)
                expectSame(filledKey<Value>.value, value)
            }
            try withEphemeralSuite { _ in
                try expectKept(Profile(nickname: "Ann"))
                try expectKept(true)
                try expectKept([1, 2.5, -0.0])
                try expectKept(String?.none)
                try expectKept(URL(string: "https://example.org/a?b"))
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `Plain calls cast a number as they cast one of a suite that is saved`(_ kind: GivenSuite) {
            kind.with { suite in
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
        }

        static let changes: [(name: String, old: Double?, new: Double, make: @Sendable (UserDefaults) throws -> Void)] =
            [
                ("a write", 30, 40, { _ in fontSize.value = 40 }),
                ("store", 30, 40, { _ in try fontSize.store(40) }),
                ("reset", 30, 12, { _ in fontSize.reset() }),
                ("registration", nil, 12, { $0.register(fontSize.self) }),
                ("a plain write", 30, 40, { $0.set(40, forKey: "fontSize") }),
                ("a plain write of text", 30, 40, { $0.set("40", forKey: "fontSize") }),
                ("a plain removal", 30, 12, { $0.removeObject(forKey: "fontSize") }),
            ]

        @Test(arguments: changes.indices)
        func `Whatever changes it is seen, and heard once`(_ index: Int) throws {
            let change = Self.changes[index]
            try withEphemeralSuite { suite in
                if let old = change.old { fontSize.value = old }
                let heard = observing { _ = fontSize.value }
                let suites = Unchecked(suite)
                let heardAgain = observingAgain { _ = fontSize[suites.value] }
                try change.make(suite)
                #expect(fontSize.value == change.new, "\(change.name)")
                try suite.saveAndAnnounce()
                #expect([heard, heardAgain].map(\.total) == [1, 1], "\(change.name)")
                #expect(fontSize.value == change.new, "\(change.name)")
            }
        }

        @Test func `Child tasks see it, and parallel ones don't see one another`() async {
            await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        await withEphemeralSuite { _ in
                            fontSize.value = Double(number)
                            async let child = fontSize.value
                            #expect(await child == Double(number))
                            await Task.yield()
                            #expect(fontSize.value == Double(number))
                        }
                    }
                }
            }
        }

        @Test func `Tasks use it, but detached work only if it is given the suite`() async {
            await withEphemeralSuite { suite in
                let suite = Unchecked(suite)
                fontSize.value = 1
                #expect(await Task { fontSize.value }.value == 1)
                #expect(await Task.detached { fontSize.value }.value == 12)
                let queued = await withCheckedContinuation { answer in
                    DispatchQueue.global().async { answer.resume(returning: fontSize.value) }
                }
                #expect(queued == 12)
                let threaded = await withCheckedContinuation { answer in
                    Thread.detachNewThread { answer.resume(returning: fontSize.value) }
                }
                #expect(threaded == 12)
                await Task.detached { fontSize[suite.value] = 3 }.value
                #expect(fontSize.value == 3)
            }
        }

        @Test func `One inside another hides it for a while, and explicit suites are not redirected`() {
            let store = TestStore()
            withEphemeralSuite { _ in
                fontSize.value = 14
                withEphemeralSuite { _ in
                    #expect(fontSize.value == 12)
                    fontSize.value = 15
                    fontSize[store.suite] = 16
                    #expect(fontSize.value == 15)
                }
                #expect(fontSize.value == 14)
            }
            #expect(fontSize[store.suite] == 16)
        }
    }
}

private enum fontSize: TSUD {
    static let defaultValue = 12.0
    static var suite: UserDefaults { own }
    nonisolated(unsafe) private static let own = TestStore().suite
}
