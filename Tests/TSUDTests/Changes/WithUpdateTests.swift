import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Updates of several keys, and how long an update waits.
    @Suite struct WithUpdateTests {
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
                try withUpdate(of: left.self, right.self, thirdOfSeveral.self, in: suite) { $2 = [$0, Int($1) ?? 0] }
                #expect(thirdOfSeveral[suite] == [6, 6])
                try withUpdate(of: left.self, right.self, thirdOfSeveral.self, fourthOfSeveral.self, in: suite) {
                    $3 = "\($0)\($1)\($2)"
                }
                #expect(fourthOfSeveral[suite] == "66[6, 6]")
                try withUpdate(of: fourthOfSeveral.self, left.self, in: suite) { one, _ in one = nil }
                #expect(!fourthOfSeveral.isSet(in: suite))
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
                try withUpdate(of: one, two, left.of("c", in: suite), left.of("d", in: suite)) {
                    $2 = $0
                    $3 = $1
                }
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
                let error = #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.self, right.self, in: suite) { one, two in (one, two) = (6, "invalid") }
                }
                #expect(error?.code == .invalid)
                #expect(error?.key == "right")
                #expect(left[suite] == 5)
                #expect(right[suite] == "x")
                suite.set(Data(), forKey: "right")
                let unreadable = #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.self, right.self, in: suite) { one, _ in one = 6 }
                }
                #expect(unreadable?.code == .unreadable)
                #expect(left[suite] == 5)
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `Each key is announced once, when all are stored and the update is over`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                let (one, two) = (Counter(), Counter())
                let suites = Unchecked(suite)
                let isConsistent: @Sendable () -> Void = {
                    #expect(left[suites.value] == 1)
                    #expect(right[suites.value] == "1")
                }
                withObservationTracking(
                    { _ = left[suite] },
                    onChange: {
                        isConsistent()
                        one.increment()
                    }
                )
                withObservationTracking(
                    { _ = right[suite] },
                    onChange: {
                        isConsistent()
                        two.increment()
                    }
                )
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
                    try withUpdate(of: left.self, left.self) {
                        $0 = 1
                        $1 = 2
                    }
                }
                #expect(error?.code == .duplicateKey)
                #expect(error?.key == "left")
                #expect(throws: TSUDError.self) {
                    try withUpdate(of: left.of("é"), left.of("e\u{301}")) {
                        $0 = 1
                        $1 = 2
                    }
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

        @Test func `Eight threads that name the keys in any order lose nothing`() {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<100 {
                    if thread.isMultiple(of: 2) {
                        _ = try? withUpdate(of: left.self, other.self, in: suite.value) {
                            $0 += 1
                            $1 += 1
                        }
                    } else {
                        _ = try? withUpdate(of: other.self, left.self, in: suite.value) {
                            $0 += 1
                            $1 += 1
                        }
                    }
                    _ = try? left.update(in: suite.value) { $0 += 1 }
                }
            }
            #expect(left[store.suite] == 1_600)
            #expect(other[store.suite] == 800)
            #expect(store.stored.count == 2)
        }

        // MARK: Waiting

        @Test func `A wait for another thread's update ends with an error that names the key`() throws {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            let (isInside, mayEnd, isOver) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? waitedFor.update(in: suite.value) { value in
                    isInside.increment()
                    mayEnd.wait(for: 1)
                    value = 5
                }
                isOver.increment()
            }
            isInside.wait(for: 1)
            let keys: [AnyBoundKey] = [left.key(in: store.suite), waitedFor.key(in: store.suite)]
            let error = #expect(throws: TSUDError.self) {
                try Update.run(of: keys, patience: 0.05) { Issue.record("the key was not free") }
            }
            #expect(error?.code == .busy)
            #expect(error?.key == "waitedFor")
            #expect(error?.description == "Key 'waitedFor' is busy: another thread has been updating it for too long.")
            // The lock that was taken first is free again.
            let other = Counter()
            Thread.detachNewThread {
                try? left.update(in: suite.value) { $0 = 3 }
                other.increment()
            }
            other.wait(for: 1)
            mayEnd.increment()
            isOver.wait(for: 1)
            #expect(waitedFor[store.suite] == 5)
        }

        @Test func `Updates that are nested in opposite order end`() {
            let store = TestStore()
            let suite = Unchecked(store.suite)
            let (inside, over, errors) = (Counter(), Counter(), Counter())
            let pairs: [(AnyBoundKey, AnyBoundKey)] = [
                (crossing.key(in: store.suite), crossed.key(in: store.suite)),
                (crossed.key(in: store.suite), crossing.key(in: store.suite)),
            ]
            for (outer, inner) in pairs {
                Thread.detachNewThread {
                    do {
                        try Update.run(of: [outer]) {
                            inside.increment()
                            inside.wait(for: 2)
                            try Update.run(of: [inner], patience: 0.05) {}
                        }
                    } catch {
                        if (error as? TSUDError)?.code == .busy { errors.increment() }
                    }
                    over.increment()
                }
            }
            over.wait(for: 2)
            #expect(errors.total >= 1)
            withExtendedLifetime(suite) {}
        }

        @Test func `Locks are taken in one order, whichever order the names are given in`() {
            let locks = UpdateLocks()
            let (isInside, mayEnd, over) = (Counter(), Counter(), Counter())
            Thread.detachNewThread {
                try? locks.run(["b"], by: Date(timeIntervalSinceNow: 300)) {
                    isInside.increment()
                    mayEnd.wait(for: 1)
                }
                over.increment()
            }
            isInside.wait(for: 1)
            Thread.detachNewThread {
                try? locks.run(["b", "a"], by: Date(timeIntervalSinceNow: 300)) {}
                over.increment()
            }
            // Soon the second thread has "a", and waits for "b".
            let deadline = Date(timeIntervalSinceNow: 20)
            var isTaken = false
            while !isTaken, Date() < deadline { isTaken = (try? locks.run(["a"], by: Date()) {}) == nil }
            #expect(isTaken)
            mayEnd.increment()
            over.wait(for: 2)
        }

        @Test func `Locks are kept only while a key is being updated`() throws {
            let (locks, deadline) = (UpdateLocks(), Date(timeIntervalSinceNow: 300))
            for number in 0..<1_000 {
                let names: Set = ["a \(number)", "b"]
                try locks.run(names, by: deadline) {
                    #expect(locks.names == names)
                    try locks.run(["b"], by: deadline) { #expect(locks.names == names) }
                }
            }
            #expect(throws: BodyError.self) { try locks.run(["a"], by: deadline) { throw BodyError() } }
            #expect(locks.names.isEmpty)
        }
    }
}

private enum left: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
private enum thirdOfSeveral: TSUD { static let defaultValue: [Int] = [] }
private enum fourthOfSeveral: TSUD { static let defaultValue: String? = nil }
private enum waitedFor: TSUD { static let defaultValue = 0 }
private enum crossing: TSUD { static let defaultValue = 0 }
private enum crossed: TSUD { static let defaultValue = 0 }

private enum right: TSUD {
    static let defaultValue = ""
    struct Refused: Error {}
    static func validate(_ value: String) throws { if value == "invalid" { throw Refused() } }
}

private enum renamed: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["older"]
}

private enum elsewhere: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 0
    static var suite: UserDefaults { own.suite }
}

private enum elsewhereToo: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 0
    static var suite: UserDefaults { own.suite }
}
