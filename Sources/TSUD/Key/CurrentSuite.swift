public import Foundation

extension TSUD {
    /// The suite that `value` reads and writes now: the key's own, or the one of an enclosing `withEphemeralSuite`.
    @usableFromInline
    static var currentSuite: UserDefaults { EphemeralSuite.current?.suite ?? suite }
}
