public import Foundation

/// A setting in one suite, or a member of it: a value to keep, to pass on, or to bind a control to.
///
/// ```swift
/// let size = fontSize.in(shared)
/// size.value += 1
///
/// let zoomOfReport = zoom.of("report.pdf")
/// zoomOfReport.reset()
/// ```
///
/// A handle has every operation of a key. One that is made without a suite follows `withEphemeralSettings` and a computed
/// ``TSUD/TSUD/stringKey``; one that is made with a suite stays there. Two handles are equal if they have the same key
/// type, the same member and the same suite object, if one was given.
///
/// A **member** has a value of its own for one document, account or window. Without one it has the setting's value, and
/// is observed with it. The setting's `validate`, `upgrade`, `storedForm`, `report`, `suite` and `formerKeys` hold for
/// its members.
public struct TSUDHandle<Setting: TSUD> {
    /// The name of the member; `nil` for the setting itself.
    public let member: String?
    /// The suite that the handle was made with.
    @usableFromInline let givenSuite: UserDefaults?
    /// The member in the suite, and under the setting's key, that were current when the handle was made.
    @usableFromInline let made: BoundKey<Setting>?

    /// A setting.
    @usableFromInline
    init(in suite: UserDefaults?) {
        givenSuite = suite
        member = nil
        made = nil
    }

    init(of member: String, in suite: UserDefaults?) {
        self.member = member
        givenSuite = suite
        made = BoundKey(member, of: TSUDHandle(in: suite).key)
    }

    /// The key in the suite in effect, under its current name.
    @inlinable var key: BoundKey<Setting> {
        if let made { return made.isCurrent(in: givenSuite ?? Setting.ownSuite) ? made : remade }
        if let givenSuite { return BoundKey.in(givenSuite) }
        // Looking for an ephemeral suite costs a twentieth of a read, so it is done only after the first use of any.
        return BoundKey.find(in: Setting.suite, isOwn: true) ?? BoundKey.in(Setting.currentSuite)
    }

    @usableFromInline var remade: BoundKey<Setting> {
        BoundKey(member ?? "", of: TSUDHandle(in: givenSuite).key)
    }

    /// The suite in effect: the one that the handle was made with, or else that of an enclosing `withEphemeralSettings`, or
    /// else the key's own.
    public var suite: UserDefaults { givenSuite ?? Setting.currentSuite }

    /// The key that the value is stored under, such as "fontSize" or "zoom/report%2Epdf".
    public var stringKey: String { key.key }

    // MARK: Reading and writing

    /// The value, like the key's ``TSUD/TSUD/value``; of a member without a value of its own, the setting's.
    ///
    /// Reading a handle that is kept costs what reading the key costs. Writing a member gives it a value of its own; a
    /// `nil` is stored too, as a marker, because without it the setting would be read.
    @inlinable public var value: Setting.ValueType {
        get { key.value }
        nonmutating set { key.assign(newValue) }
    }

    /// Returns the stored value, or `nil` if nothing is stored; like ``TSUD/TSUD/storedValue()``.
    ///
    /// For a member it is the member's own value.
    ///
    /// - Throws: ``TSUDError/Code/unreadable`` or ``TSUDError/Code/invalid``.
    public func storedValue() throws(TSUDError) -> Setting.ValueType? {
        let key = key
        key.access()
        return try (key.backend.launchArgument(forKey: key.key) ?? key.storedObject).map(key.decode)
    }

    /// Stores a value; like ``TSUD/TSUD/store(_:)``.
    ///
    /// - Throws: ``TSUDError/Code/unencodable`` or ``TSUDError/Code/invalid``. The old value stays.
    public func store(_ value: Setting.ValueType) throws(TSUDError) { try key.store(value) }

    /// Reads, changes and stores the value atomically; like ``TSUD/TSUD/update(_:)``.
    ///
    /// A member without a value of its own begins with the setting's.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError``, or what `body` throws. In each case the old value stays.
    @discardableResult
    public func update<Result>(_ body: (inout Setting.ValueType) throws -> Result) throws -> Result {
        let key = key
        return try UpdateLock.shared.update(of: key.key) { update in
            update.begin(in: key.backend)
            if let failure = update.failure { throw failure }
            var value = try key.readableValue
            let result = try body(&value)
            try update.store([key.change(to: key.object(of: value))])
            return result
        }
    }

