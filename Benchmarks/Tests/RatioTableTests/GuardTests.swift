import Foundation
import RatioTable
import Testing

/// A missing or malformed result changes the exit code to 2.
@Suite struct GuardTests {
    private let expected = [Limit("read Double", 1.1), Limit("write [String: Double] of 20", 0.8)]

    private func table(_ files: borrowing ExportedFiles, factor: Double = 1, known: [Limit] = []) -> RatioTable {
        RatioTable([Results(in: files.directory)], limits: expected, factor: factor, known: known)
    }

    private func goodFiles() throws -> ExportedFiles {
        let files = try ExportedFiles()
        try files.write(median: 1000, for: "read Double, by hand")
        try files.write(median: 1050, for: "read Double, TSUD")
        try files.write(median: 8000, for: "read Double, TSUD of 2017")
        try files.write(median: 70_000, for: "write [String: Double] of 20, by hand")
        try files.write(median: 49_000, for: "write [String: Double] of 20, TSUD")
        return files
    }

    @Test func `The exit code is 0 if all ratios are within their limits`() throws {
        let table = table(try goodFiles())
        #expect(table.problems.isEmpty)
        #expect(table.exitCode == 0)
        #expect(table.lines.map(\.ratio) == [1.05, 0.7])
        #expect(table.lines.first?.others == ["TSUD of 2017": 8])
    }

    @Test func `The exit code is 1 if a ratio is over its limit`() throws {
        let files = try goodFiles()
        try files.write(median: 1101, for: "read Double, TSUD")
        let table = table(files)
        #expect(table.exitCode == 1)
        #expect(table.lines.map(\.isOver) == [true, false])
        #expect(table.text.contains("OVER"))
    }

    @Test func `A ratio that equals its limit doesn't exceed it`() throws {
        let files = try goodFiles()
        try files.write(median: 1100, for: "read Double, TSUD")
        #expect(table(files).exitCode == 0)
    }

    @Test func `The option for generous limits doubles them`() throws {
        let files = try goodFiles()
        try files.write(median: 2190, for: "read Double, TSUD")
        #expect(table(files).exitCode == 1)
        #expect(table(files, factor: 2).exitCode == 0)
        try files.write(median: 2210, for: "read Double, TSUD")
        #expect(table(files, factor: 2).exitCode == 1)
    }

    @Test func `The table shows an operation without a limit, which is never over it`() throws {
        let files = try ExportedFiles()
        try files.write(median: 10, for: "launch, 10 keys read, by hand")
        try files.write(median: 1000, for: "launch, 10 keys read, TSUD")
        let table = RatioTable([Results(in: files.directory)], limits: [Limit("launch, 10 keys read", nil)])
        #expect(table.exitCode == 0)
        #expect(table.lines.count == 1)
    }

    @Test func `A limit can name another implementation to compare with`() throws {
        let files = try ExportedFiles()
        try files.write(median: 1000, for: "launch, all, TSUD")
        try files.write(median: 10, for: "launch, all, by hand")
        let limit = Limit("launch, all", 1.05, against: "some")
        #expect(RatioTable([Results(in: files.directory)], limits: [limit]).exitCode == 2)
        try files.write(median: 1000, for: "launch, all, some")
        #expect(RatioTable([Results(in: files.directory)], limits: [limit]).exitCode == 0)
    }

    @Test func `The time of an operation is the lowest of the rounds' medians`() throws {
        let rounds = try [(1800, 1080), (3000, 3600), (1000, 2000)].map { byHand, tsud in
            let files = try ExportedFiles()
            try files.write(median: byHand, for: "read Double, by hand")
            try files.write(median: tsud, for: "read Double, TSUD")
            return Results(in: files.directory)
        }
        let table = RatioTable(rounds, limits: [Limit("read Double", 1.1, times: 10)])
        #expect(table.exitCode == 0)
        #expect(table.lines.map(\.ratio) == [1.08])
        #expect(table.lines.map(\.byHand) == [100])
        #expect(table.lines.map(\.tsud) == [108])
    }

    @Test func `The ratio of a launch is the median of the rounds' ratios`() throws {
        let rounds = try [(1000, 2000), (3000, 3300), (2000, 1800), (1000, 1100)].map { byHand, tsud in
            let files = try ExportedFiles()
            try files.write(median: byHand, for: "launch, by hand")
            try files.write(median: tsud, for: "launch, TSUD")
            return Results(in: files.directory)
        }
        let limit = Limit("launch", 1.1, estimate: .middleRound)
        let three = RatioTable(Array(rounds.prefix(3)), limits: [limit])
        #expect(three.exitCode == 0)
        #expect(three.lines.map(\.ratio) == [1.1])
        #expect(three.lines.map(\.byHand) == [2000])
        #expect(RatioTable(rounds, limits: [limit]).lines.map(\.ratio) == [1.1])
        #expect(RatioTable(Array(rounds.prefix(2)), limits: [limit]).lines.map(\.ratio) == [1.55])
    }

