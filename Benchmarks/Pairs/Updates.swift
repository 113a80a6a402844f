import Benchmark
import Foundation
import TSUD

private enum counter: MeasuredKey { static let defaultValue = 0 }

/// Registers updates, which flush the file to disk, unlike direct calls.
func registerUpdates() {
    for keys in [10, 1000] {
        let work = "update at \(keys) keys"
        measureUpdates(work, .byHand, keys) {
            measured.set(measured.integer(forKey: "counter") + 1, forKey: "counter")
            measured.synchronize()
        }
        measureUpdates(work, .tsud, keys, update)
        measureUpdates(work + " beside three others", .alone, keys, update)
        let loop = Program("update-loop", [measuredName])
        var others: [pid_t] = []
        measureUpdates(
            work + " beside three others",
            .tsud,
            keys,
            prepare: { others = (0..<3).map { _ in loop.start() } },
            end: { for other in others { Program.end(other) } },
            update
        )
    }
}

private func update() {
    do { try counter.update { $0 += 1 } } catch { fatalError("\(error)") }
}

private func measureUpdates(
    _ work: String,
    _ implementation: Implementation,
    _ keys: Int,
    prepare: @escaping () -> Void = {},
    end: @escaping () -> Void = {},
    _ body: @escaping () -> Void
) {
    let prepareFile = {
        // An update begins with the contents of the file.
        measured.synchronize()
        prepare()
    }
    let sample: (Benchmark) -> Void = { _ in body() }
    measure(
        work,
        implementation,
        keys: keys,
        warmups: 3,
        duration: .milliseconds(1_300),
        prepare: prepareFile,
        end: end,
        sample
    )
}
