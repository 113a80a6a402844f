// Reads a setting of a number.

import Foundation
import TSUD

struct fontSize: TSUD { static let defaultValue = 12.0 }

exit(fontSize.value == 14.5 ? 0 : 1)
