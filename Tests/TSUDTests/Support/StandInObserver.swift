/// An observer by key-value observing, which the system does not retain.
final class StandInObserver {
    let observeValue: () -> Void

    init(calling observeValue: @escaping () -> Void) { self.observeValue = observeValue }
}
