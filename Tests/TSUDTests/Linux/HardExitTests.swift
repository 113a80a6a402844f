#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Programs that are killed, exit in the middle of a write, or write while they exit.
    @Suite struct HardExitTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test func `A program that is killed while it restores settings has restored all or none`() throws {
            for version in 1...20 {
                let helper = try Helper(directory)
                helper.tell("restore 1000 \(version)")
                #expect(helper.nextLine() == "restoring")
                usleep(.random(in: 0..<40_000))
                helper.kill()
                helper.finish()
                guard directory.names.contains(file) else { continue }
                let values = try directory.settings(in: file).values.compactMap { $0 as? Int }
                #expect(values.count == 1_000 && Set(values).count == 1, "version \(version)")
            }
        }

        /// What such a handler does is undefined: one of some hundreds hangs in the C library, which then waits for the
        /// list of its own open files.
        @Test(arguments: ["set", "update"])
        func `A signal handler that exits in the middle of a write does not hang`(_ command: String) throws {
            var hung = 0
            for _ in 1...6 {
                let helper = try Helper(directory)
                helper.tell("write-until-signal \(command)")
                #expect(helper.nextLine() == "writing")
                usleep(.random(in: 0..<20_000))
                helper.signal(SIGTERM)
                // Two seconds on a machine that does nothing else.
                if helper.finish(within: 15) != .exited(0) { hung += 1 }
                let lines = helper.log.split(separator: "\n")
                #expect(lines.allSatisfy { $0.contains("Settings are not saved") })
            }
            #expect(hung <= 1)
        }

        @Test func `What an exit handler writes that was registered before the first key is saved`() throws {
            let helper = try Helper(directory)
            try helper("write-at-exit late 9")
            try helper("set early 1")
            helper.finish()
            #expect(try directory.settings(in: file) as? [String: Int] == ["early": 1, "late": 9])
            #expect(helper.log.isEmpty)
        }

        @Test func `A thousand suites are saved at exit, and none is said not to be`() throws {
            let helper = try Helper(directory)
            #expect(try helper("write-suites 1000") == "written")
            #expect(helper.finish() == .exited(0))
            #expect(helper.log.isEmpty)
            #expect(directory.names.count == 1_000)
            #expect(try directory.settings(in: "many.999.plist")["k"] as? Int == 999)
        }
    }
}
#endif
