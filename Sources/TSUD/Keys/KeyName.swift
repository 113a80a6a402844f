import Foundation

/// The type's own name, without module and enclosing types, but with its generic arguments.
///
/// It removes the backticks that the runtime puts around a raw identifier, and restores its spaces.
package func keyName(of type: Any.Type) -> String {
    // `String(describing:)` returns the same, but first scans all conformances of the program for one to
    // `CustomStringConvertible`, for each type again.
    let name = _typeName(type, qualified: false)
    guard name.contains("`") else { return name }
    return name.replacingOccurrences(of: "`", with: "").replacingOccurrences(of: "\u{A0}", with: " ")
}

/// The full name of a type for messages: "App.Editor.fontSize".
///
/// It omits the address that the runtime adds for the scope of a private or local type.
func readableName(of type: Any.Type) -> String {
    let privateScope = #"\(unknown context at \$[0-9a-f]+\)\."#
    return String(reflecting: type).replacingOccurrences(of: privateScope, with: "", options: .regularExpression)
}

/// The full name of a type without generic arguments of its enclosing types, which is the same for all their
/// specializations.
///
/// The type's own generic arguments stay, because they are part of the key.
package func declarationName(of type: Any.Type) -> String {
    String(reflecting: type).replacingOccurrences(of: #"<.*>\."#, with: ".", options: .regularExpression)
}

extension BoundKey {
    /// Reports once that another type has the same derived name in the same suite.
    ///
    /// An ephemeral suite replaces different suites, whose types share nothing elsewhere.
    func reportDuplicate() {
        guard isDerived, EphemeralSettings.current?.suite !== defaults,
            let other = backend.observations.usedNames.insertDerived(key, of: Setting.self)
        else { return }
        let names = (readableName(of: other), readableName(of: Setting.self))
        let types =
            names.0 == names.1 ? "two private or local types called \(names.0)" : "the types \(names.0) and \(names.1)"
        report(
            TSUDError(
                .duplicateKey,
                key: key,
                description: """
                    Key '\(key)' is shared by \(types); give one of them its own stringKey, or both the same \
                    stringKey if they are to share it.
                    """
            )
        )
    }
}

/// A key of this library, which isn't a setting of the program.
package protocol LibraryKey: TSUD {}
