#if os(Linux)
import Foundation
import Testing

/// What saving costs a process.
@Suite struct ResourceTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a hundred suites at once need no descriptor and no thread each")
    func manySuites() throws {
        let helper = try Helper(directory)
        try helper("set size 14")
        try helper("flush")
        let descriptors = try #require(Int(helper("descriptors")))
        #expect(try helper("suites 100") == "flushed")
        #expect(try #require(Int(helper("descriptors"))) <= descriptors + 1)
        #expect(try #require(Int(helper("threads"))) <= 10)
        helper.finish()
        #expect(directory.names.count == 101)
        #expect(try directory.settings(in: "many.99.plist")["k"] as? Int == 99)
    }

    @Test("ten thousand writes are a few saves")
    func manyWrites() throws {
        let helper = try Helper(directory)
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try helper("loop 10000").split(separator: " ").compactMap { Int($0) }
        let elapsed = start.duration(to: clock.now)
        helper.finish()
        try #require(answer.count == 2)
        // A replaced file has a number of its own, so the saves can't be counted by the file; but each takes all that
        // came before it, and there is one in a tenth of a second at most.
        print("10,000 writes: \(answer[0]) ns each through a key, \(answer[1]) ns plain, \(elapsed) in all")
        #expect(try directory.settings(in: "loop.key.plist")["k"] as? Int == 10_003)
    }
}
#endif
