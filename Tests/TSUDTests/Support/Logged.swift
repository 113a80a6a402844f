#if !canImport(Darwin)
import Testing

extension ExitTest.Result {
    /// The logged lines.
    ///
    /// On Apple systems they are in the unified log, not in standard error.
    var logged: [String] {
        String(decoding: standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("TSUD:") }
    }
}
#endif
