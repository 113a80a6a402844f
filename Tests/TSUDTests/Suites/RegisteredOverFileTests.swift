#if os(Linux)
import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    /// Registered defaults over a suite's file that other programs write, in a process of its own.
    @Suite struct RegisteredOverFileTests {
        @Test func `Another program's write is read, after a write that followed a reset`() async {
            await #expect(processExitsWith: .success) {
                let file = try SuiteFile([:])
                file.suite.register(defaults: ["fontSize": 10.0])
                fontSize.reset(in: file.suite)
                fontSize.set(14, file.suite)
                try file.suite.flush()
                try file.write(["fontSize": 20.0])
                try file.suite.flush()
                #expect(fontSize.get(file.suite) == 20)
            }
        }
    }
}

/// A suite whose file a test writes as another program does.
private struct SuiteFile {
    private let directory: TemporaryDirectory
    let suite: UserDefaults

    init(_ settings: [String: Any]) throws {
        directory = try TemporaryDirectory()
        try Self.write(settings, to: directory)
        suite = try #require(UserDefaults(suiteName: directory.path("suite")))
    }

    func write(_ settings: [String: Any]) throws { try Self.write(settings, to: directory) }

    private static func write(_ settings: [String: Any], to directory: TemporaryDirectory) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: directory.path("suite.plist")), options: .atomic)
    }
}

private enum fontSize: TSUD { static let defaultValue = 1.0 }
#endif
