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
    /// let report = zoom.of("report.pdf")
    /// report.value = 1.5
    /// report.reset()
    /// report.value            //=> 1.0, the value of zoom itself
    /// ```
    ///
    /// It is stored under the setting's ``stringKey``, a slash, and the member's name, in which `%` and `.` are
    /// percent-encoded. Making a handle costs a string and a look-up; reading one that is kept costs what reading the
    /// setting costs.
    ///
    /// - Parameter member: any string. Two spellings that Swift considers equal are one name.
    /// - Returns: the member's handle, to use at once or to keep.
    public static func of(_ member: String) -> TSUDHandle<Self> { handle.of(member) }

    /// The members that have a value of their own in the setting's own suite, in the order of their names.
    ///
    /// ```swift
    /// for document in zoom.members() {
    ///     print(document.member ?? "", document.value)
    ///     document.reset()
    /// }
    /// ```
    ///
    /// Members that are stored under a former key are included. Reading this is tracked by Swift Observation like
    /// ``value``. It looks at the names of everything in the suite.
    public static func members() -> [TSUDHandle<Self>] { handle.members() }
}

extension TSUD {
    /// The suite that `value` reads and writes: an ephemeral one, or else the key's own.
    @usableFromInline package static var currentSuite: UserDefaults { EphemeralSettings.current?.suite ?? suite }

    /// The same, at less cost until the first use of `withEphemeralSuite`.
    @usableFromInline static var ownSuite: UserDefaults { BoundKeys.isEphemeralUsed ? currentSuite : suite }
}
