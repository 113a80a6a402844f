/// Registers a reader with the observers of some keys, as long as its iterator lives.
final class Subscription: Sendable {
    let reader = Observers.Reader()
    private let observers: [Observers]

    init(_ observers: [Observers]) {
        self.observers = observers
        for observers in observers { observers.add(reader) }
    }

    deinit {
        for observers in observers { observers.remove(reader) }
    }
}
