import Benchmark
import Foundation
import RatioTable
import TSUD

private struct marks: MeasuredKey { static let defaultValue: [Int] = [] }
private struct prices: MeasuredKey { static let defaultValue: [String: Double] = [:] }

// A benchmark alternates between two values, because Foundation compares a new object with the stored one.
private let allMarks = (Array(0..<100), Array(100..<200))
private let allPrices: ([String: Double], [String: Double]) = {
    let first = Dictionary(uniqueKeysWithValues: (0..<20).map { ("article \($0)", Double($0) + 0.25) })
    var second = first
    second["article 10"] = 99.5
    return (first, second)
}()

/// An array of a hundred integers and a dictionary of twenty numbers.
func registerContainers() {
    registerMarks()
    registerPrices()
}

/// Registers reads of unchanged values, in suites of two sizes.
private func measureReads(
    _ type: String,
    _ implementation: Implementation,
    _ stored: [String: Any],
    _ read: @escaping () -> Void
) {
    for keys in [10, 1000] {
        measure("read \(type) at \(keys) keys", implementation, keys: keys, stored: stored) { _ in
            for _ in 0..<readsInSample { read() }
        }
    }
}

private func registerMarks() {
    func measureMarks(_ verb: String, _ implementation: Implementation, _ body: @escaping (Benchmark) -> Void) {
        measure("\(verb) [Int] of 100", implementation, stored: ["marks": allMarks.0], body)
    }
    measureReads("[Int] of 100", .byHand, ["marks": allMarks.0]) {
        blackHole(measured.object(forKey: "marks") as? [Int] ?? [])
    }
    measureReads("[Int] of 100", .tsud, ["marks": allMarks.0]) { blackHole(marks.value) }
    measureReads("[Int] of 100", .original, ["marks": allMarks.0]) {
        blackHole(OriginalTSUD.value("marks", default: [Int]()))
    }
    measureMarks("write", .byHand) { benchmark in measured.set(benchmark.alternate(allMarks), forKey: "marks") }
    measureMarks("write", .tsud) { benchmark in marks.value = benchmark.alternate(allMarks) }
    measureMarks("write", .original) { benchmark in OriginalTSUD.set(benchmark.alternate(allMarks), "marks") }
}

private func registerPrices() {
    func measurePrices(_ verb: String, _ implementation: Implementation, _ body: @escaping (Benchmark) -> Void) {
        measure("\(verb) [String: Double] of 20", implementation, stored: ["prices": allPrices.0], body)
    }
    measureReads("[String: Double] of 20", .byHand, ["prices": allPrices.0]) {
        blackHole(measured.object(forKey: "prices") as? [String: Double] ?? [:])
    }
    measureReads("[String: Double] of 20", .tsud, ["prices": allPrices.0]) { blackHole(prices.value) }
    measureReads("[String: Double] of 20", .original, ["prices": allPrices.0]) {
        blackHole(OriginalTSUD.value("prices", default: [String: Double]()))
    }
    measurePrices("write", .byHand) { benchmark in measured.set(benchmark.alternate(allPrices), forKey: "prices") }
    measurePrices("write", .tsud) { benchmark in prices.value = benchmark.alternate(allPrices) }
    measurePrices("write", .original) { benchmark in OriginalTSUD.set(benchmark.alternate(allPrices), "prices") }
}
