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
