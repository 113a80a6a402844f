/// A row of the picture: the ratios of similar operations.
package struct PlotRow: Sendable {
    package let name: String
    package let ratio: Figure

    /// Returns the rows that have lines in a table.
    package static func rows(of table: RatioTable) -> [Self] {
        operations.compactMap { name, works in
            let ratios = table.lines.filter { line in works.contains { "\(line.limit.work) ".hasPrefix("\($0) ") } }
                .map(\.ratio)
            return ratios.isEmpty ? nil : Self(name: name, ratio: Figure(ratios))
        }
    }

    /// The name of each row, and the beginnings of its operations' names.
    package static let operations: [(name: String, works: [String])] = [
        ("read an Int, Double or String", ["read Int", "read Double", "read String"]),
        ("read a Bool", ["read Bool"]),
        ("read an absent key", ["read an absent key"]),
        ("read [Int] of 100", ["read [Int]"]),
        ("read [String: Double] of 20", ["read [String: Double]"]),
        ("read a struct", ["read a struct at 10 keys"]),
        ("read a struct after a change", ["read a struct, changed"]),
        ("write a Bool, Int, Double or String", ["write Bool", "write Int", "write Double", "write String"]),
        ("write [Int] of 100", ["write [Int]"]),
        ("write [String: Double] of 20", ["write [String: Double]"]),
        ("write a struct", ["write a struct"]),
        ("launch, reading a number", ["launch, read a scalar"]),
        ("launch, reading a struct", ["launch, read a struct"]),
        ("launch, writing a number", ["launch, write a scalar"]),
    ]
}
