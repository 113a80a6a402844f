// Writes one setting by hand, another value each time.

import Foundation

UserDefaults.standard.set(Int(getpid()), forKey: "lastProcess")
exit(UserDefaults.standard.synchronize() ? 0 : 1)
