#if canImport(Darwin)
import Foundation

/// A suite in memory alone, which nothing saves and no launch argument or registered default reaches.
///
/// Whether `UserDefaults` is `Sendable` depends on the SDK; where it is, a subclass has to say so again. On Linux it
/// must not, which is why there are two of this file.
final class EphemeralSuite: UserDefaults, @unchecked Sendable {
    /// The suite that stands in for every key's own, on this task and its children.
    @TaskLocal static var current: Reference?

    /// What carries the suite from task to task: all that it holds is under a lock.
    struct Reference: @unchecked Sendable {
        let suite: EphemeralSuite
    }

    let storage = EphemeralStorage()

    override func object(forKey defaultName: String) -> Any? { storage.object(forKey: defaultName) }
    override func set(_ value: Any?, forKey defaultName: String) { storage.set(value, forKey: defaultName) }
    override func removeObject(forKey defaultName: String) { storage.set(nil, forKey: defaultName) }
    override func register(defaults registrationDictionary: [String: Any]) { storage.register(registrationDictionary) }
    override func dictionaryRepresentation() -> [String: Any] { storage.all }
}
#endif
