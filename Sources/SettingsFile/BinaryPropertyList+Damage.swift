#if os(Linux)
extension BinaryPropertyList {
    /// What would make Foundation crash or stall while it parses this list; `nil` if nothing would.
    ///
    /// Foundation refuses circular references and more than 512 levels. It does not refuse a set, on which it crashes,
    /// a number as key, which makes it see no settings at all, nor twenty nested arrays that each refer to the next one
    /// twice, which it expands to a million objects.
    func damage() -> Damage? {
        var measure = Measure(list: self)
        do throws(Damage) {
            _ = try measure.weight(of: top, depth: 0)
            return nil
        } catch {
            return error.isHarmful ? error : nil
        }
    }
}

/// Measures the size of a list after expansion, where a shared object counts each time it is referred to.
private struct Measure {
    private let list: BinaryPropertyList
    /// The largest weight allowed; an encoder refers to each container once, so its output weighs less than its size in
    /// bytes.
    private let limit: Int
    /// The weight of each container including its contents; zero if not yet known.
    private var weights: [Int]

    init(list: BinaryPropertyList) {
        self.list = list
        limit = max(20_000, list.size)
        weights = Array(repeating: 0, count: list.count)
    }

    /// One for each object, plus one for every 64 bytes of text or data.
    mutating func weight(of index: Int, depth: Int) throws(Damage) -> Int {
        // Foundation's parser has a lower limit, so it refuses what gets here, including circular references.
        guard depth < 600 else { throw .malformed }
        switch list.object(at: index) {
        case nil: throw .malformed
        case .foreign, .reference: throw .foreign
        case .scalar(let length): return 1 + length / 64
        case .string(let bytes, _): return 1 + bytes.count / 64
        case .array(let elements): return try weight(ofContainer: index, holding: elements[...], depth)
        case .dictionary(let keys, let values):
            guard keys.allSatisfy({ list.object(at: $0)?.isString != false }) else { throw .foreign }
            return try weight(ofContainer: index, holding: keys + values, depth)
        }
    }

    private mutating func weight(
        ofContainer index: Int,
        holding parts: ArraySlice<Int>,
        _ depth: Int
    ) throws(Damage) -> Int {
        if weights[index] != 0 { return weights[index] }
        var total = 1
        for part in parts {
            total += try weight(of: part, depth: depth + 1)
            guard total <= limit else {
                throw Damage(reason: "it holds more objects than settings can", isHarmful: true)
            }
        }
        weights[index] = total
        return total
    }
}

extension Damage {
    /// Foundation's parser refuses it as well.
    fileprivate static let malformed = Self(reason: "it is no property list")
    static let foreign = Self(reason: "it holds an object that settings can't hold", isHarmful: true)
}
#endif
