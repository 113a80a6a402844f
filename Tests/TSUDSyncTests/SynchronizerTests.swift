import Foundation
import TSUD
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUDSync

/// Each rule alone, against a store in memory.
@Suite(.ephemeralSettings) struct SynchronizerTests {
    private let suite = size.currentSuite
    private let store = MemoryStore()
    private let synchronizer: Synchronizer

    init() { synchronizer = Self.synchronizer(of: suite, with: store) }

    @Test func `A local change is sent, and a remote change is stored`() async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: all)
        #expect(store.texts == ["size": "14.0"])
        store.put("15", to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(size[suite] == 15)
        #expect(store.texts == ["size": "15"])
        size.in(suite).reset()
        _ = try await synchronizer.sync(all, reported: all)
        #expect(store.texts.isEmpty)
        store.put("16", to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        store.put(nil, to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(!size.in(suite).isSet)
    }

    @Test func `Without a last synced value, the store's value wins, or else the local one`()
        async throws
    {
        store.put("20", to: "size")
        size[suite] = 14
        name[suite] = "Ann"
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        #expect(size[suite] == 20)
        #expect(store.texts == ["size": "20", "name": "Ann"])
    }

    @Test(arguments: [nil, "", "Ann", "$null", "$$null", "$", "null", "ü\n"])
    func `Every string and nil arrive unchanged`(_ value: String?) async throws {
        name[suite] = value
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        try await withEphemeralSettings { other in
            _ = try await newSynchronizer(of: other).sync(all, reported: all)
            #expect(name[other] == value)
            #expect(name.in(other).isSet)
        }
    }

    @Test func `An unreadable remote value is reported once, and changes neither side`() async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: all)
        store.put("banana", to: "size")
        for _ in 0..<3 { #expect(try await synchronizer.sync(all, reported: all).isEmpty) }
        #expect(size[suite] == 14)
        #expect(store.texts == ["size": "banana"])
        #expect(reports.value(suite).map(\.code) == [.unreadable])
        // A local change replaces it.
        size[suite] = 15
        _ = try await synchronizer.sync(all, reported: all)
        #expect(store.texts == ["size": "15.0"])
    }

    @Test func `An unreadable value of this device is reported and not sent`() async throws {
        suite.set("banana", forKey: "size")
        for _ in 0..<2 { _ = try await newSynchronizer(of: suite).sync(all, reported: all) }
        #expect(store.texts.isEmpty)
        #expect(suite.string(forKey: "size") == "banana")
        #expect(!reports.value(suite).isEmpty)
    }

    @Test func `A rejected value is reported once for each cause, and sent when there is room`() async throws {
        size[suite] = 14
        store.refusal = { $0.name == "size" ? "it is full" : nil }
        for _ in 0..<3 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(try await synchronizer.sync(all, reported: all) == ["size"])
        store.refusal = { $0.name == "size" ? "it is closed" : nil }
        #expect(try await synchronizer.sync(all, reported: all) == ["size"])
        #expect(reports.value(suite).map(\.code) == [.notSynced, .notSynced])
        #expect(reports.value(suite).first?.description == "Value for key 'size' can't be synchronized: it is full.")
        store.refusal = { _ in nil }
        #expect(try await synchronizer.sync(all, reported: all).isEmpty)
        #expect(store.texts == ["size": "14.0"])
    }

    @Test func `A launch argument is not sent, and the overridden value is sent later`() async throws {
        let names: Set = ["hiddenSize", "name"]
        try await withLaunchArguments(["hiddenSize": "99"], in: suite) {
            _ = try await newSynchronizer(of: suite).sync(names, reported: names)
            #expect(store.texts.isEmpty)
            hiddenSize[suite] = 14
            _ = try await newSynchronizer(of: suite).sync(names, reported: names)
            #expect(hiddenSize[suite] == 99)
            #expect(store.texts.isEmpty)
            // A value that arrives during the pass is stored.
            store.put("$null", to: "name")
            _ = try await newSynchronizer(of: suite).sync(names, reported: names)
        }
        _ = try await newSynchronizer(of: suite).sync(names, reported: names)
        #expect(store.texts == ["hiddenSize": "14.0", "name": "$null"])
        #expect(name.in(suite).isSet && name[suite] == nil)
    }

    @Test(arguments: [nil, "15"])
    func `A local change that the store's value replaces is reported as overwritten`(_ theirs: String?) async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: all)
        (size[suite], name[suite]) = (99, "Ann")
        store.put(theirs, to: "size")
        var events: [TSUDSyncEvent] = []
        synchronizer.event = { event in
            events.append(event)
        }
        _ = try await synchronizer.sync(all, reported: all)
        let expected: [TSUDSyncEvent] = [
            .overwritten(name: "size", text: "99.0"), .received(name: "size", text: theirs),
            .sent(name: "name", text: "Ann"),
        ]
        #expect(events == expected)
        // A reset can be overwritten as well.
        size[suite] = 16
        _ = try await synchronizer.sync(all, reported: all)
        size.in(suite).reset()
        store.put("17", to: "size")
        _ = try await synchronizer.sync(all, reported: all)
        #expect(events.suffix(2) == [.overwritten(name: "size", text: nil), .received(name: "size", text: "17")])
        // An equal change on both sides is not overwritten.
        size[suite] = 18
        store.put("18.0", to: "size")
        events = []
        _ = try await synchronizer.sync(all, reported: all)
        #expect(events.isEmpty)
    }

    @Test func `A setting that changes twice during a pass ends with the last value on both sides`() async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: all)
        size[suite] = 15
        store.whileReading = { size[suite] = 14 }
        _ = try await synchronizer.sync(all, reported: [])
        store.whileReading = {}
        size[suite] = 15
        _ = try await synchronizer.sync(all, reported: [])
        #expect(store.texts == ["size": "15.0"])
    }

    @Test(arguments: 0..<6)
    func `A value that was stored right before the power failed is not sent as a change`(_ writes: Int) async throws {
        let suite = DeviceDefaults()
        store.hasVersions = false
        for text in ["14", "15"] {
            store.put(text, to: "size")
            if text == "15" { suite.failAfter(writes) }
            _ = try? await newSynchronizer(of: suite).sync(all, reported: all)
        }
        suite.restart()
        // The earlier value returns.
        store.put("14", to: "size")
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        #expect(size[suite] == 14)
        #expect(store.texts == ["size": "14"])
    }

    @Test func `A setting that is reset before it is sent is removed from the store in one pass`() async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: all)
        size[suite] = 15
        store.whileReading = { size.in(suite).reset() }
        #expect(try await synchronizer.sync(all, reported: []).isEmpty)
        #expect(store.texts.isEmpty)
        // It is no change of the next one.
        let reads = store.requests.reads
        _ = try await synchronizer.sync(all, reported: [])
        #expect(store.requests.reads == reads)
    }

    @Test func `A write without a response doesn't win over the next one, even after a kill`() async throws {
        size[suite] = 14
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        size[suite] = 15
        store.losesAnswersOfWrites = true
        _ = try? await newSynchronizer(of: suite).sync(all, reported: all)
        #expect(store.texts == ["size": "15.0"])
        store.losesAnswersOfWrites = false
        size[suite] = 16
        store.refusal = { _ in "it is full" }
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        store.refusal = { _ in nil }
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        #expect(store.texts == ["size": "16.0"])
    }

    @Test func `The store gets requests only after a local or a reported change`() async throws {
        size[suite] = 14
        _ = try await synchronizer.sync(all, reported: [])
        let asked = store.requests
        #expect(store.texts == ["size": "14.0"])
        for _ in 0..<3 { _ = try await synchronizer.sync(all, reported: []) }
        #expect(store.requests.reads == asked.reads)
        store.put("15", to: "size")
        _ = try await synchronizer.sync(all, reported: ["size"])
        #expect(store.requests.reads == asked.reads + 1)
        // Its own change, of which it is notified, too.
        _ = try await synchronizer.sync(all, reported: [])
        #expect(store.requests.reads == asked.reads + 1)
        #expect(store.requests.writes.count == asked.writes.count)
    }

    @Test func `Names are written by the hundred and the megabyte, and rejected ones are skipped`()
        async throws
    {
        for index in 0..<250 { name.in(suite).of("\(index)").value = "\(index)" }
        for index in 0..<4 { name.in(suite).of("long \(index)").value = String(repeating: "x", count: 400_000) }
        store.refusal = { $0.name == "name/7" || $0.name == "name/8" ? "it is odd" : nil }
        #expect(try await synchronizer.sync(all, reported: all) == ["name"])
        #expect(store.texts.count == 252)
        #expect(store.requests.writes.allSatisfy { $0 <= 100 })
        #expect(store.requests.bytes.allSatisfy { $0 < 1_000_000 })
        // Halves of a hundred, twice, and the identity.
        #expect(store.requests.writes.count < 30)
        #expect(reports.value(suite).map(\.code) == [.notSynced])
        store.refusal = { _ in nil }
        #expect(try await synchronizer.sync(all, reported: []).isEmpty)
        #expect(store.texts.count == 254)
    }

    @Test func `A store that rejects everything receives not each name alone, and later all names`() async throws {
        _ = try await synchronizer.sync(all, reported: all)
        for index in 0..<500 { name.in(suite).of("\(index)").value = "\(index)" }
        store.refusal = { _ in "it is full" }
        for _ in 0..<3 {
            let before = store.requests.writes.count
            #expect(try await synchronizer.sync(all, reported: []) == ["name"])
            #expect(store.requests.writes.count - before < 50)
        }
        #expect(reports.value(suite).count == 1)
        #expect(synchronizer.state.status.pendingNames.count == 500)
        store.refusal = { _ in nil }
        #expect(try await synchronizer.sync(all, reported: []).isEmpty)
        #expect(store.texts.count == 500)
        #expect(synchronizer.state.status.pendingNames.isEmpty)
    }

    @Test func `A string of more than a megabyte is rejected in both directions`() async throws {
        let long = String(repeating: "x", count: 1_048_577)
        name[suite] = long
        store.put(long, to: "name/a")
        for _ in 0..<2 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(store.texts == ["name/a": long])
        #expect(name.in(suite).members().isEmpty)
        #expect(reports.value(suite).map(\.code) == [.notSynced])
        name[suite] = String(long.dropLast())
        _ = try await synchronizer.sync(all, reported: [])
        #expect(store.texts["name"]?.count == 1_048_576)
    }

    @Test(arguments: [true, false])
    func `More than a thousand members, on the device or in the store, are rejected`(_ isHere: Bool) async throws {
        var objects: [String: Any] = ["name": "Ann"]
        if isHere {
            for index in 0..<1001 { objects["name/\(index)"] = "\(index)" }
        } else {
            for index in 0..<1001 { store.put("\(index)", to: "name/\(index)") }
        }
        let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        try ([name.self] as [any TSUD.Type]).restore(from: data, in: suite)
        for _ in 0..<2 { _ = try await synchronizer.sync(all, reported: all) }
        #expect(store.texts["name"] == "Ann")
        #expect(name.in(suite).members().count == (isHere ? 1001 : 0))
        #expect(store.texts.count == (isHere ? 1 : 1002))
        #expect(reports.value(suite).map(\.code) == [.notSynced])
        let reason = "Value for key 'name' can't be synchronized: it has more than 1,000 members."
        _ = try await synchronizer.sync(["size"], reported: ["size"])
        #expect(synchronizer.state.status.reason == reason)
        if isHere {
            name.in(suite).of("0").reset()
            _ = try await synchronizer.sync(all, reported: [])
            #expect(store.texts.count == 1001)
            #expect(synchronizer.state.status.reason == nil)
        }
    }

    @Test func `A stored representation that differs each time isn't a change`() async throws {
        let synchronizer = Synchronizer([labels.in(suite)], with: store, isFollowing: false)
        store.put(#"["a","b","c","d","e","f"]"#, to: "labels")
        for _ in 0..<5 { _ = try await synchronizer.sync(["labels"], reported: ["labels"]) }
        #expect(labels[suite].count == 6)
        #expect(store.texts == ["labels": #"["a","b","c","d","e","f"]"#])
        #expect(store.requests.writes == [1])
    }

    @Test(arguments: [(#"[-0.0,1]"#, [0, 1]), ("[0,2]", [-0.0, 2])])
    func `An object that Foundation considers equal isn't a change`(_ text: String, _ local: [Double]) async throws {
        let synchronizer = Synchronizer([widths.in(suite)], with: store, isFollowing: false)
        widths[suite] = local
        store.put(text, to: "widths")
        for _ in 0..<3 { _ = try await synchronizer.sync(["widths"], reported: ["widths"]) }
        #expect(store.texts == ["widths": text])
    }

    @Test func `A number of four bytes that both sides have isn't a change`() async throws {
        let synchronizer = Synchronizer([ratio.in(suite)], with: store, isFollowing: false)
        ratio[suite] = 0.1
        _ = try await synchronizer.sync(["ratio"], reported: [])
        let asked = store.requests.reads
        _ = try await synchronizer.sync(["ratio"], reported: [])
        #expect(store.requests.reads == asked)
        #expect(store.texts == ["ratio": "0.1"])
        store.put("0.2", to: "ratio")
        for _ in 0..<2 { _ = try await synchronizer.sync(["ratio"], reported: ["ratio"]) }
        let reads = store.requests.reads
        _ = try await synchronizer.sync(["ratio"], reported: [])
        #expect(store.requests.reads == reads)
    }

    @Test func `Last synced values are in the setting's own suite, with the store ID`()
        async throws
    {
        let (standard, suite) = (suite, DeviceDefaults())
        size[suite] = 14
        name.in(suite).of("a").value = "Ann"
        _ = try await newSynchronizer(of: suite).sync(all, reported: all)
        #expect(standard.object(forKey: "TSUDSync/size") == nil)
        #expect(Set(suite.file.keys) == ["size", "name/a", "TSUDSync/size", "TSUDSync/name/a"])
        let record = LastSynced(stored: suite.file["TSUDSync/name/a"] as? [String] ?? [])
        #expect(record.store == fingerprint(ofText: "memory \(fingerprint(ofText: store.identity))"))
    }

    private let all: Set<String> = ["size", "name"]

    /// As a new process makes it.
    private func newSynchronizer(of suite: UserDefaults) -> Synchronizer { Self.synchronizer(of: suite, with: store) }

    private static func synchronizer(of suite: UserDefaults, with store: MemoryStore) -> Synchronizer {
        let settings = [size.self, name.self, hiddenSize.self] as [any TSUD.Type]
        return Synchronizer(settings.map { $0.anyHandle(in: suite) }, with: store, isFollowing: false)
    }
}

private enum size: TSUD {
    static let defaultValue = 12.0
    static func report(_ error: TSUDError) { reports.add(error) }
}
private enum name: TSUD {
    static let defaultValue: String? = "nobody"
    static func report(_ error: TSUDError) { reports.add(error) }
}
private enum ratio: TSUD { static let defaultValue: Float = 0 }
private enum widths: TSUD { static let defaultValue: [Double] = [] }
/// It is stored in an order that differs each time.
private enum labels: TSUD {
    static let defaultValue: Set<String> = []
    static func storedForm(of value: Set<String>) throws -> Any? { value.shuffled() }
}
/// No other test reads it, since launch arguments affect the whole process on Apple systems.
private enum hiddenSize: TSUD { static let defaultValue = 12.0 }

/// The errors that were reported, by the suite that the test runs with.
private let reports = Reports()
private final class Reports: @unchecked Sendable {
    private let lock = NSLock()
    /// With the suites, so that no other one takes the identity of one that is gone.
    private var errors: [(suite: UserDefaults, error: TSUDError)] = []
    func add(_ error: TSUDError) { lock.withLock { errors.append((size.currentSuite, error)) } }
    func value(_ suite: UserDefaults) -> [TSUDError] {
        lock.withLock { errors.filter { $0.suite === suite }.map(\.error) }
    }
}
