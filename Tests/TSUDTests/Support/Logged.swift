#if !canImport(Darwin)
import Testing

extension ExitTest.Result {
    /// What the library has logged; on Apple systems it goes to the unified log, not to standard error.
    var logged: [String] {
        String(decoding: standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("TSUD:") }
    }
}
#endif
