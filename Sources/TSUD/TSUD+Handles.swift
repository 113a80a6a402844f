public import Foundation

extension TSUD {
    /// The setting as a value, in its own suite or that of an enclosing `withEphemeralSuite`.
    @inlinable public static var handle: TSUDHandle<Self> { TSUDHandle(in: nil) }

    /// The setting in another suite, as a value: `fontSize.in(shared)`.
    ///
    /// - Parameter suite: the suite.
    /// - Returns: the handle, to use at once or to keep.
    @inlinable
    public static func `in`(_ suite: UserDefaults) -> TSUDHandle<Self> { TSUDHandle(in: suite) }

    /// The setting of one document, account or window: a member, with a value of its own.
    ///
    /// ```swift
    /// zoom.of("report.pdf").value = 1.5
    /// zoom.of("other.pdf").value      //=> 1.0, the value of zoom itself
    /// ```
    ///
    /// It is stored under the setting's ``stringKey``, a slash, and the member's name, in which `%` and `.` are
    /// percent-encoded. Making a handle costs a string and a look-up; reading one that is kept costs what reading the
    /// setting costs.
    ///
    /// - Parameters:
    ///   - member: any string. Two spellings that Swift considers equal are one name.
    ///   - suite: the suite; `nil` for the setting's own, which `withEphemeralSuite` replaces.
    /// - Returns: the member's handle, to use at once or to keep.
    public static func of(_ member: String, in suite: UserDefaults? = nil) -> TSUDHandle<Self> {
        TSUDHandle(of: member, in: suite)
    }

    /// The names of the members that are stored in a suite, by default the setting's own, sorted.
    ///
    /// ```swift
    /// for name in zoom.members() { zoom.of(name).reset() }
    /// ```
    ///
    /// Members that are stored under a former key are included. Reading this is tracked by Swift Observation like
    /// ``value``. It looks at the names of everything in the suite.
    public static func members(in suite: UserDefaults = Self.currentSuite) -> [String] { self.in(suite).members() }
}

extension TSUD {
    /// The suite that `value` reads and writes: an ephemeral one, or else the key's own.
    public static var currentSuite: UserDefaults { EphemeralSettings.current?.suite ?? suite }

    /// The same, at less cost until the first use of `withEphemeralSuite`.
    @usableFromInline static var ownSuite: UserDefaults { KeyCache.shared.isEphemeralUsed ? currentSuite : suite }
}
