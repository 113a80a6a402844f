// Reads a number by a direct call.

import Foundation

let size = UserDefaults.standard.object(forKey: "fontSize") as? Double ?? 12
exit(size == 14.5 ? 0 : 1)
