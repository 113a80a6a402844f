// Writes one setting through its key, another value each time.

import Foundation
import TSUD

struct lastProcess: TSUD { static let defaultValue = 0 }

lastProcess.value = Int(getpid())
exit(0)
