#if os(Linux)
extension BinaryPropertyList {
    /// What would do harm if Foundation parsed this list; `nil` where nothing does.
    ///
    /// Foundation refuses what nests more than 512 deep or goes round in circles. It does not refuse twenty arrays that
    /// each name the next one twice, which it takes apart into a million, nor a set, on which it crashes.
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

/// How much there is in a list, each object counted as often as it is named.
private struct Measure {
    private let list: BinaryPropertyList
    /// The most that is let through: what an encoder writes names a container once, and so weighs less than its bytes.
    private let limit: Int
    /// What each container weighs with all that is in it; zero while not known.
    private var weights: [Int]

    init(list: BinaryPropertyList) {
        self.list = list
        limit = max(20_000, list.size)
        weights = Array(repeating: 0, count: list.count)
    }

    /// One for each object, and one more for each 64 bytes of a text or of data.
    mutating func weight(of index: Int, depth: Int) throws(Damage) -> Int {
        // The parser's own limit is below this one; what reaches it here, circles too, is refused there.
        guard depth < 600 else { throw .malformed }
        switch list.object(at: index) {
        case nil: throw .malformed
        case .foreign, .reference: throw Damage(reason: "it holds an object that settings can't hold", isHarmful: true)
        case .scalar(let length): return 1 + length / 64
        case .string(let bytes, _): return 1 + bytes.count / 64
        case .array(let elements): return try weight(ofContainer: index, holding: elements[...], depth)
        case .dictionary(let keys, let values): return try weight(ofContainer: index, holding: keys + values, depth)
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
    /// Left to Foundation's parser, which refuses it as well.
    fileprivate static let malformed = Self(reason: "it is no property list")
}
#endif
