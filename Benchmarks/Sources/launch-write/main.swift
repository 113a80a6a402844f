// Writes a setting of a number, a different one each time.

import Foundation
import TSUD

struct lastProcess: TSUD { static let defaultValue = 0 }

lastProcess.value = Int(getpid())
exit(0)
