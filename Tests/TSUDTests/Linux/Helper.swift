#if os(Linux)
import TestSupport
import Testing

/// A process that executes commands on settings.
final class Helper: Program {
    /// Starts a process whose settings are in `directory`.
    init(_ directory: TemporaryDirectory, environment: [String: String?] = [:]) throws {
        try super.init("saving-helper", in: directory, environment: environment)
    }

    /// Sends a command and returns its answer.
    @discardableResult
    func callAsFunction(_ command: String) throws -> String {
        tell(command)
        return try #require(nextLine(), "no answer to \(command): \(log)")
    }
}
#endif
