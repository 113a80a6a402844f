#if canImport(Darwin)
/// Whether the process has ever used an ephemeral suite; taken for granted where not all systems have atomic values.
enum EphemeralUse {
    static var hasBegun: Bool { true }
    static func begin() {}
}
#endif
