/// Waits for changes that may concern the settings of a list or their members, in any isolation.
package struct ListReader: Sendable {
    private let reader: Reader
    /// The settings that belong to each observed name, by their places in the list.
    private let concerned: [Observed: [Int]]
    private let members: KnownMembers

    /// Observes settings from now on.
    package init(_ settings: [any AnyHandle]) {
        var observations: [KeyObservers] = []
        var concerned: [Observed: [Int]] = [:]
        for (index, setting) in settings.enumerated() {
            for observation in setting.observations {
                observations.append(observation)
                concerned[observation.observed, default: []].append(index)
            }
        }
        self.concerned = concerned
        members = KnownMembers(concerned.keys.compactMap(\.members))
        reader = Reader(of: observations)
    }

    /// Waits for the next change; returns `false` if the task is canceled.
    package func change() async -> Bool { await reader.change() }

    /// The names that may have changed since the last call, with the settings that they concern, in order.
    package func takeNames() -> [(setting: Int, name: String)] {
        reader.takeNames().flatMap { name in
            Observed.concerned(by: name, or: members).flatMap { concerned[$0] ?? [] }.map { ($0, name) }
        }
    }
}

extension AnyHandle {
    /// The observers of the setting and of its members.
    fileprivate var observations: [KeyObservers] {
        let key = key
        return [key.observation] + (key.observationOfMembers.map { [$0] } ?? [])
    }
}
