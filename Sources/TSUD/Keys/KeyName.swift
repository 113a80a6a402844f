import Foundation

/// The type's own name, without module and enclosing types, but with its generic arguments.
///
/// The runtime puts a raw identifier in backticks and replaces its spaces by no-break spaces, which is undone here.
func keyName(of type: Any.Type) -> String {
    // `String(describing:)` returns the same, but first scans all conformances of the program for one to
    // `CustomStringConvertible`, for each type again.
    let name = _typeName(type, qualified: false)
    guard name.contains("`") else { return name }
    return name.replacingOccurrences(of: "`", with: "").replacingOccurrences(of: "\u{A0}", with: " ")
}

/// The full name of a type for messages: "App.Editor.fontSize".
///
/// The runtime adds the address of the scope of a private or local type, which is left out.
func readableName(of type: Any.Type) -> String {
    let privateScope = #"\(unknown context at \$[0-9a-f]+\)\."#
    return String(reflecting: type).replacingOccurrences(of: privateScope, with: "", options: .regularExpression)
}

/// The full name of a type without generic arguments of its enclosing types, which is the same for all their
/// specializations.
///
/// The type's own generic arguments stay, because they are part of the key.
func declarationName(of type: Any.Type) -> String {
    String(reflecting: type).replacingOccurrences(of: #"<.*>\."#, with: ".", options: .regularExpression)
}
