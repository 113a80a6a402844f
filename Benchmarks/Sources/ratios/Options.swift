/// The options on the command line.
struct Options {
    static let usage = """
        usage: ratios [--generous | --factor NUMBER] [--rounds NUMBER] [--only TEXT] [--results DIRECTORY]
                      [--plot FILE]
          --generous           doubles the limits, for shared machines
          --factor NUMBER      multiplies the limits
          --rounds NUMBER      runs the benchmarks this many times instead of 8
          --only TEXT          runs only operations whose name contains the text
          --results DIRECTORY  prints the table for the results of an earlier run
          --plot FILE          draws the ratios and the trials as SVG
        Exits with 0 if every ratio is within its limit, 1 if one exceeds it, 2 if a result is missing or malformed.
        """

    var factor = 1.0
    var rounds = 8
    var only: String?
    var results: String?
    var plot: String?

    struct Mistake: Error {
        let text: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var rest = arguments.makeIterator()
        func argument(of option: String) throws(Mistake) -> String {
            guard let value = rest.next() else { throw Mistake(text: "Option '\(option)' needs a value.") }
            return value
        }
        while let option = rest.next() {
            switch option {
            case "--generous": factor = 2
            case "--factor":
                let text = try argument(of: option)
                guard let number = Double(text), number > 0, number.isFinite else {
                    throw Mistake(text: "Invalid factor '\(text)'. Expected a number greater than 0.")
                }
                factor = number
            case "--rounds":
                let text = try argument(of: option)
                guard let number = Int(text), number > 0 else {
                    throw Mistake(text: "Invalid number of rounds '\(text)'. Expected a whole number greater than 0.")
                }
                rounds = number
            case "--only": only = try argument(of: option)
            case "--results": results = try argument(of: option)
            case "--plot": plot = try argument(of: option)
            default: throw Mistake(text: "Unknown option '\(option)'.")
            }
        }
    }
}
