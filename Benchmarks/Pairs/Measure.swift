import Benchmark
import RatioTable

/// An implementation of an operation, which ends the name of a benchmark.
enum Implementation: String {
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
///   - implementation: the implementation.
///   - keys: the number of keys in the suite.
///   - stored: the objects that the operation uses.
///   - warmups: the number of samples before the measured ones.
///   - duration: the time in which samples are measured.
///   - prepare: the code before the first sample, when the suite is filled.
///   - end: the code after the last sample.
///   - body: the code of one sample. It performs a short operation ``readsInSample`` or ``writesInSample`` times. The
///     benchmark package can only scale by steps of a thousand. The scheduler would interrupt most of such long
///     samples.
func measure(
    _ work: String,
    _ implementation: Implementation,
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
        "\(work), \(implementation.rawValue)",
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
    /// The numbers of a sample's writes, which differ, because storing an equal object does nothing.
    var writes: Range<Int> {
        let first = currentIteration * writesInSample
        return first..<first + writesInSample
    }

    /// Returns the first or the second value in alternation, because storing an equal object does nothing.
    func alternate<Value>(_ values: (Value, Value)) -> Value {
        currentIteration.isMultiple(of: 2) ? values.0 : values.1
    }
}
