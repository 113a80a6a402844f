#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The file itself: its format, mode, time and damage.
    @Suite struct FileTests {
        private let directory = TemporaryDirectory.new()

        @Test func `An XML file is read, and dates saved after that keep their fractions`() throws {
            let plain = try Helper(directory)
            try plain.run("direct-set size 14", "direct-set-moment when 700000000.75", "synchronize → true")
            plain.kill()
            #expect(try directory.bytes(of: file).starts(with: Array("<?xml".utf8)))

            try directory.run("get size → 14", "get-moment when → 700000000.0", "set-moment when 700000000.75")
            #expect(try directory.bytes(of: file).starts(with: Array("bplist".utf8)))
            try directory.run("get-moment when → 700000000.75", "get size → 14")
        }

        @Test func `An XML file stays XML with sorted keys, unless XML would lose a value`() throws {
            try directory.write(["size": 1, "old": 2], to: file)
            try directory.run("set size 14", "set zoom 3", "set alpha 4", "flush", "append list 1")
            let xml = try String(decoding: directory.bytes(of: file), as: UTF8.self)
            #expect(xml.hasPrefix("<?xml"))
            let keys = xml.components(separatedBy: "<key>").dropFirst().map { $0.components(separatedBy: "<")[0] }
            #expect(keys == ["alpha", "list", "old", "size", "zoom"])
            try directory.run("get size → 14", "get old → 2", "set-moment when 700000000.0", "flush")
            #expect(try directory.bytes(of: file).starts(with: Array("<?xml".utf8)))
            try directory.run("set-moment when 700000000.75", "flush", "get-moment when → 700000000.75")
            #expect(try directory.bytes(of: file).starts(with: Array("bplist".utf8)))
            #expect(try directory.settings(in: file).count == 6)
        }

        @Test func `A new file is binary, also after a damaged one in XML`() throws {
            try directory.write(Array("<?xml version=\"1.0\"?><plist><dict>".utf8), to: file)
            try directory.run("set size 14", "flush")
            #expect(try directory.bytes(of: file).starts(with: Array("bplist".utf8)))
        }

        @Test func `New files and directories are accessible only by their owner`() throws {
            try directory.run("set size 14", environment: ["XDG_CONFIG_HOME": directory.path("new/config")])
            #expect(directory.mode(of: "new/config/" + file) == 0o600)
            #expect(directory.mode(of: "new/config") == 0o700)
            #expect(directory.mode(of: "new") == 0o700)
        }

        @Test(arguments: [0o640, 0o600, 0o644] as [mode_t])
        func `A save keeps the file's mode, and removes the temporary file of a killed process`(_ mode: mode_t) throws {
            try directory.write(["size": 1], to: file)
            try directory.write([1, 2, 3], to: "." + file + ".tsud-99999999-456")
            chmod(directory.path(file), mode)
            try directory.run("set size 14")
            #expect(directory.mode(of: file) == mode)
            #expect(directory.names == [file])
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test(arguments: [true, false])
        func `A save follows a symbolic link instead of replacing it`(_ exists: Bool) throws {
            mkdir(directory.path("real"), 0o777)
            if exists { try directory.write(["old": 1], to: "real/target.plist") }
            symlink("middle.plist", directory.path(file))
            symlink(directory.path("real/target.plist"), directory.path("middle.plist"))
            try directory.run("set size 14")
            #expect(try directory.numbers(in: "real/target") == (exists ? ["size": 14, "old": 1] : ["size": 14]))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(file)) == "middle.plist")
        }

        @Test func `An integer of more than 64 bits is read as a real number, which the next save writes`() throws {
            try directory.write(BinaryFiles.integer([0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 9)), to: file)
            let helper = try Helper(directory, "set other 2", "flush")
            #expect(try directory.settings(in: file)["a"] as? Double == 0x1p72)
            helper.end()
        }

        /// Foundation alone takes 25 times the size.
        @Test func `A launch takes at most fifty times the size of a file with many references of memory`() throws {
            let size = 2 << 20
            func peak(_ contents: [UInt8]) throws -> Int {
                try directory.write(contents, to: file)
                let helper = try Helper(directory, "get other → none")
                defer { helper.end() }
                return try #require(Int(helper("peak-memory")))
            }
            let small = try peak(BinaryFiles.references(1))
            let growth = try peak(BinaryFiles.references(size)) - small
            #expect(growth * 1_024 < 50 * size, "\(growth) kB for \(size) bytes")
        }

        @Test(arguments: [true, false])
        func `Two spellings of a name are two names in the file, at the top and in a dictionary`(_ isXML: Bool) throws {
            let both: PropertyListDictionary = ["e\u{301}": .integer(14), "\u{E9}": .integer(10)]
            var settings = both
            settings["nested"] = .dictionary(both)
            let numbers = "<key>e\u{301}</key><integer>14</integer><key>\u{E9}</key><integer>10</integer>"
            let xml = "<plist version=\"1.0\"><dict>\(numbers)<key>nested</key><dict>\(numbers)</dict></dict></plist>"
            try directory.write(isXML ? Array(xml.utf8) : BinaryPropertyList.encode(.dictionary(settings)), to: file)
            let helper = try Helper(directory, "get e\u{301} → 14", "get \u{E9} → 10", "set other 2", "flush")
            settings["other"] = .integer(2)
            #expect(try PropertyListFile(directory.path(file))?.settings == settings)
            for (number, spelling) in ["\u{E9}", "e\u{301}", "\u{E9}"].enumerated() {
                try directory.run("set \(spelling) \(number)", "get \(spelling) → \(number)")
                settings[spelling] = .integer(Int64(number))
                #expect(try PropertyListFile(directory.path(file))?.settings == settings)
            }
            // The first process follows, and keeps both.
            try helper.run("set other 3")
            try helper.run("flush")
            settings["other"] = .integer(3)
            #expect(try PropertyListFile(directory.path(file))?.settings == settings)
            helper.end()
        }

        @Test func `A file that changes while it is read is read again, even if the process is then suspended`() throws
        {
            try directory.write(["size": 1], to: file, format: .binary)
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere)
            let helper = try Helper(directory, "get size → 1", environment: faults.environment)
            try faults.begin("late", 1, "/" + file)
            try elsewhere.write(["size": 2], to: "new", format: .binary)
            #expect(rename(elsewhere.path("new"), directory.path(file)) == 0)
            try helper.run("flush", "flush", "get size → 3")
            faults.end()
        }

        // MARK: Damage

        typealias Damage = (name: String, bytes: [UInt8], reason: String)

        static let damages: [Damage] = [
            ("empty", [], "it is empty"),
            ("truncated XML", Array("<plist version=\"1.0\"><dict><key>size</k".utf8), "not a property list"),
            ("truncated binary", Array("bplist00".utf8) + [0xD1, 1, 2], "not a property list"),
            ("noise", [0xFF, 0, 0x13, 0x37], "not a property list"),
            ("an array", Array("<plist version=\"1.0\"><array/></plist>".utf8), "not a dictionary"),
            ("a string", Array("hello".utf8), "not a dictionary"),
            ("100,000 arrays deep", Array(repeating: UInt8(ascii: "("), count: 100_000), "not a property list"),
            ("thirty arrays that each name the next one twice", BinaryFiles.doubling(30), "more objects"),
            ("sixteen arrays that each name the next one twice", BinaryFiles.doubling(16), "more objects"),
            ("twenty arrays that each name the next one twice", BinaryFiles.doubling(20), "more objects"),
            ("a table of offsets in the header", BinaryFiles.hostile[0].content, "not a property list"),
            ("a string that is no ASCII", BinaryFiles.noASCII, "not a property list"),
            ("a set", BinaryFiles.set, "can't contain"),
            ("an archiver's mark", BinaryFiles.archiverMark, "can't contain"),
            ("a number as key", BinaryFiles.numberAsKey, "can't contain"),
        ]

        @Test(arguments: damages.map { Row($0.name, $0) })
        func `A damaged file is moved aside and reported, and later writes are saved`(_ row: Row<Damage>) throws {
            let damage = row.content
            try directory.write(damage.bytes, to: file)
            let helper = try Helper(directory, "get size → none", "set size 14", "get size → 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
            let aside = try #require(directory.names.last)
            #expect(aside.hasPrefix(file + ".damaged-"))
            #expect(try directory.bytes(of: aside) == damage.bytes)
            #expect(directory.names == [file, aside])
            helper.end()
            for part in ["'\(directory.path(file))'", damage.reason, "'\(directory.path(aside))'"] {
                #expect(helper.log.split(separator: "\n").last?.contains(part) == true)
            }
        }

        static let unreadable: [(name: String, make: @Sendable (String) -> Void, reason: String)] = [
            ("noise", { try? Data([0xFF, 0, 0x13, 0x37]).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            ("cut off", { try? Data("<plist><dict>".utf8).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            ("JSON", { try? Data("[1]".utf8).write(to: URL(fileURLWithPath: $0)) }, "not a property list"),
            (
                "200 MB of zeros",
                {
                    try? Data().write(to: URL(fileURLWithPath: $0))
                    truncate($0, 200 << 20)
                }, "not a property list"
            ),
            (
                "no permission",
                {
                    try? Data("<plist><dict></dict></plist>".utf8).write(to: URL(fileURLWithPath: $0))
                    chmod($0, 0)
                }, "it may not be read"
            ),
        ]

        @Test(arguments: unreadable)
        func `A program that only reads reports a damaged file once, and moves it aside`(
            _ name: String,
            _ make: @Sendable (String) -> Void,
            _ reason: String
        ) throws {
            make(directory.path(file))
            let helper = try Helper(directory, "leave-root", "get size → none")
            #expect(try #require(helper.nextLogLine()).contains(reason))
            #expect(directory.names.count == 1 && !directory.names.contains(file))
            #expect(helper.log.isEmpty)
        }

        /// The largest name in which an extension, but no suffix for a damaged file has room.
        @Test(arguments: [199, 200, 215, 249])
        func `A damaged file with a long name is moved aside`(_ length: Int) throws {
            let name = String(repeating: "n", count: length)
            try directory.write([0xFF], to: name + ".plist")
            let helper = try Helper(directory, "suite \(name)", "set size 14", "flush")
            #expect(try directory.numbers(in: name) == ["size": 14])
            #expect(directory.names.count { $0.hasPrefix(name.prefix(170)) && $0.contains(".damaged-") } == 1)
            helper.end()
        }

        // MARK: Something else in the file's place

        typealias Make = @Sendable (_ path: String, _ elsewhere: String) -> Void

        static let others: [Row<Make>] = [
            Row("a link to /dev/null", { path, _ in symlink("/dev/null", path) }),
            Row("a link to a device that never ends", { path, _ in symlink("/dev/zero", path) }),
            Row("a named pipe", { path, _ in mkfifo(path, 0o666) }),
            Row("a directory", { path, _ in mkdir(path, 0o777) }),
            Row("a link to a named pipe") { path, elsewhere in
                mkfifo(elsewhere, 0o666)
                symlink(elsewhere, path)
            },
        ]

        @Test(arguments: others)
        func `If something other than a file is in the file's place, settings stay in memory, which is logged once`(
            _ other: Row<Make>
        ) throws {
            let elsewhere = try TemporaryDirectory()
            other.content(directory.path(file), elsewhere.path("other"))
            let before = (directory.names, elsewhere.names, try kind(of: directory.path(file)))
            let helper = try Helper(directory, "get size → none", "set size 14", "get size → 14", "append list 1")
            try helper.run("flush → notSaved 0 \(directory.path(file))", "increment size 1", "get size → 15")
            helper.end()
            #expect(helper.log.split(separator: "\n").count == 1)
            // No call of the system has failed.
            #expect(helper.log.contains("something other than a file is in its place."))
            #expect(directory.names == before.0 && elsewhere.names == before.1)
            #expect(try kind(of: directory.path(file)) == before.2)
            #expect(access("/dev/.null.lock", F_OK) != 0 && access("/dev/.zero.lock", F_OK) != 0)
        }

        private func kind(of path: String) throws -> mode_t {
            var status = stat()
            try #require(lstat(path, &status) == 0)
            return status.st_mode & S_IFMT
        }

        // MARK: Damage while programs run

        @Test func `The settings of a file that gets damaged are saved again, and no program loses them`() throws {
            let helpers = try [Helper(directory, "set size 14", "flush"), Helper(directory, "get size → 14")]
            // Each has a watch then, so that neither waits for the other one to find the damage.
            for helper in helpers { try wait { try helper("watches") != "0" } }
            chmod(directory.path(file), 0o640)
            try directory.overwrite(file, with: [0xFF])
            wait { (try? directory.numbers()) == ["size": 14] }
            for helper in helpers { try helper.run("flush", "get size → 14", "direct-get size → 14") }
            try directory.run("set other 1")
            for helper in helpers { try helper.run("flush", "get size → 14", "get other → 1") }
            #expect(directory.names.count { $0.contains(".damaged-") } == 1)
            #expect(directory.mode(of: file) == 0o640)
        }

        @Test func `The settings of a file that may not be read anymore are saved with the next write`() throws {
            let helper = try Helper(directory, "leave-root", "set size 14", "flush")
            chmod(directory.path(file), 0)
            wait { !directory.names.contains(file) }
            try helper.run("flush", "get size → 14")
            #expect(!directory.names.contains(file))
            try helper.run("set other 1", "flush")
            #expect(try directory.numbers() == ["size": 14, "other": 1])
            #expect(directory.mode(of: file) == 0o600)
            // The new file of a waiting write can be read, too.
            try directory.withoutSaves {
                chmod(directory.path(file), 0)
                try helper.run("set other 2")
            }
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 14, "other": 2])
            #expect(directory.mode(of: file) == 0o600)
        }
    }
}
#endif
