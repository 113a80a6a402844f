package import Foundation

/// The types of values that several test suites share.
package enum Theme: String, Codable, CaseIterable, Defaulted {
    case light
    case dark
    package static var standIn: Self { .light }
}

package enum Level: Int, Codable, CaseIterable, Defaulted {
    case low = 1
    case high = 300
    package static var standIn: Self { .low }
}

package struct Contact: Codable, Equatable, Defaulted {
    package var name: String
    package var age: Int
    package static var standIn: Self { Self(name: "nobody", age: 0) }

    package init(name: String, age: Int) { (self.name, self.age) = (name, age) }
}

/// A structure with a property of each kind, including other structures.
package struct Profile: Codable, Equatable, Defaulted {
    package var owner: Contact
    package var born: Date
    package var ratio: Double
    package var picture: Data
    package var home: URL?
    package var nickname: String?
    package var theme: Theme
    package var friends: [Contact]
    package var scores: [String: Float]
    package static var standIn: Self { Self() }

    package init(
        owner: Contact = .standIn,
        born: Date = Date(timeIntervalSinceReferenceDate: 0.25),
        ratio: Double = 0.5,
        picture: Data = Data([1, 2]),
        home: URL? = nil,
        nickname: String? = nil,
        theme: Theme = .light,
        friends: [Contact] = [],
        scores: [String: Float] = [:]
    ) {
        (self.owner, self.born, self.ratio, self.picture, self.home) = (owner, born, ratio, picture, home)
        (self.nickname, self.theme, self.friends, self.scores) = (nickname, theme, friends, scores)
    }
}

/// An enum without raw values, whose encoding is `{"slow":{}}`.
package enum Speed: Codable, Equatable, Defaulted {
    case slow, fast
    case exact(Double)

    package static var standIn: Self { .exact(7) }
}

extension Duration: Defaulted { package static var standIn: Self { .seconds(7) } }

/// A type that contains itself.
package indirect enum Tree: Codable, Equatable, Defaulted {
    case leaf(Int)
    case node([Self])
    package static var standIn: Self { .leaf(77) }

    /// A tree of the given height with one leaf.
    package static func chain(_ height: Int) -> Self { (0..<height).reduce(.leaf(1)) { tree, _ in .node([tree]) } }
}

/// A value of any form, which tries one after another when it is decoded.
package enum JSONValue: Codable, Equatable, Defaulted {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Self])
    case object([String: Self])
    package static var standIn: Self { .string("stand-in") }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let simple =
            (try? container.decode(Bool.self)).map(Self.bool)
            ?? (try? container.decode(Int.self)).map(Self.int)
            ?? (try? container.decode(Double.self)).map(Self.double)
            ?? (try? container.decode(String.self)).map(Self.string)
            ?? (try? container.decode([Self].self)).map(Self.array)
        self = try simple ?? .object(container.decode([String: Self].self))
    }

    package func encode(to encoder: any Encoder) throws {
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
package struct AtMostFive: Codable, Defaulted {
    package var number: Int
    package static var standIn: Self { Self(0) }

    package init(_ number: Int) { self.number = number }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        number = try container.decode(Int.self)
        if number > 5 {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is more than 5.")
        }
    }

    package func encode(to encoder: any Encoder) throws {
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

package struct ThrowingAnything: Codable, Defaulted {
    package static var standIn: Self { Self() }

    package init() {}
    package init(from decoder: any Decoder) throws {}
    package func encode(to encoder: any Encoder) throws { throw BodyError() }
}

/// The error that a closure or a value of a test throws.
package struct BodyError: Error, Equatable {
    package init() {}
}
