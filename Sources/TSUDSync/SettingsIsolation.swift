import TSUD

/// The isolation of the call of `sync` or `follow`, in which the settings' own code runs, such as `validate(_:)`.
///
/// All other work runs elsewhere, however large the values and lists are. Once the actor is released, all work does.
final class SettingsIsolation: Sendable {
    /// It is weak, because the actor may own the synchronization, and never set again.
    nonisolated(unsafe) private weak var actor: (any Actor)?

    init(_ actor: (any Actor)?) { self.actor = actor }

    /// Calls a closure for each name, in parts of about five milliseconds, so that other work can run in between.
    func map<Result>(
        _ names: [NamedHandle],
        _ body: @Sendable (_ name: NamedHandle, _ index: Int) -> Result
    ) async -> [Result] {
        names.isEmpty ? [] : await Self.map(names, body, on: actor).results
    }

    /// Results that nothing else refers to.
    private struct Results<Result>: @unchecked Sendable { let results: [Result] }

    private static func map<Result>(
        _ names: [NamedHandle],
        _ body: @Sendable (_ name: NamedHandle, _ index: Int) -> Result,
        on actor: isolated (any Actor)?
    ) async -> Results<Result> {
        var (results, start) = ([Result](), ContinuousClock.now)
        for (index, name) in names.enumerated() {
            results.append(body(name, index))
            if start + .milliseconds(5) > .now { continue }
            await Task.yield()
            start = .now
        }
        return Results(results: results)
    }
}
