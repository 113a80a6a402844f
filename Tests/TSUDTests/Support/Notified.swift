import Foundation
import TestSupport

@testable import TSUD

/// Counts the notifications by one `UserDefaults` object.
final class Notified {
    private let notified = Counter()
    private var token: (any NSObjectProtocol)?

    init(by suite: StandInDefaults) {
        let name = UserDefaults.didChangeNotification
        token = NotificationCenter.default.addObserver(forName: name, object: suite, queue: nil) { [notified] _ in
            notified.increment()
        }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }

    var total: Int { notified.total }
}
