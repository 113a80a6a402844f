import Foundation
import TSUD

/// Makes random changes to keys with a prefix of its own, half of them by plain calls, with `synchronize()` in between.
///
/// What plain calls have stored since the last `synchronize()` has to be in memory all the time. That call itself
/// replaces memory.
///
/// - Returns: what was found in memory otherwise than it was left there; or else what keys have stored, to be found in
///   the file.
func mix(_ prefix: String, _ count: Int, seed: UInt64, synchronizes: Bool) -> String {
    var random = Generator(state: seed)
    var byKey: [String: Int] = [:]
    // The plain values that memory has to have.
    var expected: [String: Int] = [:]
    for number in 1...count {
        let name = "\(Int.random(in: 0..<5, using: &random))"
        Chosen.key = prefix + "key" + name
        let plainKey = prefix + "plain" + name
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: (TrialValue.value, byKey[Chosen.key]) = (number, number)
        case 6:
            TrialValue.reset()
            byKey[Chosen.key] = nil
        case 7..<13:
            Chosen.suite.set(number, forKey: plainKey)
            expected[plainKey] = number
        case 13..<16 where synchronizes:
            _ = Chosen.suite.synchronize()
            expected = [:]
        case 13..<17: _ = flush()
        default: usleep(UInt32.random(in: 0..<5_000, using: &random))
        }
        for (key, value) in expected {
            let found = Chosen.suite.object(forKey: key) as? Int
            if found != value { return "step \(number): \(key) is \(printed(found)) instead of \(printed(value))" }
        }
    }
    return "mixed " + byKey.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
}

private typealias TrialValue = number

/// The same numbers for the same seed.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
