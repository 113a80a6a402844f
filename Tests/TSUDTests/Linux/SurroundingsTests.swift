#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Files that a save must write in place, and rights that it must keep.
    @Suite struct SurroundingsTests {
        private let directory = TemporaryDirectory.new()

        // MARK: In place

        static let canMount: Bool = {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["unshare", "-rm", "mount", "--bind", "/dev/null", "/dev/zero"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(.enabled(if: canMount, "No namespace of mounts can be made."))
        func `A single file that is mounted is saved in place, and followed`() throws {
            let host = try TemporaryDirectory()
            try host.write(["observed": 1], to: "host.plist")
            try directory.write([], to: file)
            let script = #"mount --bind "$0" "$1" && exec "$2""#
            let paths = [host.path("host.plist"), directory.path(file), try Program.path(of: "saving-helper")]
            let helper = try Program("/usr/bin/env", ["unshare", "-rm", "sh", "-c", script] + paths, in: directory)
            try helper.run("observe → observed 1", "set size 14", "flush", "append list 1")
            #expect(try host.settings(in: "host.plist").keys.sorted() == ["list", "observed", "size"])
            #expect(try #require(helper.nextLogLine()).contains("not atomic"))
            helper.tell("watches")
            while try #require(helper.nextLine()) == "0" { helper.tell("watches") }
            try host.write(["observed": 2], to: "host.plist")
            #expect(helper.nextLine(within: 60) == "observed 2")
        }

        @Test func `A file that the user may write in a directory of root's is saved in place`() throws {
            try directory.write(["old": 1, "long": 2], to: file)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "set size 14", "flush", "append list 1", "reset size")
            try helper.run("flush")
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "long", "old"])
            #expect(directory.names == [file])
            #expect(try #require(helper.nextLogLine()).contains("not atomic"))
            helper.end()
            #expect(helper.log.isEmpty)
        }

        @Test func `Two programs that save in place lose nothing`() throws {
            try directory.write([:], to: file)
            chmod(directory.path, 0o555)
            let helpers = try (0..<2).map { _ in try Helper(directory, "leave-root") }
            for helper in helpers { helper.tell("append list 1 50") }
            for helper in helpers { #expect(helper.nextLine(within: 60) == "done") }
            #expect((try directory.settings(in: file)["list"] as? [Int])?.count == 100)
        }

        @Test func `A full disk leaves the old contents of a file that is saved in place`() throws {
            try directory.write(["old": 1], to: file)
            let before = try directory.bytes(of: file)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "limit-file-size 16 → 0", "set size 14")
            #expect(try helper("flush").hasPrefix("notSaved \(EFBIG)"))
            // A background save may be restoring them now.
            wait { (try? directory.bytes(of: file)) == before }
            try helper.run("unlimit-file-size → 0", "flush")
            #expect(try directory.numbers() == ["old": 1, "size": 14])
        }

        // MARK: Rights

        private static let accessList = "system.posix_acl_access"
        /// The owner may write, user 65534 may read, and the file's group may do nothing.
        private static let entries: [UInt8] =
            [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 254, 255, 0, 0]
            + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 4, 0, 255, 255, 255, 255] + [32, 0, 0, 0, 255, 255, 255, 255]

        private func attribute(_ name: String) -> [UInt8]? {
            typealias Get =
                @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int) -> Int
            let get = unsafeBitCast(dlsym(nil, "getxattr"), to: Get.self)
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = get(directory.path(file), name, &bytes, bytes.count)
            return count < 0 ? nil : [UInt8](bytes.prefix(count))
        }

        private func set(_ name: String, _ bytes: [UInt8]) -> Bool {
            typealias Set =
                @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32
            return unsafeBitCast(dlsym(nil, "setxattr"), to: Set.self)(
                directory.path(file),
                name,
                bytes,
                bytes.count,
                0
            ) == 0
        }

        @Test func `A save keeps the access control list and the attributes of users`() throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path(file), 0o600)
            guard set(Self.accessList, Self.entries), set("user.origin", [1, 2]) else {
                try Test.cancel("The file system has no access control lists.")
            }
            try directory.run("set size 14")
            #expect(attribute(Self.accessList) == Self.entries)
            #expect(attribute("user.origin") == [1, 2])
            #expect(directory.mode(of: file) == 0o640)
        }

        @Test func `The group gets no more rights if an access control list can't be kept`() throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path(file), 0o600)
            guard set(Self.accessList, Self.entries) else {
                try Test.cancel("The file system has no access control lists.")
            }
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere, "setxattr", EIO, "posix_acl")
            try directory.run("set size 14", environment: faults.environment)
            #expect(try directory.numbers() == ["old": 1, "size": 14])
            #expect(directory.mode(of: file) == 0o600)
        }
    }
}
#endif
