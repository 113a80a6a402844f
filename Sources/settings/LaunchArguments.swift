/// The arguments without those that Foundation reads as settings, such as `-fontSize 20`.
///
/// It follows Foundation's rule exactly, by which a `-5` at the end or before another dash is not a setting's name. So
/// each argument is either a setting or a part of the command.
func withoutLaunchArguments(_ arguments: [String]) throws(Failure) -> [String] {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
        if argument.hasPrefix("-"), !options.contains(argument), let next = rest.first, !next.hasPrefix("-") {
            rest.removeFirst()
            let name = String(argument.dropFirst())
            // These are the system's own.
            if !name.hasPrefix("NS"), !name.hasPrefix("Apple") { _ = try Setting.named(name) }
        } else {
            words.append(argument)
        }
    }
    return words
}

/// Foundation reads these as settings as well, but no setting has such a name.
private let options = ["--help", "-h"] + commands.compactMap(\.option)

/// The arguments of the program, if they are valid UTF-8; Swift repairs those that aren't.
func validArguments() throws(Failure) -> [String] {
    for (index, argument) in CommandLine.arguments.enumerated() {
        guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) != nil else {
            throw .usage("the argument \(argument.quoted) is not valid UTF-8")
        }
    }
    return Array(CommandLine.arguments.dropFirst())
}
