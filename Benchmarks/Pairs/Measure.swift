import Benchmark
import RatioTable

/// A way of doing the work that is measured; the last word of a benchmark's name.
enum Way: String {
    case byHand = "by hand"
    case tsud = "TSUD"
    case json = "JSON data"
    case article = "the article"
    case withoutTheOthers = "without the 990"
}

/// Registers a benchmark: a piece of work, done in one way, in a suite of so many keys.
///
/// - Parameters:
///   - work: what the ways of a pair have in common.
///   - way: how it is done.
///   - keys: how many keys the suite holds.
///   - stored: those of them that the work is about.
///   - duration: how long it is done again and again.
///   - body: does it, once for a sample; what is short it does ``readsInSample`` or ``writesInSample`` times.
///     The scaling of the benchmark package knows steps of a thousand alone, which makes samples so long that the
///     system gives the processor to somebody else in the middle of most of them.
func measure(
    _ work: String,
    _ way: Way,
    keys: Int = 10,
    stored: [String: Any] = [:],
    duration: Duration = .milliseconds(200),
    _ body: @escaping (Benchmark) -> Void
) {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: 20,
        maxDuration: duration,
        maxIterations: .max
    )
    Benchmark(
        "\(work), \(way.rawValue)",
        configuration: configuration,
        closure: body,
        setup: { fill(keys: keys, with: stored) }
    )
}

extension Benchmark {
    /// The writes of a sample, each by a number that the one before has not: storing what is stored would do nothing.
    var writes: Range<Int> {
        let first = currentIteration * writesInSample
        return first..<first + writesInSample
    }

    /// One of two things, each in its turn: storing what is stored already would do nothing.
    func turn<Thing>(_ things: (Thing, Thing)) -> Thing {
        currentIteration.isMultiple(of: 2) ? things.0 : things.1
    }
}
