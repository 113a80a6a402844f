import Foundation
import TSUD

/// The name of the measured suite: the path of its file, without the extension.
let measuredName = TemporaryHome.path(of: "tsud.benchmarks")

/// The measured suite, which settings and direct calls use.
nonisolated(unsafe) let measured: UserDefaults = {
    guard let suite = UserDefaults(suiteName: measuredName) else { fatalError("No suite named \(measuredName).") }
    return suite
}()

/// A setting in the measured suite.
protocol MeasuredKey: TSUD {}

extension MeasuredKey {
    static var suite: UserDefaults { measured }
}

/// Fills the suite with these objects and others, up to a number of keys, by direct calls.
func fill(keys count: Int, with objects: [String: Any]) {
    for key in (measured.persistentDomain(forName: measuredName) ?? [:]).keys {
        measured.removeObject(forKey: key)
    }
    for (key, object) in objects {
        measured.set(object, forKey: key)
    }
    for index in 0..<max(0, count - objects.count) {
        switch index % 4 {
        case 0: measured.set(index, forKey: "other\(index)")
        case 1: measured.set(Double(index) + 0.5, forKey: "other\(index)")
        case 2: measured.set("text \(index)", forKey: "other\(index)")
        default: measured.set(index.isMultiple(of: 8), forKey: "other\(index)")
        }
    }
}
