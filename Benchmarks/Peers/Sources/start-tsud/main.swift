import Foundation
import TSUD

enum number: TSUD {
    static let defaultValue = 0.0
    static let suiteName = "peers-tsud"
}

exit(number.value == 14.5 ? 0 : 1)
