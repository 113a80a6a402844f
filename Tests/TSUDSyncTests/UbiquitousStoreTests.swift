import Foundation
import TSUD
import Testing

@testable import TSUDSync

@Suite struct UbiquitousStoreTests {
    private let system = StandInKeyValues()

    @Test func `What is set is read, and a value that has changed since is not replaced`() async throws {
        let store = UbiquitousStore(system)
        #expect(try await store.write("1", to: "a", ifVersion: nil))
        #expect(try await !store.write("2", to: "a", ifVersion: nil))
        #expect(try await store.write("2", to: "a", ifVersion: "1"))
        system.set("x", forKey: "a/b")
        #expect(try await store.read(["a"]).values.mapValues(\.text) == ["a": "2", "a/b": "x"])
        #expect(try await store.write(nil, to: "a", ifVersion: "2"))
        #expect(system.texts["a"] == nil)
    }

    @Test(arguments: [
        (String(repeating: "ä", count: 33), "1", 0, "64 bytes"),
        ("a", "1", 1024, "1,024 names"),
        ("a", String(repeating: "x", count: 1_048_576), 0, "1 MB"),
    ])
    func `What iCloud would not take is refused`(_ name: String, _ text: String, _ others: Int, _ words: String) async {
        for index in 0..<others { system.set("", forKey: "other\(index)") }
        let store = UbiquitousStore(system)
        let refusal = await #expect(throws: SharedStoreRefusal.self) {
            try await store.write(text, to: name, ifVersion: nil)
        }
        #expect(refusal?.reason.contains(words) == true)
        #expect(system.texts[name] == nil)
    }

    @Test(arguments: [
        (UbiquitousReason.serverChange, "0"), (.initialSync, "1"), (.quotaViolation, "0"), (.accountChange, "1"),
    ])
    func `After a first download and with another account nothing is in common`(
        _ reason: UbiquitousReason,
        _ account: String
    ) async throws {
        let store = UbiquitousStore(system)
        var changes = store.changes().makeAsyncIterator()
        guard case .anything = try await changes.next() else { throw CancellationError() }
        system.report(reason, ["a"])
        let change = try await changes.next()
        if case .names(let names) = change {
            #expect(reason == .serverChange)
            #expect(names == ["a"])
        } else {
            #expect(reason != .serverChange)
        }
        if reason == .quotaViolation {
            await #expect(throws: SharedStoreRefusal.self) { try await store.read(["a"]) }
        }
        #expect(try await store.read(["a"]).account == account)
    }

    @Test func `What the first download discards is sent again, and what it brings is taken`() async throws {
        try await withEphemeralSuite { suite in
            let settings: [any TSUD.Type] = [mine.self, theirs.self]
            let exchange = Exchange(
                settings.map { SyncedName(key: $0, suite: suite) },
                with: UbiquitousStore(system),
                ground: suite
            )
            var changes = UbiquitousStore(system).changes().makeAsyncIterator()
            _ = try await changes.next()
            mine[suite] = 1
            theirs[suite] = 1
            _ = try await exchange.exchange(["mine", "theirs"])
            #expect(system.texts == ["mine": "1", "theirs": "1"])
            system.replace(["theirs": "2"])
            system.report(.initialSync, ["theirs"])
            _ = try await exchange.exchange(["mine", "theirs"])
            #expect(mine[suite] == 1)
            #expect(theirs[suite] == 2)
            #expect(system.texts == ["mine": "1", "theirs": "2"])
        }
    }
}

private enum mine: TSUD { static let defaultValue = 0 }
private enum theirs: TSUD { static let defaultValue = 0 }

/// Stands in for `NSUbiquitousKeyValueStore`, as far as it is documented.
private final class StandInKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [String: String] = [:]
    private var count = 0
    private var observers: [@Sendable (UbiquitousReason, [String]) -> Void] = []

    var texts: [String: String] { lock.withLock { stored } }
    var generation: Int {
        get { lock.withLock { count } }
        set { lock.withLock { count = newValue } }
    }
    func set(_ text: String?, forKey name: String) { lock.withLock { stored[name] = text } }
    func replace(_ texts: [String: String]) { lock.withLock { stored = texts } }
    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void {
        lock.withLock { observers.append(report) }
        return { [self] in lock.withLock { observers = [] } }
    }
    func report(_ reason: UbiquitousReason, _ names: [String]) {
        for observer in lock.withLock({ observers }) { observer(reason, names) }
    }
}
