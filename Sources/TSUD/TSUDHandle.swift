public import Foundation

/// A setting in one suite, or one of its members.
///
/// ```swift
/// let size = fontSize.in(shared)
/// size.value += 1
///
/// let zoomOfReport = zoom.of("report.pdf")
/// zoomOfReport.reset()
/// ```
///
/// A handle has every operation of a setting. A handle without a given suite follows `withEphemeralSettings` and a
/// computed ``TSUD/TSUD/stringKey``. A handle with a given suite stays there. Two handles are equal if they have the
/// same type, member, and given suite object.
///
/// A **member** has a value for one document, account, or window. A member without its own value has the setting's
/// value, and its observers are also notified of the setting's changes. The setting's `validate`, `upgrade`,
/// `storedForm`, `report`, `suite`, and `formerKeys` apply to its members.
///
/// ## Topics
///
/// ### Identity
///
/// - ``member``
/// - ``stringKey``
/// - ``suite``
///
/// ### Reading and writing
///
/// - ``value``
/// - ``storedValue()``
/// - ``store(_:)``
/// - ``update(_:)``
/// - ``isSet``
/// - ``reset()``
/// - ``origin``
///
/// ### Members
///
/// - ``of(_:)``
/// - ``subscript(_:)``
/// - ``members()``
public struct TSUDHandle<Setting: TSUD> {
    /// The name of the member, or `nil` for the setting itself.
    public let member: String?
    /// The suite that the handle was created with.
    @usableFromInline let givenSuite: UserDefaults?
    /// The key that was current when the handle was created; `nil` for a setting without a given suite.
    @usableFromInline let made: BoundKey<Setting>?

    /// A setting.
    @usableFromInline
    init(in suite: UserDefaults?) {
        givenSuite = suite
        member = nil
        // Not by `map`, because each read would look up the metadata of the generic type.
        made = if let suite { BoundKey.in(suite) } else { nil }
    }

    init(of member: String, in suite: UserDefaults?) {
        givenSuite = suite
        let key = BoundKey<Setting>.in(suite ?? Setting.currentSuite).member(named: member)
        let isSetting = key.setting == nil
        self.member = isSetting ? nil : key.member
        made = isSetting && suite == nil ? nil : key
    }

    /// The key in the suite in effect, under its current name.
    @inlinable var key: BoundKey<Setting> {
        let suite = givenSuite ?? Setting.currentSuite
        guard let made else { return BoundKey.in(suite) }
        return made.isCurrent(in: suite) ? made : remade
    }

    @usableFromInline var remade: BoundKey<Setting> {
        let setting = BoundKey<Setting>.in(suite)
        return member.map(setting.member) ?? setting
    }

    /// The suite that the handle reads and writes.
    ///
    /// It is the given suite, or else the ephemeral one, or else the setting's own.
    public var suite: UserDefaults { givenSuite ?? Setting.currentSuite }

    /// The key of the stored value, such as "fontSize" or "zoom/report%2Epdf".
    public var stringKey: String { key.key }

    // MARK: Reading and writing

    /// The value of the setting or member.
    ///
    /// This property works like ``TSUD/TSUD/value``. A member without its own value has the setting's. Writing gives a
    /// member its own value. TSUD stores a member's `nil` as a marker, because removing it would expose the setting's
    /// value.
    @inlinable public var value: Setting.ValueType {
        get { key.value }
        nonmutating set { key.assign(newValue) }
    }

    /// Returns the override or the stored value, or `nil` if neither exists.
    ///
    /// This method works like ``TSUD/TSUD/storedValue()``. For a member, it returns the member's own value.
    ///
    /// - Returns: The override, the stored value, or `nil`.
    /// - Throws: ``TSUDError/Code/unreadable`` or ``TSUDError/Code/invalid``.
    public func storedValue() throws(TSUDError) -> Setting.ValueType? {
        let key = key
        key.access()
        return try key.search([.locked, .arguments, .stored]).map(key.decode)
    }

    /// Stores a value, or throws an error.
    ///
    /// This method works like ``TSUD/TSUD/store(_:)``.
    ///
    /// - Parameter value: The value to store.
    /// - Throws: ``TSUDError/Code/unencodable`` or ``TSUDError/Code/invalid``. The old value stays.
    public func store(_ value: Setting.ValueType) throws(TSUDError) { try key.store(value) }

