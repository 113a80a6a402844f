/// The arguments without those that Foundation reads as settings, such as `-fontSize 20`.
///
/// It follows Foundation's rule exactly, by which a `-5` at the end or before another dash is not a setting's name. So
/// each argument is either a setting or a part of the command.
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
