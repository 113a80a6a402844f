public import Foundation

extension TSUD {
    /// The suite that `value` reads and writes now: the key's own, or the one of an enclosing `withEphemeralSuite`.
    @inlinable
    static var currentSuite: UserDefaults { ephemeralSuite ?? suite }
}

/// The suite of an enclosing `withEphemeralSuite`.
@usableFromInline
var ephemeralSuite: UserDefaults? {
    EphemeralUse.hasBegun ? EphemeralSuite.current?.suite : nil
}
