import TSUD

/// As many settings as a test wants, called `number0`, `number1`, ….
enum Numbered {
    static func keys(_ count: Int) -> [any NumberedKey.Type] { (0..<count).map { key(Zero.self, $0) } }

    private static func key<Digits: Number>(_ digits: Digits.Type, _ rest: Int) -> any NumberedKey.Type {
        if rest == 0 { return numbered<Digits>.self }
        return rest.isMultiple(of: 2) ? key(Even<Digits>.self, rest / 2) : key(Odd<Digits>.self, rest / 2)
    }
}

/// A setting whose errors a test expects, and does not look at.
protocol Unreported: TSUD {}

extension Unreported { static func report(_ error: TSUDError) {} }

protocol NumberedKey: Unreported where ValueType == Int {}

/// A number as a type: its binary digits, the lowest one innermost.
private protocol Number {
    static var value: Int { get }
    static var place: Int { get }
}
private enum Zero: Number {
    static var value: Int { 0 }
    static var place: Int { 1 }
}
private enum Even<Rest: Number>: Number {
    static var value: Int { Rest.value }
    static var place: Int { Rest.place * 2 }
}
private enum Odd<Rest: Number>: Number {
    static var value: Int { Rest.value + Rest.place }
    static var place: Int { Rest.place * 2 }
}
private enum numbered<Digits: Number>: NumberedKey {
    static var defaultValue: Int { 0 }
    static var stringKey: String { "number\(Digits.value)" }
}
