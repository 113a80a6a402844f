/// The keys of members that are known, which are found by the names that have them.
package struct KnownMembers: Sendable {
    private var all: Set<MemberKeys> = []
    /// Few, so finding costs the same however many keys are known, and however many slashes a name has.
    private var shapes: Set<MemberKeys.Shape> = []

    package init(_ all: some Sequence<MemberKeys> = []) {
        for keys in all { insert(keys) }
    }

    mutating func insert(_ keys: MemberKeys) {
        all.insert(keys)
        shapes.insert(keys.shape)
    }

    func contains(_ keys: MemberKeys) -> Bool { all.contains(keys) }

    /// Returns the known keys whose prefix and suffix a name has.
    package func keys(of name: String) -> [MemberKeys] {
        shapes.compactMap { MemberKeys(of: name, $0) }.filter(all.contains)
    }
}

extension MemberKeys {
    /// The lengths of a prefix and a suffix.
    fileprivate struct Shape: Hashable {
        let prefix: Int
        let suffix: Int
        let isIndependent: Bool
    }

    fileprivate var shape: Shape {
        Shape(prefix: prefix.utf8.count, suffix: suffix.utf8.count, isIndependent: isIndependent)
    }

    /// The keys of a shape whose prefix and suffix a name has; `nil` if it is too short, or has no slash there.
    fileprivate init?(of name: String, _ shape: Shape) {
        let bytes = name.utf8
        guard bytes.count >= shape.prefix + shape.suffix else { return nil }
        let end = bytes.index(bytes.startIndex, offsetBy: shape.prefix)
        guard shape.isIndependent || bytes[bytes.index(before: end)] == UInt8(ascii: "/"),
            let prefix = String(bytes[..<end]), let suffix = String(bytes.suffix(shape.suffix))
        else { return nil }
        (self.prefix, self.suffix, isIndependent) = (prefix, suffix, shape.isIndependent)
    }
}
