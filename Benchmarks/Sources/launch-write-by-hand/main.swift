// Writes a number by a direct call, a different one each time.

import Foundation

UserDefaults.standard.set(Int(getpid()), forKey: "lastProcess")
exit(UserDefaults.standard.synchronize() ? 0 : 1)
