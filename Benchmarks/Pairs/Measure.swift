import Benchmark
import RatioTable

/// An implementation of an operation; the last word of a benchmark's name.
enum Way: String {
    case byHand = "by hand"
    case tsud = "TSUD"
    case json = "JSON data"
    case original = "TSUD of 2017"
    case withoutTheOthers = "without the 990"
    case alone
}

/// Registers a benchmark: one implementation of an operation, in a suite with a number of keys.
///
/// - Parameters:
///   - work: the operation, common to the implementations of a pair.
///   - way: the implementation.
///   - keys: the number of keys in the suite.
///   - stored: the objects that the operation uses.
///   - warmups: how many samples are not measured.
///   - duration: how long samples are taken.
///   - prepare: the code before the first sample, when the suite is filled.
///   - end: the code after the last sample.
///   - body: the code of one sample. It performs a short operation ``readsInSample`` or ``writesInSample`` times. The
///     benchmark package can only scale by steps of a thousand, which makes samples so long that the scheduler
///     interrupts most of them.
func measure(
    _ work: String,
    _ way: Way,
    keys: Int = 10,
    stored: [String: Any] = [:],
    warmups: Int = 20,
    duration: Duration = .milliseconds(200),
    prepare: @escaping () -> Void = {},
    end: @escaping () -> Void = {},
    _ body: @escaping (Benchmark) -> Void
) {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock],
        timeUnits: .nanoseconds,
        warmupIterations: warmups,
        maxDuration: duration,
        maxIterations: .max
    )
    Benchmark(
        "\(work), \(way.rawValue)",
        configuration: configuration,
        closure: body,
        setup: {
            fill(keys: keys, with: stored)
            prepare()
        },
        teardown: end
    )
}

extension Benchmark {
    /// The writes of a sample, each with its own number, because storing an equal object does nothing.
    var writes: Range<Int> {
        let first = currentIteration * writesInSample
        return first..<first + writesInSample
    }

    /// Alternates between two values, because storing an equal object does nothing.
    func turn<Thing>(_ things: (Thing, Thing)) -> Thing {
        currentIteration.isMultiple(of: 2) ? things.0 : things.1
    }
}