    // MARK: State

    /// Whether a value, readable or not, is stored; like ``TSUD/TSUD/isSet``.
    ///
    /// A member is set if it has a value of its own.
    public var isSet: Bool {
        let key = key
        key.access()
        return key.storedObject != nil
    }

    /// Removes the value; like ``TSUD/TSUD/reset()``.
    ///
    /// A member has the setting's value again.
    public func reset() { key.change(to: nil).apply() }

    /// Where the value comes from; like ``TSUD/TSUD/origin``.
    ///
    /// For a member, ``ValueOrigin/stored`` may mean its own value or the setting's.
    public var origin: ValueOrigin { key.origin }

    // MARK: Text

    /// Returns the value as text, or `nil` if the value is `nil`; like ``TSUD/TSUD/text()``.
    public func text() -> String? {
        Setting.text(of: key.value)
    }

    /// Stores the value that a text stands for; like ``TSUD/TSUD/store(text:)``.
    ///
    /// - Throws: the errors of ``TSUD/TSUD/value(from:)`` and ``store(_:)``. The old value stays.
    public func store(text: String) throws(TSUDError) {
        let key = key
        try key.store(Setting.value(ofText: text, forKey: key.key))
    }

    // MARK: Changes

    /// Returns the values: the current one, then the latest after each change.
    ///
    /// As long as a member has no value of its own, these are the setting's. Otherwise it is like
    /// ``TSUD/TSUD/values(initial:isolation:)``.
    ///
    /// - Parameters:
    ///   - initial: whether to deliver the current value first.
    ///   - isolation: the actor on which the key's own code runs; by default the caller's.
    /// - Returns: the sequence.
    public func values(initial: Bool = true, isolation: (any Actor)? = #isolation) -> TSUDValues<Setting> {
        let key = key
        return TSUDValues(key: key, isolation: isolation, delivered: initial ? .nothing : .object(key.source.object))
    }

    // MARK: Members

    /// The setting of one document, account or window, in the same suite; like ``TSUD/TSUD/of(_:)``.
    ///
    /// For a handle of a member it is another member of the setting.
    ///
    /// - Parameter member: any string.
    /// - Returns: the member's handle.
    public func of(_ member: String) -> Self { Self(of: member, in: givenSuite) }

    /// The value of one document, account or window, as in `handle["report.pdf"] = 1.5`.
    ///
    /// It is the value of the handle that ``of(_:)`` returns.
    public subscript(member: String) -> Setting.ValueType {
        get { of(member).value }
        nonmutating set { of(member).value = newValue }
    }

    /// The members of the setting that have a value of their own in the suite, like ``TSUD/TSUD/members()``.
    public func members() -> [Self] {
        let key = key.setting ?? key
        key.observationOfMembers.access()
        return key.members { key.backend.storedKeys(withPrefix: $0) }.map(of)
    }
}

extension TSUDHandle where Setting.ValueType: Sendable {
    /// The value.
    @_documentation(visibility: internal)
    @inlinable public var value: Setting.ValueType {
        get { key.sendableValue }
        nonmutating set { key.assign(newValue) }
    }

    /// The value of one document, account or window.
    @_documentation(visibility: internal)
    public subscript(member: String) -> Setting.ValueType {
        get { of(member).value }
        nonmutating set { of(member).value = newValue }
    }
}

extension TSUDHandle: Hashable {
    /// Whether two handles are of the same member, or both of the setting, in the same suite object, if any was given.
    public static func == (one: Self, other: Self) -> Bool {
        one.givenSuite === other.givenSuite && one.member == other.member
    }

    /// Hashes the member and the suite object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(member)
        hasher.combine(givenSuite.map { ObjectIdentifier($0) })
    }
}

// Like `UserDefaults` itself. A key type that is isolated to an actor keeps its handles there.
extension TSUDHandle: @unchecked Sendable where Setting: SendableMetatype {}
