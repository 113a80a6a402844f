// The settings that the program reads.

import Foundation
import TSUD

protocol LaunchedKey: TSUD {}

extension LaunchedKey {
    static var suite: UserDefaults { launched }
}

nonisolated(unsafe) private let launched: UserDefaults = {
    guard let suite = UserDefaults(suiteName: "tsud.benchmarks.launch") else { exit(2) }
    return suite
}()

struct setting1: LaunchedKey { static let defaultValue = 1 }
struct setting2: LaunchedKey { static let defaultValue = 2 }
struct setting3: LaunchedKey { static let defaultValue = 3 }
struct setting4: LaunchedKey { static let defaultValue = 4 }
struct setting5: LaunchedKey { static let defaultValue = 5 }
struct setting6: LaunchedKey { static let defaultValue = 6 }
struct setting7: LaunchedKey { static let defaultValue = 7 }
struct setting8: LaunchedKey { static let defaultValue = 8 }
struct setting9: LaunchedKey { static let defaultValue = 9 }
struct setting10: LaunchedKey { static let defaultValue = 10 }
