public import Foundation

/// Reads, changes and stores the values of two settings: all of them or none.
///
/// ```swift
/// try withUpdate(of: fontSize.self, lineHeight.self) { size, height in
///     size += 1
///     height = size * 1.2
/// }
/// ```
///
/// No other `update` of any of these settings runs in this process at the same time, whichever order others name them
/// in. If the closure throws, or one value can't be stored, none is. Observers are notified at the end, once for each
/// setting. In one suite on Linux all values are saved together. Between processes the last writer wins.
///
/// - Parameters:
///   - first: a setting.
///   - second: another setting.
///   - suite: the suite of all; `nil` for each setting's own, which `withEphemeralSuite` replaces.
///   - body: changes the values.
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUD/TSUD/update(in:_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Result>(
    of first: First.Type,
    _ second: Second.Type,
    in suite: UserDefaults? = nil,
    _ body: (inout First.ValueType, inout Second.ValueType) throws -> Result
) throws -> Result {
    try update(first.key(inOwnOr: suite), second.key(inOwnOr: suite), body)
}

/// Reads, changes and stores the values of three settings: all of them or none.
///
/// It is like the function of the same name for two settings.
///
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUD/TSUD/update(in:_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Third: TSUD, Result>(
    of first: First.Type,
    _ second: Second.Type,
    _ third: Third.Type,
    in suite: UserDefaults? = nil,
    _ body: (inout First.ValueType, inout Second.ValueType, inout Third.ValueType) throws -> Result
) throws -> Result {
    try update(first.key(inOwnOr: suite), second.key(inOwnOr: suite), third.key(inOwnOr: suite), body)
}

/// Reads, changes and stores the values of four settings: all of them or none.
///
/// It is like the function of the same name for two settings.
///
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUD/TSUD/update(in:_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Third: TSUD, Fourth: TSUD, Result>(
    of first: First.Type,
    _ second: Second.Type,
    _ third: Third.Type,
    _ fourth: Fourth.Type,
    in suite: UserDefaults? = nil,
    _ body: (
        inout First.ValueType, inout Second.ValueType, inout Third.ValueType, inout Fourth.ValueType
    ) throws -> Result
) throws -> Result {
    try update(
        first.key(inOwnOr: suite),
        second.key(inOwnOr: suite),
        third.key(inOwnOr: suite),
        fourth.key(inOwnOr: suite),
        body
    )
}

/// Reads, changes and stores the values of two members: all of them or none.
///
/// ```swift
/// try withUpdate(of: zoom.of("left"), zoom.of("right")) { swap(&$0, &$1) }
/// ```
///
/// It is like the function of the same name for settings. A member without a value of its own begins with the
/// setting's, and gets one. A setting and a member can't be given to one call: what has to change together with a
/// member belongs to a member as well, or into one structure.
///
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUDMember/update(_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Result>(
    of first: TSUDMember<First>,
    _ second: TSUDMember<Second>,
    _ body: (inout First.ValueType, inout Second.ValueType) throws -> Result
) throws -> Result {
    try update(first.key, second.key, body)
}

/// Reads, changes and stores the values of three members: all of them or none.
///
/// It is like the function of the same name for two members.
///
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUDMember/update(_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Third: TSUD, Result>(
    of first: TSUDMember<First>,
    _ second: TSUDMember<Second>,
    _ third: TSUDMember<Third>,
    _ body: (inout First.ValueType, inout Second.ValueType, inout Third.ValueType) throws -> Result
) throws -> Result {
    try update(first.key, second.key, third.key, body)
}

/// Reads, changes and stores the values of four members: all of them or none.
///
/// It is like the function of the same name for two members.
///
/// - Returns: what `body` returns.
/// - Throws: the errors of ``TSUDMember/update(_:)``, or what `body` throws. In each case all old values stay.
@discardableResult
public func withUpdate<First: TSUD, Second: TSUD, Third: TSUD, Fourth: TSUD, Result>(
    of first: TSUDMember<First>,
    _ second: TSUDMember<Second>,
    _ third: TSUDMember<Third>,
    _ fourth: TSUDMember<Fourth>,
    _ body: (
        inout First.ValueType, inout Second.ValueType, inout Third.ValueType, inout Fourth.ValueType
    ) throws -> Result
) throws -> Result {
    try update(first.key, second.key, third.key, fourth.key, body)
}
