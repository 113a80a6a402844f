import Foundation

/// The fields of a JSON object in a response of etcd, which omits zero, false, and empty values.
///
/// A field of a wrong type is an error, so a damaged response neither stores nor removes a value.
struct EtcdFields {
    private let object: [String: Any]

    init(_ object: [String: Any]) { self.object = object }

    /// A revision that no etcd exceeds.
    ///
    /// After a higher one, TSUDSync would treat all later ones as older.
    private static let highest = 1_000_000_000_000

    func string(_ name: String) throws -> String? { try value(name) { $0 as? String } }

    /// A number, which etcd writes as a string.
    func number(_ name: String) throws -> Int? {
        try value(name) { ($0 as? String).flatMap { Int($0) }.flatMap { (0...Self.highest).contains($0) ? $0 : nil } }
    }

    func flag(_ name: String) throws -> Bool {
        // A number is a Bool, too.
        try value(name) { ($0 as? NSNumber).flatMap { String(cString: $0.objCType) == "c" ? $0.boolValue : nil } }
            ?? false
    }

    /// Bytes, which etcd writes in base64.
    func data(_ name: String) throws -> Data {
        try value(name) { ($0 as? String).flatMap { Data(base64Encoded: $0) } } ?? Data()
    }

    func fields(_ name: String) throws -> Self? { try value(name) { ($0 as? [String: Any]).map(Self.init) } }

    func array(_ name: String) throws -> [Self] {
        try value(name) { ($0 as? [[String: Any]])?.map(Self.init) } ?? []
    }

    private func value<Value>(_ name: String, _ read: (Any) -> Value?) throws -> Value? {
        guard let any = object[name] else { return nil }
        if let value = read(any) { return value }
        throw EtcdStore.Unreachable(description: "etcd's response has an invalid '\(name)'")
    }
}

/// A key and its value in etcd.
struct EtcdValue {
    let key: Data
    let value: Data
    /// The revision of the last change.
    let revision: Int
    /// Whether only the key was read, because the value is too long.
    var isTooLong = false

    init(_ fields: EtcdFields) throws {
        (key, value) = (try fields.data("key"), try fields.data("value"))
        guard let revision = try fields.number("mod_revision"), revision > 0, !key.isEmpty else {
            throw EtcdStore.Unreachable(description: "etcd's response has a value without 'key' or 'mod_revision'")
        }
        self.revision = revision
    }

    /// The value, unless it is no UTF-8.
    var text: String? { isTooLong ? nil : String(data: value, encoding: .utf8) }
}
