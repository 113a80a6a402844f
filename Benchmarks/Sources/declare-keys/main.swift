// Writes 990 settings and a list of them to the Swift file that the argument names.

import Foundation

let numbers = 11...1_000
let keys = numbers.map { "struct setting\($0): TSUD { static let defaultValue = \($0) }\n" }
let list = numbers.map { "    setting\($0).self,\n" }
let text = """
    import TSUD

    \(keys.joined())
    nonisolated(unsafe) let otherKeys: [any TSUD.Type] = [
    \(list.joined())]

    """
try text.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
