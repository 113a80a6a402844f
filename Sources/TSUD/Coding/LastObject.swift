import Foundation

/// An object that was read, taken apart once so that the next one is quickly compared with it.
///
/// A look at a dynamic type is cheaper than a cast, and a few strings are compared in less time than one of the
/// `AnyHashable` keys, which Foundation on Linux hands out, is hashed in.
enum LastObject {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case real(Double)
    case date(Date)
    case array([Self])
    case dictionary(keys: [String], objects: [Self])
    /// Of another type, or too large a dictionary for each key to be looked for among all.
    case other(Any)

    /// The most entries of a dictionary that each key of another is looked for among.
    private static let fewEntries = 16

    init(_ object: Any) {
        if let string = exactly(String.self, object) {
            self = .string(string)
        } else if let integer = exactly(Int.self, object) {
            self = .integer(integer)
        } else if let boolean = exactly(Bool.self, object) {
            self = .boolean(boolean)
        } else if let real = exactly(Double.self, object) {
            self = .real(real)
        } else if let date = exactly(Date.self, object) {
            self = .date(date)
        } else if let array = exactly([Any?].self, object) {
            self = .array(array.compactMap { $0.map(Self.init) })
        } else if let entries = exactly([AnyHashable: Any?].self, object), entries.count <= Self.fewEntries {
            self = .dictionary(
                keys: entries.keys.compactMap { $0.base as? String },
                objects: entries.values.compactMap { $0.map(Self.init) }
            )
        } else {
            self = .other(object)
        }
    }

    /// Whether an object is the same; it may say no to the same one in another type.
    func isSame(as object: Any) -> Bool {
        switch self {
        case .string(let last):
            return exactly(String.self, object).map { $0.utf8.elementsEqual(last.utf8) } ?? false
        case .integer(let last):
            return exactly(Int.self, object) == last
        case .boolean(let last):
            return exactly(Bool.self, object) == last
        case .real(let last):
            return exactly(Double.self, object)?.bitPattern == last.bitPattern
        case .date(let last):
            return exactly(Date.self, object) == last
        case .array(let last):
            guard let array = exactly([Any?].self, object), array.count == last.count else { return false }
            return zip(last, array).allSatisfy { last, object in object.map(last.isSame) ?? false }
        case .dictionary(let keys, let objects):
            guard let entries = exactly([AnyHashable: Any?].self, object) else { return false }
            return entries.count == keys.count && objects.count == keys.count && Self.areSame(keys, objects, entries)
        case .other(let last):
            return isSameObject(last, object)
        }
    }

    private static func areSame(_ keys: [String], _ objects: [Self], _ entries: [AnyHashable: Any?]) -> Bool {
        for (key, object) in entries {
            guard let key = key.base as? String, let object,
                let index = keys.firstIndex(where: { $0.utf8.elementsEqual(key.utf8) }),
                objects[index].isSame(as: object)
            else { return false }
        }
        return true
    }
}

/// An object as a type that it is of, and not one that it can be cast to.
private func exactly<Object>(_ type: Object.Type, _ object: Any) -> Object? {
    Swift.type(of: object) == type ? object as? Object : nil
}
