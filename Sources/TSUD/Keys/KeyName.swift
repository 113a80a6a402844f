/// The type's own name, without its module or its enclosing types; generic arguments belong to it.
///
/// A raw identifier comes from the runtime in backticks and with no-break spaces, which its writer didn't type.
func keyName(of type: Any.Type) -> String {
    // What `String(describing:)` writes for a type in the end, after having asked all conformances of the program, for
    // each type anew, whether it describes itself.
    let name = _typeName(type, qualified: false)
    guard name.contains("`") else { return name }
    return String(name.filter { $0 != "`" }.map { $0 == "\u{A0}" ? " " : $0 })
}

/// The name by which a message refers to a type, from its module on: "App.Editor.fontSize".
///
/// The runtime names the scope of a private or a local type by an address, which is left out.
func readableName(of type: Any.Type) -> String { String(reflecting: type).replacing(privateScope, with: "") }

/// The full name of a type without the generic arguments of the types around it: the same for all their
/// specializations.
///
/// The arguments of the type itself stay, because its key has them too.
func declarationName(of type: Any.Type) -> String {
    var enclosing = ""
    var component = ""
    var depth = 0
    // The arrow of a function type is no closing bracket.
    for character in String(reflecting: type).replacing("->", with: "→") {
        if character == ".", depth == 0 {
            enclosing += component.prefix { $0 != "<" } + "."
            component = ""
        } else {
            if character == "<" { depth += 1 }
            if character == ">" { depth -= 1 }
            component.append(character)
        }
    }
    return enclosing + component
}

nonisolated(unsafe) private let privateScope = /\(unknown context at \$[0-9a-f]+\)\./
