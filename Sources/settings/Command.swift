/// A command of the program.
struct Command: Sendable {
    let name: String
    /// The operands; one in brackets is optional, and one with an ellipsis can be repeated.
    let operands: [String]
    /// The option that it takes, such as `--json`.
    let option: String?
    let summary: String
    private let body: Body

    typealias Body = @Sendable (_ operands: [String], _ hasOption: Bool) async throws(Failure) -> Void

    init(_ name: String, _ operands: String..., option: String? = nil, summary: String, run body: @escaping Body) {
        self.name = name
        self.operands = operands
        self.option = option
        self.summary = summary
        self.body = body
    }

    /// How to call it.
    var usage: String { (["settings", name] + operands + (option.map { ["[\($0)]"] } ?? [])).joined(separator: " ") }

    static func named(_ name: String) throws(Failure) -> Self {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw .usage(unknown("command", name, outOf: commands.map(\.name)))
    }

    /// Runs the command in the arguments; without one, the first.
    ///
    /// What follows "--" is neither an option nor a launch argument.
    static func run(_ arguments: [String]) async throws(Failure) {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var literal = Array(arguments[end...].dropFirst())
        var words = try withoutLaunchArguments(Array(arguments[..<end]))
        if words.contains("--help") || words.contains("-h") { words = ["help"] }
        if words.isEmpty, !literal.isEmpty {
            let name = literal.removeFirst()
            try await named(name).run(with: [], literal)
            return
        }
        let name = words.first ?? "--json"
        if name == "--json" {
            try await commands[0].run(with: words, literal)
            return
        }
        if name.hasPrefix("--") { throw .usage("there is no option \(name.quoted); there are --help, --json") }
        if name.hasPrefix("-") {
            _ = try Setting.named(String(name.dropFirst()))
            throw .usage("\(name.quoted) needs a value after it, as in: settings -fontSize 20")
        }
        try await named(name).run(with: Array(words.dropFirst()), literal)
    }

    private func run(with words: [String], _ literal: [String]) async throws(Failure) {
        let hasOption = option.map(words.contains) ?? false
        let words = words.filter { !hasOption || $0 != option } + literal
        if words.count > operands.count, operands.last?.contains("...") != true {
            let hint = name == "set" ? ", with a TEXT of more than one word in quotes" : ""
            throw .usage("unexpected argument \(words[operands.count].quoted); expected: \(usage)\(hint)")
        }
        if words.count < operands.filter({ !$0.hasPrefix("[") }).count {
            let key = operands.first == "NAME" ? try words.first.map(Setting.named)?.key : nil
            throw .usage("expected: \(usage)" + (key.map { ", where TEXT is \(whatToType(for: $0))" } ?? ""))
        }
        try await body(words, hasOption)
    }
}
