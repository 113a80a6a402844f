// Updates a setting without a pause, until the benchmark ends this process.

import Foundation
import TSUD

enum looped: TSUD {
    static let defaultValue = 0
    nonisolated(unsafe) static let suite = UserDefaults(suiteName: CommandLine.arguments[1]) ?? .standard
}

let parent = getppid()
while getppid() == parent { _ = try? looped.update { $0 += 1 } }