    @Test func `The exit code is 2 if one of the rounds has no result`() throws {
        let files = try goodFiles()
        let whole = Results(in: files.directory)
        try FileManager.default.removeItem(at: files.file("read Double, TSUD"))
        let table = RatioTable([whole, Results(in: files.directory), whole], limits: expected)
        #expect(table.exitCode == 2)
        #expect(table.problems == ["Round 2: Missing: read Double, TSUD."])
    }

    @Test func `The exit code is 2 without rounds`() {
        #expect(RatioTable([], limits: expected).exitCode == 2)
    }

    @Test func `The exit code is 2 without a directory of results`() {
        let results = Results(in: URL(filePath: "/nowhere/at/all"))
        #expect(RatioTable([results], limits: expected).exitCode == 2)
    }

    @Test func `The exit code is 2 without a file of results`() throws {
        let table = table(try ExportedFiles())
        #expect(table.exitCode == 2)
        #expect(table.problems.count == 4)
    }

    @Test(arguments: ["by hand", "TSUD"])
    func `The exit code is 2 if one result of a pair is missing`(implementation: String) throws {
        let files = try goodFiles()
        try FileManager.default.removeItem(at: files.file("read Double, \(implementation)"))
        let table = table(files)
        #expect(table.exitCode == 2)
        #expect(table.problems == ["Round 1: Missing: read Double, \(implementation)."])
    }

    @Test func `A missing result takes precedence over a ratio over its limit`() throws {
        let files = try goodFiles()
        try files.write(median: 9000, for: "read Double, TSUD")
        try FileManager.default.removeItem(at: files.file("write [String: Double] of 20, TSUD"))
        #expect(table(files).exitCode == 2)
    }

    @Test func `The exit code is 2 if a pair has no limit`() throws {
        let files = try goodFiles()
        try files.write(median: 1000, for: "read Float, by hand")
        try files.write(median: 1000, for: "read Float, TSUD")
        #expect(table(files).exitCode == 2)
        #expect(table(files, known: [Limit("read Float", 1)]).exitCode == 0)
    }

    @Test func `The exit code is 2 without limits`() throws {
        #expect(RatioTable([Results()], limits: []).exitCode == 2)
    }

    private static let whole = ExportedFiles.percentiles(median: 1000)
    private static let damaged: [String: String] = [
        "empty": "",
        "an empty line": "\n",
        "the heading alone": "Percentile\tTime (wall clock) (ns) *\n",
        "other units": whole.replacing("(ns)", with: "(μs)"),
        "another format": "[{\"name\": \"read Double, TSUD\", \"value\": 1}]",
        "cut before the last line break": String(whole.dropLast(1)),
        "cut before the last line": String(whole.dropLast(9)),
        "cut in the middle": String(whole.prefix(500)),
        "a line too many": whole + "101\t2000\n",
        "no median": whole.replacing("\n50\t1000\n", with: "\n50\t\n"),
        "a median that isn't a number": whole.replacing("\n50\t1000\n", with: "\n50\tnan\n"),
        "a median of zero": whole.replacing("\n50\t1000\n", with: "\n50\t0\n"),
        "a negative median": whole.replacing("\n50\t1000\n", with: "\n50\t-1000\n"),
        "a median below the lower half": whole.replacing("\n50\t1000\n", with: "\n50\t1\n"),
        "a percentile twice": whole.replacing("\n50\t1000\n", with: "\n51\t1000\n"),
        "only zeros": ExportedFiles.percentiles(median: 0),
    ]

    @Test(arguments: damaged.keys.sorted())
    func `The exit code is 2 if a result is malformed`(damage: String) throws {
        let files = try goodFiles()
        let text = try #require(Self.damaged[damage])
        #expect(text != Self.whole)
        try files.write(text, for: "read Double, TSUD")
        let table = table(files)
        #expect(table.exitCode == 2)
        #expect(table.problems.count == 2, "A malformed result is also missing: \(table.problems)")
    }

    @Test func `The exit code is 2 if a result isn't text`() throws {
        let files = try goodFiles()
        try Data([0xFF, 0xFE, 0x00]).write(to: files.file("read Double, TSUD"))
        #expect(table(files).exitCode == 2)
    }

    @Test(arguments: ["Current_run.json", "Current_run.Pairs.x.wallClock.histogram.percentiles.tsv", ".DS_Store"])
    func `The table ignores files that aren't results`(name: String) throws {
        let files = try goodFiles()
        try ExportedFiles.percentiles(median: 1).write(
            to: files.directory.appending(path: name),
            atomically: false,
            encoding: .utf8
        )
        #expect(table(files).exitCode == 2)
    }
}
