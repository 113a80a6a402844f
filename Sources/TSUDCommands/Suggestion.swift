/// The message about a name that doesn't exist, with the one that was probably meant, or else all of them.
func unknown(_ kind: String, _ name: String, outOf names: [String]) -> String {
    let typed = letters(of: name)
    let differences = names.map { (name: $0, count: letters(of: $0).difference(from: typed).count) }
    let nearest = differences.min { $0.count < $1.count }
    // A wrong letter counts as two: one to remove, and one to insert.
    if let nearest, nearest.count <= min(3, typed.count) - 1 {
        return "Unknown \(kind) \(name.quoted). Did you mean \(nearest.name)?"
    }
    return "Unknown \(kind) \(name.quoted). Valid \(kind)s: \(names.joined(separator: ", "))."
}

/// The letters and digits, in lower case.
private func letters(of name: String) -> [Character] { name.lowercased().filter { $0.isLetter || $0.isNumber } }
