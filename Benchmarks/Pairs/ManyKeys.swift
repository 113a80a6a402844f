import Benchmark
import Foundation
import Observation
import TSUD
import TSUDText

/// A setting with a computed name, which stands for any number of settings.
private enum numbered: MeasuredKey {
    static let defaultValue = 0
    nonisolated(unsafe) static var name = ""
    static var stringKey: String { name }
}

private enum document: MeasuredKey { static let defaultValue = 0 }

/// Registers operations on many settings or members, whose cost should grow in proportion to their number.
func registerManyKeys() {
    for count in [500, 2_000] {
        let settings = (0..<count).map { "setting \($0)" }
        let members = (0..<count).map { "document/\($0)" }
        measureMany("write \(count) settings", .byHand) { _ in
            settings
        } write: { names, value in
            for name in names { measured.set(value, forKey: name) }
        }
        measureMany("write \(count) settings", .tsud) { _ in
            settings
        } write: { names, value in
            for name in names {
                numbered.name = name
                numbered.value = value
            }
        }
        for work in ["write \(count) members", "write \(count) observed members", "restore \(count) members"] {
            measureMany(work, .byHand) { _ in
                members
            } write: { names, value in
                for name in names { measured.set(value, forKey: name) }
            }
        }
        measureMany("write \(count) members", .tsud) { _ in
            handles(count)
        } write: { handles, value in
            for handle in handles { handle.value = value }
        }
        measureMany("write \(count) observed members", .tsud) { _ in
            let handles = handles(count)
            withObservationTracking {
                for handle in handles { _ = handle.value }
            } onChange: {
            }
            return handles
        } write: { handles, value in
            for handle in handles { handle.value = value }
        }
        measureMany("restore \(count) members", .tsud) { value in
            exported(members, value)
        } write: { data, _ in
            let list: [any TSUD.Type] = [document.self]
            _ = try? list.restore(from: data)
        }
    }
}

private func handles(_ count: Int) -> [TSUDHandle<document>] { (0..<count).map { document.of("\($0)") } }

private func exported(_ members: [String], _ value: Int) -> Data {
    let objects = Dictionary(uniqueKeysWithValues: members.map { ($0, value) })
    return (try? PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)) ?? Data()
}

/// Registers a benchmark of many writes, without the time of their preparation.
private func measureMany<Prepared>(
    _ work: String,
    _ implementation: Implementation,
    prepare: @escaping (_ value: Int) -> Prepared,
    write: @escaping (Prepared, _ value: Int) -> Void
) {
    measure(work, implementation, warmups: 1, duration: .milliseconds(1_300)) { benchmark in
        // Each run stores another value, because storing an equal object does nothing.
        let value = benchmark.currentIteration + 1
        let prepared = prepare(value)
        // The benchmark must not measure the save of the preparation.
        try? measured.flush()
        benchmark.startMeasurement()
        write(prepared, value)
        benchmark.stopMeasurement()
    }
}
