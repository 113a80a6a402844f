import Foundation
import TSUD
import TestSupport

/// The suite of a test with ephemeral settings.
struct EphemeralStore {
    var suite: UserDefaults { key<Int>.handle.suite }

    func object(forKey name: String) -> Any? { suite.object(forKey: name) }
}
