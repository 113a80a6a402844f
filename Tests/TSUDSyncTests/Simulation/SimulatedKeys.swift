import Foundation
import TSUD

@testable import TSUDSync

/// The settings of the simulation: each kind of value that synchronization has to treat differently.
enum Simulated {
    /// The settings of a version of the program: in the new one `size` is called `fontSize`.
    static func all(isNew: Bool) -> [any TSUD.Type] {
        let size: any TSUD.Type = isNew ? fontSize.self : size.self
        return [volume.self, level.self, title.self, mode.self, tags.self, place.self, zoom.self, size]
    }
    static let settings = Set([false, true].flatMap { all(isNew: $0).map { $0.stringKey } })
    /// The names of the settings and of members, some of whose names are encoded.
    static let names = (settings + ["zoom/a%2Eb", "zoom/100%25/c", "mode/x", "tags/ü"]).sorted()

    enum volume: SimulatedKey { static let defaultValue = 1.0 }
    enum level: SimulatedKey {
        static let defaultValue = 0
        static let limit = 1_000_000
    }
    enum title: SimulatedKey { static let defaultValue: String? = nil }
    /// A `nil` is stored in it.
    enum mode: SimulatedKey { static let defaultValue: String? = "on" }
    /// Its string differs at each encoding.
    enum tags: SimulatedKey { static let defaultValue = Tags() }
    enum zoom: SimulatedKey { static let defaultValue = 1.0 }
    enum size: SimulatedKey { static let defaultValue = 0 }
    enum fontSize: SimulatedKey {
        static let defaultValue = 0
        static let formerKeys = ["size"]
    }
    enum place: SimulatedKey { static let defaultValue = Place(x: 0, y: 0) }

    struct Place: Codable, Hashable {
        var x: Int
        var y: Int
    }

    /// Names whose order has no meaning, and which are encoded in another order each time.
    struct Tags: Codable, Hashable {
        var names: Set<String> = []

        init(_ names: Set<String> = []) { self.names = names }

        init(from decoder: any Decoder) throws { names = try Set(from: decoder) }

        func encode(to encoder: any Encoder) throws {
            let sorted = names.sorted()
            let start = sorted.isEmpty ? 0 : (Simulation.current?.nextEncoding() ?? 0) % sorted.count
            try Array(sorted[start...] + sorted[..<start]).encode(to: encoder)
        }
    }

    /// Stores a value in a suite without earlier writes, except `nil`.
    static func write(_ number: Int, to name: String, in suite: UserDefaults) {
        switch name {
        case "volume": volume[suite] = Double(number)
        case "level": level[suite] = number
        case "size": size[suite] = number
        case "fontSize": fontSize[suite] = number
        case "title": title[suite] = number.isMultiple(of: 5) ? "$null" + String(number) : "t\(number)"
        case "mode": mode[suite] = number.isMultiple(of: 3) ? nil : "m\(number)"
        case "tags": tags[suite] = Tags(["\(number)", "b", "c", "d"])
        case "place": place[suite] = Place(x: number, y: -number)
        case "zoom/a%2Eb": zoom.in(suite).of("a.b").value = Double(number)
        case "zoom/100%25/c": zoom.in(suite).of("100%/c").value = Double(number)
        case "mode/x": mode.in(suite).of("x").value = number.isMultiple(of: 3) ? nil : "m\(number)"
        case "tags/ü": tags.in(suite).of("ü").value = Tags(["\(number)", "b", "c", "d"])
        default: zoom[suite] = Double(number)
        }
    }

    /// The strings that an operator writes to the store, often in another form than a program's.
    static func operatorText(_ number: Int, for name: String) -> String {
        switch setting(of: name) {
        case "title", "mode": "op\(number)"
        case "tags": #"[ "\#(number)",  "x" ]"#
        case "place": #"{ "y": 1, "x": \#(number) }"#
        default: " \(number) ".trimmingCharacters(in: .whitespaces)
        }
    }

    /// The strings that the setting can't read or rejects.
    ///
    /// The other settings accept every string.
    static func garbage(for name: String) -> SharedValue? {
        switch setting(of: name) {
        case "level": SharedValue("\(limitExceeded)", version: "")
        case "volume", "tags", "zoom", "size", "fontSize": SharedValue("banana", version: "")
        case "place": SharedValue(nil, version: "")
        default: nil
        }
    }

    /// Stores the value of a string, and returns whether that is possible.
    static func put(_ text: String?, to name: String, in suite: UserDefaults) -> Bool {
        guard let change = try? synced(name, in: suite).prepared(text) else { return false }
        return (try? updateSettings { $0.setIfCurrent(change) }) == true
    }

    private static let limitExceeded = level.limit + 1

    static func setting(of name: String) -> String { String(name.prefix { $0 != "/" }) }

    static func synced(_ name: String, in suite: UserDefaults) -> any AnyHandle {
        let keys = all(isNew: true) + [size.self]
        let key = keys.first { $0.stringKey == setting(of: name) } ?? volume.self
        let synced = key.anyHandle(in: suite)
        return synced.named(name) ?? synced
    }
}

/// A key whose code lets other things happen in the middle of synchronization.
protocol SimulatedKey: TSUD {}

extension SimulatedKey {
    static func validate(_ value: ValueType) throws {
        Simulation.current?.happenInside(stringKey)
        if let level = value as? Int, level > Simulated.level.limit { throw CocoaError(.coderInvalidValue) }
    }

    static func report(_ error: TSUDError) { Simulation.current?.reports += 1 }
}
