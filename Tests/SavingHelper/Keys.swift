import Foundation
import TSUD

/// The keys are named by the commands: what a command names is what every key here is called while it runs.
enum Chosen {
    nonisolated(unsafe) static var key = ""
    nonisolated(unsafe) static var suite = UserDefaults.standard
}

protocol ChosenKey: TSUD {}

extension ChosenKey {
    static var stringKey: String { Chosen.key }
    static var suite: UserDefaults { Chosen.suite }
}

enum number: ChosenKey {
    static let defaultValue: Int? = nil
}

enum text: ChosenKey {
    static let defaultValue: String? = nil
}

enum moment: ChosenKey {
    static let defaultValue: Date? = nil
}

/// A key whose name does not change under those who listen to it.
enum heard: TSUD {
    static let defaultValue = 0
    static var suite: UserDefaults { Chosen.suite }
}

/// A key as most are, to be measured.
enum counted: TSUD {
    static let defaultValue = 0
    static let stringKey = "k"
    nonisolated(unsafe) static let suite = UserDefaults(suiteName: "loop.key") ?? .standard
}

/// A key that a launch argument hides.
enum hidden: TSUD {
    static let defaultValue: Int? = nil
}
