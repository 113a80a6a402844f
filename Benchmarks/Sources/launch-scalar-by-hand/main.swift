// Reads one setting by hand.

import Foundation

let size = UserDefaults.standard.object(forKey: "fontSize") as? Double ?? 12
exit(size == 14.5 ? 0 : 1)
