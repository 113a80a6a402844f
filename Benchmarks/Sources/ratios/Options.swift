/// The options on the command line.
struct Options {
    static let usage = """
        usage: ratios [--generous | --factor NUMBER] [--rounds NUMBER] [--only TEXT] [--results DIRECTORY]
          --generous           doubles the limits, for machines that do other things as well
          --factor NUMBER      multiplies the limits
          --rounds NUMBER      runs the benchmarks so many times, 8 unless told, and what is over its limit
                               or too good to be true up to eight times as often again
          --only TEXT          only the work whose name contains the text
          --results DIRECTORY  reads the results of an earlier run instead of running the benchmarks
        exits with 0 when all is within its limit, 1 when something is over it, 2 when that can't be told
        """

    var factor = 1.0
    var rounds = 8
    var only: String?
    var results: String?

    /// The maximum number of further rounds for doubtful operations.
    var furtherRounds: Int { rounds * 8 }

    struct Mistake: Error {
        let text: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var rest = arguments.makeIterator()
        func argument(of option: String) throws(Mistake) -> String {
            guard let value = rest.next() else { throw Mistake(text: "\(option) needs an argument.") }
            return value
        }
        while let option = rest.next() {
            switch option {
            case "--generous": factor = 2
            case "--factor":
                let text = try argument(of: option)
                guard let number = Double(text), number > 0, number.isFinite else {
                    throw Mistake(text: "\(text) is no factor.")
                }
                factor = number
            case "--rounds":
                let text = try argument(of: option)
                guard let number = Int(text), number > 0 else { throw Mistake(text: "\(text) is no number of rounds.") }
                rounds = number
            case "--only": only = try argument(of: option)
            case "--results": results = try argument(of: option)
            default: throw Mistake(text: "What is \(option)?")
            }
        }
    }
}
