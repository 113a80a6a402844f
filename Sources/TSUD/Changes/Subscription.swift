/// Registers a reader with the observers of some keys, as long as its iterator lives.
final class Subscription: Sendable {
    let reader = Reader()
    private let observations: [KeyObservation]

    init(_ observations: [KeyObservation]) {
        self.observations = observations
        for observation in observations { observation.add(reader) }
    }

    deinit {
        for observation in observations { observation.remove(reader) }
    }
}
