/// The arguments that are left when those that Foundation reads as settings, such as `-fontSize 20`, are taken out.
///
/// Foundation's rule is followed to the letter, a `-5` at the end or before another dash being no name of a setting:
/// what it has taken is no part of a command, and what it has left is.
func withoutLaunchArguments(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
        if argument.hasPrefix("-"), let next = rest.first, !next.hasPrefix("-") {
            rest.removeFirst()
        } else {
            words.append(argument)
        }
    }
    return words
}
