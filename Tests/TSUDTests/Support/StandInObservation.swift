import Foundation
import Observation
import TestSupport

@testable import TSUD

/// An observer by key-value observing, which the system does not retain.
final class StandInObserver {
    let observeValue: () -> Void

    init(calling observeValue: @escaping () -> Void) { self.observeValue = observeValue }
}

/// Counts the notifications by one `UserDefaults` object.
final class Notified {
    private let notified = Counter()
    private var token: (any NSObjectProtocol)?
    var total: Int { notified.total }

    init(by suite: StandInDefaults) {
        let name = UserDefaults.didChangeNotification
        token = NotificationCenter.default.addObserver(forName: name, object: suite, queue: nil) { [notified] _ in
            notified.increment()
        }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }
}

extension TSUD {
    /// The observers of the key in a suite of the stand-in.
    static func observation(of suite: StandInDefaults) -> KeyObservation {
        let suite = suite.appleBackend
        return suite.observations.observation(of: stringKey, in: suite)
    }
}

extension KeyObservation {
    /// Counts the next announcement to a tracked read.
    func track(_ heard: Counter) {
        let path = path
        withObservationTracking {
            access(path)
        } onChange: {
            heard.increment()
        }
    }
}
