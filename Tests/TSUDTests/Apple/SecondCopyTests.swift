import Foundation
import Testing

@testable import TSUD

extension Apple {
    @Suite struct SecondCopyTests {
        /// The names of classes in a process, of which the Objective-C runtime has each once.
        private struct ClassNames {
            private var names: Set<String> = []
            mutating func take(_ name: String) -> Bool { names.insert(name).inserted }
        }

        @Test func `A second copy of the library in a process is logged with cause and remedy`() throws {
            var process = ClassNames()
            let warnings = (1...2).map { _ in SecondCopy.warning(hasTakenMark: process.take(SecondCopy.mark)) }
            #expect(warnings[0] == nil)
            let warning = try #require(warnings[1])
            #expect(warning.contains("an app and its test bundle both link it"))
            #expect(warning.contains("Link TSUD to the app only"))
            #expect(!warning.contains("\n"))
        }

        #if canImport(Darwin)
        @Test func `The first use of a suite marks the process`() {
            withEphemeralSettings { _ in }
            #expect(objc_allocateClassPair(NSObject.self, SecondCopy.mark, 0) == nil)
        }
        #endif
    }
}
