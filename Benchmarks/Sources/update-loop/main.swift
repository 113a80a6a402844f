// Updates a setting in a suite without pause, until its parent ends it.

import Foundation
import TSUD

enum looped: TSUD {
    static let defaultValue = 0
    nonisolated(unsafe) static let suite = UserDefaults(suiteName: CommandLine.arguments[1]) ?? .standard
}

let parent = getppid()
while getppid() == parent { _ = try? looped.update { $0 += 1 } }
