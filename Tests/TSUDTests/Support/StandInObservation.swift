import Observation
import TestSupport

@testable import TSUD

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
