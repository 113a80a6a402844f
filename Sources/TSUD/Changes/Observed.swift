/// What observers of a suite are told about: one key, or all members of a setting.
enum Observed: Hashable {
    case key(String)
    /// All names with a prefix.
    case members(prefix: String)

    /// Whom a change of what is stored under a name concerns.
    static func concerned(by name: String) -> [Self] {
        let slashes = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }
        // Of the bytes, because an accent after the slash would make another character of it.
        return [.key(name)] + slashes.map { .members(prefix: String(Substring(name.utf8[...$0]))) }
    }
}
