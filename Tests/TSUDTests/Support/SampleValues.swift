import Foundation

/// The types of values that several test suites share.
enum Theme: String, Codable, CaseIterable, Defaulted {
    case light
    case dark
    static var standIn: Self { .light }
}

enum Level: Int, Codable, CaseIterable, Defaulted {
    case low = 1
    case high = 300
    static var standIn: Self { .low }
}

struct Contact: Codable, Equatable, Defaulted {
    var name: String
    var age: Int
    static var standIn: Self { Self(name: "nobody", age: 0) }
}

/// A structure with a property of each kind, including other structures.
struct Profile: Codable, Equatable, Defaulted {
    var owner = Contact.standIn
    var born = Date(timeIntervalSinceReferenceDate: 0.25)
    var ratio = 0.5
    var picture = Data([1, 2])
    var home: URL?
    var nickname: String?
    var theme = Theme.light
    var friends: [Contact] = []
    var scores: [String: Float] = [:]
    static var standIn: Self { Self() }
}

/// An enum without raw values, whose encoding is `{"slow":{}}`.
enum Speed: Codable, Equatable, Defaulted {
    case slow, fast
    case exact(Double)

    static var standIn: Self { .exact(7) }
}

extension Duration: Defaulted { static var standIn: Self { .seconds(7) } }

/// A type that contains itself.
indirect enum Tree: Codable, Equatable, Defaulted {
    case leaf(Int)
    case node([Self])
    static var standIn: Self { .leaf(77) }

    /// A tree of the given height with one leaf.
    static func chain(_ height: Int) -> Self { (0..<height).reduce(.leaf(1)) { tree, _ in .node([tree]) } }
}

/// A value of any form, which tries one after another when it is decoded.
enum JSONValue: Codable, Equatable, Defaulted {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Self])
    case object([String: Self])
    static var standIn: Self { .string("stand-in") }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let simple =
            (try? container.decode(Bool.self)).map(Self.bool)
            ?? (try? container.decode(Int.self)).map(Self.int)
            ?? (try? container.decode(Double.self)).map(Self.double)
            ?? (try? container.decode(String.self)).map(Self.string)
            ?? (try? container.decode([Self].self)).map(Self.array)
        self = try simple ?? .object(container.decode([String: Self].self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .int(let int): try container.encode(int)
        case .double(let double): try container.encode(double)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}

/// A number that checks its limit when it is encoded and decoded.
struct AtMostFive: Codable, Defaulted {
    var number: Int
    static var standIn: Self { Self(0) }

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        number = try container.decode(Int.self)
        if number > 5 {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is more than 5.")
        }
    }

    func encode(to encoder: any Encoder) throws {
        if number > 5 {
            let description = "\(number) is more than 5"
            throw EncodingError.invalidValue(
                number,
                .init(codingPath: encoder.codingPath, debugDescription: description)
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

struct ThrowingAnything: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw BodyError() }
}
