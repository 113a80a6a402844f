/// A command of the program.
struct Command: Sendable {
    let name: String
    /// The operands; one in brackets is optional, and one with an ellipsis can be repeated.
    let operands: [String]
    /// Whether it takes the option `--json`.
    let hasJSON: Bool
    let summary: String
    private let body: Body

    typealias Body = @Sendable (_ operands: [String], _ isJSON: Bool) async throws(Failure) -> Void

    init(_ name: String, _ operands: String..., hasJSON: Bool = false, summary: String, run body: @escaping Body) {
        self.name = name
        self.operands = operands
        self.hasJSON = hasJSON
        self.summary = summary
        self.body = body
    }

    /// How to call it.
    var usage: String { (["settings", name] + operands + (hasJSON ? ["[--json]"] : [])).joined(separator: " ") }

    static func named(_ name: String) throws(Failure) -> Self {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw .usage(unknown("command", name, outOf: commands.map(\.name)))
    }

    /// Runs the command in the arguments; without one, the first.
    static func run(_ arguments: [String]) async throws(Failure) {
        var words = try withoutLaunchArguments(arguments)
        if words.contains("--help") || words.contains("-h") { words = ["help"] }
        let name = words.first ?? "--json"
        if name == "--json" {
            try await commands[0].run(with: words)
            return
        }
        if name.hasPrefix("--") { throw .usage("there is no option \(name.quoted); there are --help, --json") }
        if name.hasPrefix("-") {
            _ = try Setting.named(String(name.dropFirst()))
            throw .usage("\(name.quoted) needs a value after it, as in: settings -fontSize 20")
        }
        try await named(name).run(with: Array(words.dropFirst()))
    }

    private func run(with words: [String]) async throws(Failure) {
        let isJSON = hasJSON && words.contains("--json")
        let words = words.filter { !isJSON || $0 != "--json" }
        if words.count > operands.count, operands.last?.contains("...") != true {
            let hint = name == "set" ? ", with a TEXT of more than one word in quotes" : ""
            throw .usage("unexpected argument \(words[operands.count].quoted); expected: \(usage)\(hint)")
        }
        if words.count < operands.filter({ !$0.hasPrefix("[") }).count {
            let key = operands.first == "NAME" ? try words.first.map(Setting.named)?.key : nil
            throw .usage("expected: \(usage)" + (key.map { ", where TEXT is \(whatToType(for: $0))" } ?? ""))
        }
        try await body(words, isJSON)
    }
}
