#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

extension Linux {
    /// The resources that saving uses.
    @Suite struct ResourceTests {
        let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("a hundred suites don't need a descriptor or a thread each")
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

        @Test("a program that has just begun to use a suite watches nothing yet, because it may end at once")
        func watchBegins() throws {
            var beginsLate = false
            // On a busy machine the answer may come too late, but not ten times in a row.
            for _ in 1...10 where !beginsLate {
                let helper = try Helper(directory)
                // The save gives the background thread time enough to begin.
                for command in ["get size", "set size 14", "flush", "watches"] { helper.tell(command) }
                for _ in 1...3 { _ = helper.nextLine() }
                beginsLate = helper.nextLine() == "0"
                while try helper("watches") == "0" { sched_yield() }
            }
            #expect(beginsLate)
        }

        @Test("ten thousand writes cause few saves, and cost little more than plain ones")
        func manyWrites() throws {
            let saves = Counter()
            nonisolated(unsafe) let watch = Watch()
            #expect(watch.watch(directory.path("loop.key.plist")))
            let reader = Thread {
                while !Thread.current.isCancelled {
                    var ready = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
                    if poll(&ready, 1, 100) > 0, !watch.changedPaths().isEmpty { saves.increment() }
                }
            }
            reader.start()
            defer { reader.cancel() }
            let helper = try Helper(directory)
            // Five loops of ten thousand writes through a key, alternating with plain ones.
            checkCosts(try helper("loop 10000"))
            helper.finish()
            #expect(try directory.settings(in: "loop.key.plist")["k"] as? Int == 10_003)
            #expect((1...200).contains(saves.total))
        }

        private func checkCosts(_ answer: String) {
            let costs = answer.split(separator: " ").compactMap { Double($0) }
            guard costs.count == 2 else {
                Issue.record("not two numbers: \(answer)")
                return
            }
            print("10,000 writes: \(costs[0]) ns each through a key, \(costs[1]) ns plain")
            #if !DEBUG
            // Without optimization the keys are slow, not the saving.
            #expect(costs[0] / costs[1] <= 1.2)
            #endif
        }
    }
}
#endif
