import Foundation
import TSUD
import Testing

@testable import TSUDSync

/// Each rule alone, against a store in memory.
@Suite struct ExchangeTests {
    @Test func `A change here is sent, and a change there is taken`() async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            let exchange = exchange(suite, store)
            size[suite] = 14
            _ = try await exchange.exchange(all)
            #expect(store.texts == ["size": "14.0"])
            store.put("15", to: "size")
            _ = try await exchange.exchange(all)
            #expect(size[suite] == 15)
            #expect(store.texts == ["size": "15"])
            size.reset(in: suite)
            _ = try await exchange.exchange(all)
            #expect(store.texts.isEmpty)
            store.put("16", to: "size")
            _ = try await exchange.exchange(all)
            store.put(nil, to: "size")
            _ = try await exchange.exchange(all)
            #expect(!size.isSet(in: suite))
        }
    }

    @Test func `Where nothing is in common, the store's value wins, and only where it has none, this device's`()
        async throws
    {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            store.put("20", to: "size")
            size[suite] = 14
            name[suite] = "Ann"
            _ = try await exchange(suite, store).exchange(all)
            #expect(size[suite] == 20)
            #expect(store.texts == ["size": "20", "name": "Ann"])
        }
    }

    @Test(arguments: [nil, "", "Ann", "$null", "$$null", "$", "null", "ü\n"])
    func `Every text and nil arrive as they are`(_ value: String?) async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            name[suite] = value
            _ = try await exchange(suite, store).exchange(all)
            try await withEphemeralSuite { other in
                _ = try await exchange(other, store).exchange(all)
                #expect(name[other] == value)
                #expect(name.isSet(in: other))
            }
        }
    }

    @Test func `What a setting can't read is reported once, and changes neither side`() async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            let exchange = exchange(suite, store)
            size[suite] = 14
            _ = try await exchange.exchange(all)
            store.put("banana", to: "size")
            for _ in 0..<3 {
                let unfinished = try await exchange.exchange(all)
                #expect(unfinished.isEmpty)
            }
            #expect(size[suite] == 14)
            #expect(store.texts == ["size": "banana"])
            #expect(reports.value(suite).map(\.code) == [.unreadable])
            // A change here replaces it.
            size[suite] = 15
            _ = try await exchange.exchange(all)
            #expect(store.texts == ["size": "15.0"])
        }
    }

    @Test func `An unreadable value of this device is reported and not sent`() async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            suite.set("banana", forKey: "size")
            for _ in 0..<2 { _ = try await exchange(suite, store).exchange(all) }
            #expect(store.texts.isEmpty)
            #expect(suite.string(forKey: "size") == "banana")
            #expect(reports.value(suite).isEmpty == false)
        }
    }

    @Test func `A refused value is reported once for each cause, and sent when the store takes it`() async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            let exchange = exchange(suite, store)
            size[suite] = 14
            store.refusal = "it is full"
            for _ in 0..<3 { _ = try await exchange.exchange(all) }
            #expect(try await exchange.exchange(all) == ["size"])
            store.refusal = "it is closed"
            #expect(try await exchange.exchange(all) == ["size"])
            #expect(reports.value(suite).map(\.code) == [.notSynced, .notSynced])
            #expect(
                reports.value(suite).first?.description == "Value for key 'size' can't be synchronized: it is full."
            )
            store.refusal = nil
            #expect(try await exchange.exchange(all).isEmpty)
            #expect(store.texts == ["size": "14.0"])
        }
    }

    @Test func `A launch argument is not sent, and what it hides is sent without it`() async throws {
        try await withEphemeralSuite { suite in
            let store = MemoryStore()
            suite.setVolatileDomain(["size": "99"], forName: UserDefaults.argumentDomain)
            _ = try await exchange(suite, store).exchange(all)
            #expect(store.texts.isEmpty)
            size[suite] = 14
            _ = try await exchange(suite, store).exchange(all)
            #expect(size[suite] == 99)
            #expect(store.texts.isEmpty)
            // What arrives meanwhile is stored.
            store.put("$null", to: "name")
            _ = try await exchange(suite, store).exchange(all)
            suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
            _ = try await exchange(suite, store).exchange(all)
            #expect(store.texts == ["size": "14.0", "name": "$null"])
            #expect(name.isSet(in: suite) && name[suite] == nil)
        }
    }

    private let all: Set<String> = ["size", "name"]

    private func exchange(_ suite: UserDefaults, _ store: MemoryStore) -> Exchange {
        let settings = [size.self, name.self] as [any TSUD.Type]
        return Exchange(settings.map { SyncedName(key: $0, suite: suite) }, with: store, ground: suite)
    }
}

private enum size: TSUD {
    static let defaultValue = 12.0
    static func report(_ error: TSUDError) { reports.add(error) }
}
private enum name: TSUD { static let defaultValue: String? = "nobody" }

/// The errors that were reported, by the suite that the test runs with.
private let reports = Reports()
private final class Reports: @unchecked Sendable {
    private let lock = NSLock()
    private var errors: [ObjectIdentifier: [TSUDError]] = [:]
    func add(_ error: TSUDError) {
        let suite = ObjectIdentifier(size.currentSuite)
        lock.withLock { errors[suite, default: []].append(error) }
    }
    func value(_ suite: UserDefaults) -> [TSUDError] { lock.withLock { errors[ObjectIdentifier(suite)] ?? [] } }
}
