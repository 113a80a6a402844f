import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    func text(_ name: String, _ index: Int) -> String? { Self.text(name, in: devices[index].defaults) }

    static func text(_ name: String, in suite: UserDefaults) -> String? {
        $current.withValue(nil) { try? Simulated.synced(name, in: suite).shared()?.text }
    }

    /// The text that a device makes of a text; `nil` if it can't read it.
    static func canonical(_ name: String, _ text: String?) -> String? {
        guard let text else { return nil }
        return $current.withValue(nil) {
            withEphemeralSettings { suite in
                Simulated.put(text, to: name, in: suite) ? Self.text(name, in: suite) : nil
            }
        }
    }

    /// The text, the same for all texts of one set.
    static func normal(_ name: String, _ text: String?) -> String {
        guard let text else { return nothing }
        let tags =
            Simulated.setting(of: name) == "tags"
            ? try? JSONDecoder().decode([String].self, from: Data(text.utf8)) : nil
        return tags?.sorted().joined(separator: " ") ?? text
    }
}
