public import Foundation

extension TSUD {
    /// The setting of one document, account or window: a member, with a value of its own.
    ///
    /// ```swift
    /// zoom.of("report.pdf").value = 1.5
    /// zoom.of("other.pdf").value      //=> 1.0, the value of zoom itself
    /// ```
    ///
    /// It is stored under the setting's ``stringKey``, a slash, and the member's name, in which `%` and `.` are
    /// percent-encoded. Making a member costs a string and a look-up; reading one that is kept costs what reading the
    /// setting costs.
    ///
    /// - Parameters:
    ///   - member: any string. Two spellings that Swift considers equal are one name.
    ///   - suite: the suite; `nil` for the setting's own, which `withEphemeralSuite` replaces.
    /// - Returns: the member, to use at once or to keep.
    public static func of(_ member: String, in suite: UserDefaults? = nil) -> TSUDMember<Self> {
        TSUDMember(member, in: suite)
    }

    /// The names of the members that are stored in a suite, by default the setting's own, sorted.
    ///
    /// ```swift
    /// for name in zoom.members() { zoom.of(name).reset() }
    /// ```
    ///
    /// Members that are stored under a former key are included. Reading this is tracked by Swift Observation like
    /// ``value``. It looks at the names of everything in the suite.
    public static func members(in suite: UserDefaults = Self.currentSuite) -> [String] {
        let key = key(in: suite)
        key.observationOfMembers.access()
        return key.members
    }
}

/// A setting's member: what one document, account or window has set; see ``TSUD/TSUD/of(_:in:)``.
///
/// ```swift
/// let zoomOfReport = zoom.of("report.pdf")
/// zoomOfReport.value += 0.5
/// ```
///
/// A member without a value of its own has the setting's value, and is observed with it. The setting's `validate`,
/// `upgrade`, `storedForm`, `report`, `suite` and `formerKeys` hold for its members.
public struct TSUDMember<Key: TSUD> {
    /// The name that the member was made with.
    public let name: String
    private let suite: UserDefaults?
    /// The member in the suite, and under the setting's key, that were current when it was made.
    private let made: BoundKey<Key>

    init(_ name: String, in suite: UserDefaults?) {
        self.name = name
        self.suite = suite
        made = BoundKey(name, of: Key.key(inOwnOr: suite))
    }

    /// The member in the current suite, and under the current key of the setting.
    @usableFromInline var key: BoundKey<Key> {
        made.isCurrent(in: suite ?? Key.ownSuite) ? made : Self(name, in: suite).made
    }

    /// The key that the member's value is stored under, such as "zoom/report%2Epdf".
    public var stringKey: String { key.key }

    /// The member's value, or else the setting's; otherwise like ``TSUD/TSUD/value``.
    ///
    /// Writing gives the member a value of its own. A `nil` is stored too, as a marker, because without it the setting
    /// would be read.
    @inlinable public var value: Key.ValueType {
        get { key.value }
        nonmutating set {
            do throws(TSUDError) {
                try store(newValue)
            } catch {
                Key.report(error)
            }
        }
    }

    /// Returns the member's own value, or `nil` if it has none; otherwise like ``TSUD/TSUD/storedValue(in:)``.
    ///
    /// - Throws: ``TSUDError/Code/unreadable`` or ``TSUDError/Code/invalid``.
    public func storedValue() throws(TSUDError) -> Key.ValueType? { try key.storedValue() }

    /// Gives the member a value of its own; otherwise like ``TSUD/TSUD/store(_:in:)``.
    ///
    /// - Throws: ``TSUDError/Code/unencodable`` or ``TSUDError/Code/invalid``. The old value stays.
    public func store(_ value: Key.ValueType) throws(TSUDError) { try key.store(value) }

    /// Reads, changes and stores the value atomically within the process; like ``TSUD/TSUD/update(in:_:)``.
    ///
    /// A member without a value of its own begins with the setting's.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError``, or what `body` throws. In each case the old value stays.
    @discardableResult
    public func update<Result>(_ body: (inout Key.ValueType) throws -> Result) throws -> Result {
        try key.update(body)
    }

    /// Returns whether the member has a value of its own, readable or not; like ``TSUD/TSUD/isSet(in:)``.
    public func isSet() -> Bool { key.isSet }

    /// Removes the member's own value, so that it has the setting's again.
    public func reset() { key.reset() }

    /// Returns where the value comes from; ``ValueOrigin/suite`` may mean the member's own or the setting's.
    public func origin() -> ValueOrigin { key.origin }

    /// Returns the member's values: the current one, then the latest after each change.
    ///
    /// As long as the member has no value of its own, these are the setting's. Otherwise it is like
    /// ``TSUD/TSUD/values(in:initial:isolation:)``.
    ///
    /// - Parameters:
    ///   - initial: whether to deliver the current value first.
    ///   - isolation: the actor on which the key's own code runs; by default the caller's.
    /// - Returns: the sequence.
    public func values(initial: Bool = true, isolation: (any Actor)? = #isolation) -> TSUDValues<Key> {
        key.values(initial: initial, isolation: isolation)
    }

    /// Returns the value as text, or `nil` if the value is `nil`.
    ///
    /// It is like ``TSUD/TSUD/text(in:)``.
    public func text() -> String? { key.text }

    /// Stores the value that a text stands for; like ``TSUD/TSUD/store(text:in:)``.
    ///
    /// - Throws: the errors of ``TSUD/TSUD/value(from:)`` and ``store(_:)``. The old value stays.
    public func store(text: String) throws(TSUDError) { try key.store(text: text) }
}

// Like `UserDefaults` itself. A key type that is isolated to an actor keeps its members there.
extension TSUDMember: @unchecked Sendable where Key: SendableMetatype {}
