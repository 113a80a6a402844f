// Reads ten values by direct calls.

import Foundation

guard let suite = UserDefaults(suiteName: "tsud.benchmarks.launch") else { exit(2) }
var sum = 0
sum += suite.object(forKey: "setting1") as? Int ?? 1
sum += suite.object(forKey: "setting2") as? Int ?? 2
sum += suite.object(forKey: "setting3") as? Int ?? 3
sum += suite.object(forKey: "setting4") as? Int ?? 4
sum += suite.object(forKey: "setting5") as? Int ?? 5
sum += suite.object(forKey: "setting6") as? Int ?? 6
sum += suite.object(forKey: "setting7") as? Int ?? 7
sum += suite.object(forKey: "setting8") as? Int ?? 8
sum += suite.object(forKey: "setting9") as? Int ?? 9
sum += suite.object(forKey: "setting10") as? Int ?? 10
exit(sum == 5500 ? 0 : 1)
