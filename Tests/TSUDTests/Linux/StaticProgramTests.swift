#if os(Linux)
import Foundation
import TestSupport
import Testing

/// A program that includes Foundation, of which the linker drops the parts that nothing refers to.
@Suite(.mayBlock)
struct StaticProgramTests {
    @Test(arguments: ["-static-stdlib", "-static-executable"])
    func `A statically linked program reads and stores values of all kinds`(linking: String) throws {
        let directory = try TemporaryDirectory()
        let program = try StaticProgram.link(with: linking, in: directory)
        let reader = try Program(program, ["follow"], in: directory, errors: .withOutput)
        #expect(reader.nextLine() == "reads")

        let writer = try Program(program, ["store"], in: directory, errors: .withOutput)
        try #require(writer.nextLine() == "stored")
        #expect(writer.finish() == .exited(0))
        #expect(reader.nextLine() == #"["a", "b"] [["c"]] ["d": [1, 2]] [0.5: "e"] true 3 x 0102 f"#)
        #expect(reader.nextLine() == "decoded once")
        #expect(reader.finish() == .exited(0))
    }
}

private enum StaticProgram {
    static let source = """
        import Foundation
        import TSUD

        struct Point: Codable, Sendable {
            nonisolated(unsafe) static var decodings = 0
            var name = ""
            init(name: String) { self.name = name }
            init(from decoder: any Decoder) throws {
                Self.decodings += 1
                name = try decoder.singleValueContainer().decode([String].self)[0]
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode([name])
            }
        }

        enum words: TSUD { static let defaultValue: [String] = [] }
        enum nested: TSUD { static let defaultValue: [[String]] = [] }
        enum numbers: TSUD { static let defaultValue: [String: [Int]] = [:] }
        enum names: TSUD { static let defaultValue: [Double: String] = [:] }
        enum isOn: TSUD { static let defaultValue = false }
        enum count: TSUD { static let defaultValue = 0 }
        enum home: TSUD { static let defaultValue: URL? = nil }
        enum picture: TSUD { static let defaultValue = Data() }
        enum point: TSUD { static let defaultValue = Point(name: "") }

        setvbuf(stdout, nil, _IOLBF, 0)
        if CommandLine.arguments[1] == "store" {
            (words.value, nested.value, numbers.value, names.value) = (["a", "b"], [["c"]], ["d": [1, 2]], [0.5: "e"])
            (isOn.value, count.value, home.value, picture.value) = (true, 3, URL(string: "x"), Data([1, 2]))
            point.value = Point(name: "f")
            try UserDefaults.standard.flush()
            print("stored")
        } else {
            let before = (words.value, nested.value, numbers.value, point.value.name)
            print(before.0.isEmpty ? "reads" : "reads another value")
            // It follows the file in parts.
            func isMissing() -> Bool {
                words.value.isEmpty || nested.value.isEmpty || numbers.value.isEmpty || names.value.isEmpty || !isOn.value
                    || count.value == 0 || home.value == nil || picture.value.isEmpty || point.value.name.isEmpty
            }
            while isMissing() { usleep(1000) }
            let bytes = picture.value.map { String(format: "%02x", $0) }.joined()
            print(words.value, nested.value, numbers.value, names.value, isOn.value, count.value, home.value!, bytes, point.value.name)
            Point.decodings = 0
            for _ in 0..<10 { _ = point.value }
            print(Point.decodings == 0 ? "decoded once" : "decoded again")
        }
        """

    /// Compiles the program with the library's object files of this build, and returns its path.
    static func link(with option: String, in directory: TemporaryDirectory) throws -> String {
        // The folder may also have object files of deleted sources.
        let list = try Program.path(of: "saving-helper.product/Objects.LinkFileList")
        let objects = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { $0.contains("/TSUD.build/") }
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let modules = try [
            "-I", Program.path(of: "Modules"),
            "-Xcc", "-fmodule-map-file=" + root.path + "/Sources/CPreferences/module.modulemap",
        ]
        try directory.write(Array(source.utf8), to: "main.swift")
        let output = ["-o", directory.path("program")]
        let compiler = try Program(
            "/usr/bin/env",
            ["swiftc", option, directory.path("main.swift")] + modules + objects + output,
            in: directory,
            errors: .withOutput
        )
        var lines: [String] = []
        while let line = compiler.nextLine() { lines.append(line) }
        try #require(compiler.finish() == .exited(0), "\(lines.joined(separator: "\n"))")
        return directory.path("program")
    }
}
#endif
