import Foundation

/// What kind of object each key has stored last: Foundation ignores the `set` of an object that it considers equal to
/// the stored one, such as 1 and 1.0.
struct WrittenKinds {
    private var kinds: [String: Kind] = [:]

    /// Notes what a key stores, or that it is removed.
    ///
    /// - Returns: whether Foundation certainly stores it, as far as keys have stored what is there now.
    mutating func note(_ form: StoredForm?, forKey key: String) -> Bool {
        let kind = form.map { Kind(of: $0.object) }
        let isKnown = kind != nil && kinds[key] == kind
        // All are forgotten once there are many, because a program may compute the names of its keys.
        if kinds.count >= 1_000 { kinds = [:] }
        kinds[key] = kind
        return isKnown && form?.mayEqualAnotherValue == false
    }

    private enum Kind {
        case boolean, integer, real, single, other

        /// The kind of a number, or of the first number in nested arrays.
        init(of object: Any) {
            var object = object
            while let first = (object as? NSArray)?.firstObject { object = first }
            // Integers have one of several encodings, whichever they are made of.
            switch (object as? NSNumber).map({ UInt8(bitPattern: $0.objCType.pointee) }) {
            case nil: self = .other
            case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean
            case UInt8(ascii: "d"): self = .real
            case UInt8(ascii: "f"): self = .single
            default: self = .integer
            }
        }
    }
}
