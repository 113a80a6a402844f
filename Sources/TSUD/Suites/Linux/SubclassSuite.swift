#if os(Linux)
/// A suite of a subclass of `UserDefaults`, which may store its values elsewhere.
///
/// TSUD saves it by `synchronize()` in `flush()` and at exit.
final class SubclassSuite: SynchronizedSuite, @unchecked Sendable {
    override func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key) }
}
#endif
