/// Returns the message about an unknown name, which suggests a similar name or lists all valid names.
func unknown(_ kind: String, _ name: String, outOf names: [String]) -> String {
    let typed = letters(of: name)
    let differences = names.map { (name: $0, count: letters(of: $0).difference(from: typed).count) }
    let nearest = differences.min { $0.count < $1.count }
    // A wrong letter makes two differences: a removal and an insertion.
    if let nearest, nearest.count <= min(3, typed.count) - 1 {
        return "Unknown \(kind) \(name.quoted). Did you mean \(nearest.name)?"
    }
    return "Unknown \(kind) \(name.quoted). Valid \(kind)s: \(names.joined(separator: ", "))."
}

/// Returns the letters and digits, in lower case.
private func letters(of name: String) -> [Character] { name.lowercased().filter { $0.isLetter || $0.isNumber } }
