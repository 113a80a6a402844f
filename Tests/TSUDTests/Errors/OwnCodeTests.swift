import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Errors {
    /// A setting's `report`, `validate`, and `upgrade` may read settings, also the one that they belong to.
    @Suite(.bothKinds) struct OwnCodeTests {
        let store = TestStore()

        @Test func `While report runs, reading the setting returns the default and reports nothing`() {
            store.suite.set("banana", forKey: "reporting")
            Calls.during(store.suite) { calls in
                #expect(reporting[store.suite] == 12)
                #expect(calls.all == ["reporting 12.0"])
                #expect(reporting[store.suite] == 12)
                #expect(calls.all == ["reporting 12.0", "reporting 12.0"])
            }
        }

        @Test func `Settings whose report methods read each other end`() {
            for name in ["first", "second"] { store.suite.set("banana", forKey: name) }
            Calls.during(store.suite) { calls in
                #expect(first[store.suite] == 1)
                #expect(calls.all == ["second reads 1", "first reads 2"])
            }
        }

        @Test(arguments: [false, true])
        func `Settings whose validate methods read each other end`(_ isMember: Bool) throws {
            let (low, high) = (minimum.in(store.suite), maximum.in(store.suite))
            try Calls.during(store.suite) { _ in
                low.value = 3
                high.value = 8
                #expect((low.value, high.value) == (3, 8))
                let handle = isMember ? low.of("a") : low
                #expect(throws: TSUDError.self) { try handle.store(9) }
                try handle.update { $0 += 1 }
                try updateSettings { settings in settings[handle] += 1 }
                #expect(handle.value == 5)
                #expect(try handle.storedValue() == 5)
            }
        }

        @Test func `While validate runs, reading the setting returns the default, cached or not`() {
            Calls.during(store.suite) { calls in
                for value in 1...2 {
                    comparing[store.suite] = value
                    #expect(comparing[store.suite] == value)
                }
                #expect(Set(calls.all) == ["0"])
            }
        }

        @Test func `report may store a value, which is validated`() {
            store.suite.set("banana", forKey: "repairing")
            Calls.during(store.suite) { calls in
                #expect(repairing[store.suite] == 0)
                #expect(repairing[store.suite] == 5)
                #expect(calls.all == ["unreadable"])
            }
        }

        @Test func `While validate runs, another thread reads the stored value`() {
            Calls.during(store.suite) { calls in
                elsewhere[store.suite] = 3
                #expect(elsewhere[store.suite] == 3)
                #expect(calls.all.contains("3"))
            }
        }

        #if !canImport(Darwin)
        @Test func `A read inside the setting's own report is logged once for each key`() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                useRealSettings()
                let store = TestStore()
                store.suite.set("banana", forKey: "reporting")
                Calls.during(store.suite) { _ in for _ in 0..<3 { _ = reporting[store.suite] } }
            }
            #expect(
                result?.logged == [
                    "TSUD: Key 'reporting' was read while its own code runs (report, validate, or upgrade), and returned "
                        + "the default."
                ]
            )
        }
        #endif
    }
}

/// The suite of a test, and the calls of its settings' own code.
private final class Calls: @unchecked Sendable {
    @TaskLocal static var current = Calls(.standard)
    let suite: UserDefaults
    private let lock = NSLock()
    private var calls: [String] = []

    var all: [String] { lock.withLock { calls } }

    init(_ suite: UserDefaults) { self.suite = suite }

    func add(_ call: String) { lock.withLock { calls.append(call) } }

    static func during(_ suite: UserDefaults, _ body: (Calls) throws -> Void) rethrows {
        let calls = Calls(suite)
        try $current.withValue(calls) { try body(calls) }
    }
}

private enum reporting: TSUD {
    static let defaultValue = 12.0
    static func report(_ error: TSUDError) { Calls.current.add("reporting \(Self[Calls.current.suite])") }
}

private enum first: TSUD {
    static let defaultValue = 1
    static func report(_ error: TSUDError) { Calls.current.add("first reads \(second[Calls.current.suite])") }
}

private enum second: TSUD {
    static let defaultValue = 2
    static func report(_ error: TSUDError) { Calls.current.add("second reads \(first[Calls.current.suite])") }
}

private struct TooLarge: Error {}

private enum minimum: Unreported {
    static let defaultValue = 0
    static func validate(_ value: Int) throws { if value > maximum[Calls.current.suite] { throw TooLarge() } }
}

private enum maximum: Unreported {
    static let defaultValue = 10
    static func validate(_ value: Int) throws { if value < minimum[Calls.current.suite] { throw TooLarge() } }
}

private enum comparing: TSUD {
    static let defaultValue = 0
    static func validate(_ value: Int) throws { Calls.current.add("\(Self[Calls.current.suite])") }
}

private enum repairing: TSUD {
    static let defaultValue = 0
    static func report(_ error: TSUDError) {
        Calls.current.add("\(error.code)")
        Self[Calls.current.suite] = 5
    }
}

private enum elsewhere: TSUD {
    static let defaultValue = 0
    static func validate(_ value: Int) throws {
        guard value == 3, Calls.current.all.isEmpty else { return }
        let calls = Calls.current
        calls.add("begins")
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            calls.suite.set(3, forKey: "elsewhere")
            Calls.$current.withValue(calls) { calls.add("\(Self[calls.suite])") }
            isDone.signal()
        }
        isDone.wait()
    }
}