    /// Reads, changes, and stores the value atomically.
    ///
    /// This method works like ``TSUD/TSUD/update(_:)``. A member without its own value begins with the setting's.
    ///
    /// - Parameter body: The closure that changes the value.
    /// - Returns: The result of `body`.
    /// - Throws: ``TSUDError``, or the errors of `body`. The old value stays.
    @discardableResult
    public func update<Result>(_ body: (inout Setting.ValueType) throws -> Result) throws -> Result {
        try updateSetting(key, body)
    }

    // MARK: State

    /// Whether a value is stored, readable or not.
    ///
    /// This property works like ``TSUD/TSUD/isSet``. A member is set if it has its own value.
    public var isSet: Bool {
        let key = key
        key.access()
        return key.storedObject != nil
    }

    /// Removes the value.
    ///
    /// This method works like ``TSUD/TSUD/reset()``. A member then has the setting's value.
    public func reset() {
        let key = key
        key.apply(key.change(to: nil))
    }

    /// The source of the value.
    ///
    /// This property works like ``TSUD/TSUD/origin``. For a member, ``ValueOrigin/stored`` may be its own value or the
    /// setting's.
    public var origin: ValueOrigin { key.origin }

    // MARK: Changes

    /// Returns a sequence of the current value and then the newest value after each change.
    ///
    /// This method works like ``TSUD/TSUD/values(initial:isolation:)``. For a member without its own value, the
    /// sequence delivers the setting's.
    ///
    /// - Parameters:
    ///   - initial: Whether to deliver the current value first.
    ///   - isolation: The actor on which the setting's own code runs, by default the caller's.
    /// - Returns: The sequence.
    public func values(initial: Bool = true, isolation: (any Actor)? = #isolation) -> TSUDValues<Setting> {
        let key = key
        return TSUDValues(key: key, isolation: isolation, delivered: initial ? .nothing : .object(key.source.found))
    }

    // MARK: Members

    /// Returns a handle to the setting of one document, account, or window, in the same suite.
    ///
    /// For the handle of a member, this method returns another member of the setting.
    ///
    /// - Parameter member: Any string.
    /// - Returns: The member's handle.
    public func of(_ member: String) -> Self { Self(of: member, in: givenSuite) }

    /// The value of one document, account, or window, as in `handle["report.pdf"] = 1.5`.
    ///
    /// It is the value of the handle that ``of(_:)`` returns.
    ///
    /// - Parameter member: The name of the member.
    public subscript(member: String) -> Setting.ValueType {
        get { of(member).value }
        nonmutating set { of(member).value = newValue }
    }

    /// Returns the members that have their own value in the suite, sorted by name.
    ///
    /// This method works like ``TSUD/TSUD/members()``.
    ///
    /// - Returns: The handles of the members.
    public func members() -> [Self] {
        let key = key.setting ?? key
        key.observationOfMembers?.access()
        return key.members { key.backend.storedKeys(withPrefix: $0.prefix) }.map(of)
    }
}

extension TSUDHandle where Setting.ValueType: Sendable {
    /// The value.
    @_documentation(visibility: internal)
    @inlinable public var value: Setting.ValueType {
        get { key.cachedValue }
        nonmutating set { key.assign(newValue) }
    }

    /// The value of one document, account, or window.
    @_documentation(visibility: internal)
    public subscript(member: String) -> Setting.ValueType {
        get { of(member).value }
        nonmutating set { of(member).value = newValue }
    }
}

extension TSUDHandle: Hashable {
    /// Returns whether two handles have the same member and the same given suite object.
    ///
    /// - Parameters:
    ///   - one: A handle.
    ///   - other: Another handle.
    /// - Returns: Whether the handles are equal.
    public static func == (one: Self, other: Self) -> Bool {
        one.givenSuite === other.givenSuite && one.member.map(Spelling.init) == other.member.map(Spelling.init)
    }

    /// Hashes the member and the given suite object.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(member.map(Spelling.init))
        hasher.combine(givenSuite.map { ObjectIdentifier($0) })
    }
}

// Like `UserDefaults` itself. A setting that is isolated to an actor keeps its handles there.
extension TSUDHandle: @unchecked Sendable where Setting: SendableMetatype {}
