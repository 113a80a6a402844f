public import Foundation
public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Returns the types used in this process, in the list's suites, that are not in the list.
    ///
    /// ```swift
    /// import TSUDTesting
    /// import Testing
    ///
    /// @Test func allSettingsAreListed() {
    ///     let settings: [any TSUD.Type] = [fontSize.self, username.self]
    ///     #expect(settings.unlisted().isEmpty)
    /// }
    /// ```
    ///
    /// Call it in a test, after the program's code has run. It omits the library's own types. Specializations of a
    /// setting in a generic type are one setting.
    ///
    /// - Parameter suite: The suite to search, or nil for each setting's own suite or the ephemeral suite that replaces
    ///   it.
    /// - Returns: The types, sorted by name.
    public func unlisted(in suite: UserDefaults? = nil) -> [any TSUD.Type] {
        let listed = Set(map { declarationName(of: $0) })
        /// The types by name and declaration, because several types may have one name.
        var unlisted: [String: any TSUD.Type] = [:]
        for suite in suite.map({ [$0] }) ?? map({ $0.currentSuite }) {
            for type in suite.usedSettings {
                let declaration = declarationName(of: type)
                if !listed.contains(declaration) { unlisted["\(keyName(of: type)) \(declaration)"] = type }
            }
        }
        return unlisted.sorted { $0.key < $1.key }.map(\.value)
    }
}
