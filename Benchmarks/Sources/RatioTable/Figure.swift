import Foundation

/// A measured number, or the range of several.
package struct Figure: Equatable, Sendable {
    let lowest: Double
    let highest: Double

    /// The range of some numbers, of which there is at least one.
    init(_ numbers: [Double]) {
        lowest = numbers.min() ?? .nan
        highest = numbers.max() ?? .nan
    }

    /// The range as whole numbers, as in "254 to 542".
    package var wholeText: String { text { String(format: "%.0f", $0) } }

    /// The range with two decimals, as in "1.01 to 1.12".
    package var ratioText: String { text { String(format: "%.2f", $0) } }

    private func text(_ format: (Double) -> String) -> String {
        let (first, last) = (format(lowest), format(highest))
        return first == last ? first : "\(first) to \(last)"
    }
}
