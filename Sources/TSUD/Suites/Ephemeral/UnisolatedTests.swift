import Foundation

/// Tests that write the real settings, because nobody has given them any of their own.
enum UnisolatedTests {
    /// Logs that tests write the real settings, if this is a process of tests in which nothing was ever isolated.
    ///
    /// It is asked for at each write to the standard suite, and answered at the first one.
    static let warning: Void = {
        if BoundKeys.isEphemeralUsed || !isProcessOfTests { return }
        Log.once(
            """
            A test writes the real settings: give each test its own with the trait .ephemeralSettings of TSUDTesting or, \
            in XCTest, with withEphemeralSuite, or the whole process with useEphemeralSettings().
            """
        )
    }()

    private static var isProcessOfTests: Bool {
        let environment = ProcessInfo.processInfo.environment
        if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return false }
        // Xcode loads the libraries into the app that hosts tests only after its launch.
        return environment["XCTestConfigurationFilePath"] != nil || symbols.contains(where: isLoaded)
    }

    /// What a program has in it with Swift Testing or XCTest: `Testing.Test` and, on Linux and Apple systems, `XCTestCase`.
    static let symbols = ["$s7Testing4TestVMa", "$s6XCTest0A4CaseCMa", "OBJC_CLASS_$_XCTestCase"]

    static func isLoaded(_ symbol: String) -> Bool {
        #if canImport(Darwin) || os(Linux)
        guard let process = dlopen(nil, RTLD_LAZY) else { return false }
        defer { dlclose(process) }
        return dlsym(process, symbol) != nil
        #else
        return false
        #endif
    }
}
