import Foundation

/// The stored names of members: the setting's, a slash, and the member's own name.
///
/// In the latter a dot is percent-encoded, which key-value observing would take for a part of a path, and so is the
/// percent sign itself. Of two spellings that Swift considers equal, the composed one is stored.
enum MemberName {
    static func prefix(of setting: String) -> String { setting + "/" }

    static func stored(_ member: String, of setting: String) -> String { prefix(of: setting) + encoded(member) }

    /// The member that is stored under a name; `nil` if that belongs to none of the setting's.
    static func member(storedAs stored: String, of setting: String) -> String? {
        let prefix = prefix(of: setting)
        guard stored.hasUTF8Prefix(prefix), let encoded = String(stored.utf8.dropFirst(prefix.utf8.count)) else {
            return nil
        }
        let name = encoded.replacingOccurrences(of: "%2E", with: ".").replacingOccurrences(of: "%25", with: "%")
        return Self.encoded(name).isSpelled(like: encoded) ? name : nil
    }

    private static func encoded(_ name: String) -> String {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, !name.utf8.contains(where: { $0 == percent || $0 == dot }) { return name }
        var encoded = ""
        // Not `replacingOccurrences`, which takes as long as a whole read.
        for scalar in (isASCII ? name : name.precomposedStringWithCanonicalMapping).unicodeScalars {
            switch scalar {
            case "%": encoded += "%25"
            case ".": encoded += "%2E"
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return encoded
    }

    private static let percent = UInt8(ascii: "%")
    private static let dot = UInt8(ascii: ".")
}

extension String {
    /// Whether it begins with a prefix byte by byte; for `hasPrefix` a letter and its accent belong together.
    func hasUTF8Prefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
