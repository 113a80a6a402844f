#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// A process follows other processes' saves, even if it can't watch or read the file at first.
    @Suite struct WatchingTests {
        private let directory = TemporaryDirectory.new()

        @Test(arguments: [("inotify", EMFILE, "-"), ("add_watch", ENOSPC, "/")] as [Faults.Fault])
        func `A change is observed although inotify's limits are used up, which is logged`(_ fault: Faults.Fault) throws
        {
            let faults = try Faults(in: directory, fault.call, fault.error, fault.part)
            let helper = try Helper(directory, "observe → observed 0", environment: faults.environment)
            #expect(try #require(helper.nextLogLine()).contains("can't be watched"))
            try directory.run("set observed 1")
            #expect(helper.nextLine() == "observed 1")
        }

        @Test func `A program that could not watch files tries again`() throws {
            let faults = try Faults(in: directory, "inotify", EMFILE, "-")
            let helper = try Helper(directory, "observe → observed 0", environment: faults.environment)
            #expect(try #require(helper.nextLogLine()).contains("can't be watched"))
            #expect(try helper("watches") == "0")
            faults.end()
            try wait { try helper("watches") != "0" }
        }

        @Test func `A change that can't be read at first is observed`() throws {
            // Not in the directory that is watched.
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere)
            let helper = try Helper(directory, "observe → observed 0", environment: faults.environment)
            try wait { try helper("watches") != "0" }
            try faults.begin("open", EMFILE, "/" + file)
            try directory.run("set observed 1")
            try helper.run("pause 300")
            faults.end()
            #expect(helper.nextLine() == "observed 1")
        }

        @Test func `A change is observed in a directory that is created while watching begins`() throws {
            let faults = try Faults(in: directory, "mkdir", 1, "/new")
            var environment = faults.environment
            environment["XDG_CONFIG_HOME"] = directory.path("new")
            let helper = try Helper(directory, "observe → observed 0", environment: environment)
            try wait { try helper("watches") != "0" }
            try directory.run("set observed 1", environment: ["XDG_CONFIG_HOME": directory.path("new")])
            #expect(helper.nextLine() == "observed 1")
        }

        @Test func `Only owners of files that are watched now are reported, and neither locks nor temporary files`()
            throws
        {
            let watch = try DirectoryWatch()
            for name in ["a", "b"] { mkdir(directory.path(name), 0o777) }
            let (first, second) = (FilePath(directory.path("a/s.plist")), FilePath(directory.path("b/s.plist")))
            try watch.watch([first, second], for: "1")
            try watch.watch([FilePath(directory.path("a/other.plist"))], for: "2")
            try watch.watch([], andDirectoriesOf: [first], for: "3")
            for suffix in [".lock", ".next", ".tsud-1-2"] { change("a/.s.plist" + suffix) }
            #expect(watch.changedOwners().isEmpty)
            change("a/s.plist")
            #expect(Set(watch.changedOwners()) == ["1", "3"])
            change("a/other.plist")
            #expect(Set(watch.changedOwners()) == ["2", "3"])
            try watch.watch([], for: "3")
            try watch.watch([second], for: "1")
            change("a/s.plist")
            #expect(watch.changedOwners().isEmpty)
            change("b/s.plist")
            #expect(Set(watch.changedOwners()) == ["1"])
            rename(directory.path("a"), directory.path("c"))
            #expect(Set(watch.changedOwners()) == ["2"])
        }

        /// Makes an entry again.
        ///
        /// Not a file: another thread may be starting a process, whose copy of the descriptor is closed later.
        private func change(_ name: String) {
            unlink(directory.path(name))
            symlink("elsewhere", directory.path(name))
        }

        @Test func `Files are watched, and later not any more, although another one can't be watched`() throws {
            let watch = try DirectoryWatch()
            for name in ["a", "b"] { mkdir(directory.path(name), 0o777) }
            let tooLong = FilePath(directory.path("a/" + String(repeating: "x", count: 300)))
            #expect(throws: FileError.self) {
                try watch.watch([FilePath(directory.path("a/s.plist")), tooLong], for: "1")
            }
            try directory.write([1], to: "a/s.plist")
            #expect(Set(watch.changedOwners()) == ["1"])
            try watch.watch([FilePath(directory.path("b/s.plist"))], for: "1")
            let watches = try String(contentsOfFile: "/proc/self/fdinfo/\(watch.descriptor)", encoding: .utf8)
            #expect(watches.components(separatedBy: "inotify wd:").count == 2)
        }

        static let links: [(link: String, old: String, new: String, home: String)] = [
            ("home", "0", "1", "home/config"), ("parent", "0", "1", "chain/config"),
            ("s.plist", "0/config/saving-helper.plist", "1/config/saving-helper.plist", "config"),
        ]

        @Test(arguments: links)
        func `A symbolic link on the path that is switched is followed`(
            _ link: String,
            _ old: String,
            _ new: String,
            _ home: String
        ) throws {
            for value in 0...1 {
                let config = directory.path("\(value)/config")
                try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
                try directory.write(["observed": value], to: "\(value)/config/\(file)")
            }
            mkdir(directory.path("config"), 0o777)
            symlink("../s.plist", directory.path("config/" + file))
            symlink("parent", directory.path("chain"))
            symlink(old, directory.path(link))
            let helper = try Helper(
                directory,
                "observe → observed 0",
                environment: ["XDG_CONFIG_HOME": directory.path(home)]
            )
            try wait { try helper("watches") != "0" }
            symlink(new, directory.path("switched"))
            rename(directory.path("switched"), directory.path(link))
            #expect(helper.nextLine() == "observed 1")
        }

        @Test func `A change is observed after a symbolic link leads elsewhere`() throws {
            for value in 0...1 {
                mkdir(directory.path("\(value)"), 0o777)
                try directory.write(["observed": value], to: "\(value)/settings.plist")
            }
            symlink("0/settings.plist", directory.path(file))
            let helper = try Helper(directory, "observe → observed 0")
            try wait { try helper("watches") != "0" }
            symlink("1/settings.plist", directory.path("link"))
            rename(directory.path("link"), directory.path(file))
            #expect(helper.nextLine() == "observed 1")
        }

        @Test(.fullTrial, arguments: [true, false])
        func `A write waits only briefly while thousands of external names come or go`(_ isComing: Bool) throws {
            let count = isFull ? 10_000 : 4_000
            let many = Dictionary(uniqueKeysWithValues: (0..<count).map { ("foreign\($0)", $0) })
            try directory.write(isComing ? [:] : many, to: file, format: .binary)
            let helper = try Helper(directory, "set size 1", "flush")
            try wait { try helper("watches") != "0" }
            try directory.write(isComing ? many : [:], to: file, format: .binary)
            let answer = try helper("slowest-write foreign\(count - 1) \(isComing ? "there" : "gone")")
            let times = try answer.split(separator: " ").map { try #require(Int($0)) }
            try #require(times.count == 2, "\(answer)")
            print("\(count) foreign names: the slowest write took \(times[0]) ms of \(times[1])")
            // All at once they would hold it up for most of the time, however busy the machine is.
            #expect(times[0] < max(200, times[1] / 3))
        }

        @Test func `A program with a blocked main thread doesn't grow with its writes`() throws {
            let helper = try Helper(directory)
            let growth = try #require(Int(helper("write-while-main-waits \(isFull ? 80_000 : 10_000)")))
            #expect(growth < 5_000, "\(growth) kB")
        }
    }
}
#endif
