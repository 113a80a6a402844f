import Foundation
import TestSupport

@testable import TSUD

/// An observer by key-value observing, which the system does not retain.
final class FakeObserver: @unchecked Sendable {
    let observeValue: (FakeDefaults, String) -> Void

    init(calling observeValue: @escaping (FakeDefaults, String) -> Void) { self.observeValue = observeValue }
}

/// Counts the notifications by one `UserDefaults` object.
final class Notified {
    private let notified = Counter()
    private var token: (any NSObjectProtocol)?
    var total: Int { notified.total }

    init(by suite: FakeDefaults) {
        let name = UserDefaults.didChangeNotification
        token = NotificationCenter.default.addObserver(forName: name, object: suite, queue: nil) { [notified] _ in
            notified.increment()
        }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }
}
