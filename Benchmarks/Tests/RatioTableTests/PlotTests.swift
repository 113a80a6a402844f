import Foundation
import RatioTable
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PlotTests {
    /// A table in which each operation's ratio is a hundredth above the one before, from 0.5 on.
    private func table() -> RatioTable {
        var results = Results()
        for (index, limit) in limits.enumerated() {
            results.medians[limit.work] = [limit.reference: 1_000, "TSUD": 500 + Double(index) * 10]
        }
        return RatioTable([results], limits: limits)
    }

    @Test func `A row of the picture is the range of its operations' ratios`() {
        let rows = PlotRow.rows(of: table())
        #expect(rows.map(\.name) == PlotRow.operations.map(\.name))
        #expect(rows[0].ratio.ratioText == "0.51 to 0.71")
        #expect(rows[1].ratio.ratioText == "0.50 to 0.68")
        #expect(rows[2].ratio.ratioText == "0.54 to 0.72")
        #expect(rows[3].ratio.ratioText == "0.77 to 0.79")
    }

    @Test func `Each operation in a row of the picture has a limit`() {
        for (name, works) in PlotRow.operations {
            for work in works { #expect(limits.contains { $0.work.hasPrefix(work) }, "\(name): \(work)") }
        }
    }

    @Test func `The picture is XML and contains every figure`() throws {
        let svg = Plot(PlotRow.rows(of: table()), trials: trials).svg
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
        #expect(figures(in: svg).count == PlotRow.operations.count + 2 * trials.count)
        for row in PlotRow.rows(of: table()) { #expect(figures(in: svg)[row.name] == row.ratio.ratioText) }
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test func `The picture has no rows without results`() {
        #expect(PlotRow.rows(of: RatioTable([], limits: limits)).isEmpty)
    }

    // MARK: The picture in the README

    @Test func `The published picture equals the drawn one, except for its ratios`() throws {
        let picture = try text("Benchmarks/picture.svg")
        let drawn = figures(in: Plot(PlotRow.rows(of: table()), trials: trials).svg)
        let shown = figures(in: picture)
        #expect(Set(shown.keys) == Set(drawn.keys))
        for trial in trials {
            #expect(shown["\(trial.name), TSUD"] == trial.tsud.wholeText)
            #expect(shown["\(trial.name), UserDefaults"] == trial.direct.wholeText)
        }
    }

    /// Rows and sentences with names of figures in braces.
    @Test(arguments: [
        "| read an `Int`, a `Double`, or a `String` | {read an Int, Double or String}, because `double(forKey:)` converts",
        "| read a `Bool` | {read a Bool} |",
        "| read an absent key | {read an absent key} |",
        "| read a structure, unchanged or after a change | {read a struct} or {read a struct after a change} |",
        "| write a number, a string, or a `Bool`; a structure | {write a Bool, Int, Double or String}; {write a struct} |",
        """
        1,000 processes killed while saving: \
        {1,000 kills while saving 200 keys: unreadable files, UserDefaults} unreadable files with `synchronize()`
        """,
        """
        of 900 keys, \
        {Three processes saving 300 keys each, five times: saved of 900, UserDefaults} were saved
        """,
    ])
    func `The README has the figures of the picture`(_ sentence: String) throws {
        let words = sentence.replacingFigures(from: figures(in: try text("Benchmarks/picture.svg")))
        #expect(try readme().contains(words))
    }

    @Test func `The README says "none" where the picture says 0`() throws {
        #expect(trials.map(\.tsud.wholeText) == ["0", "900"])
        #expect(try readme().contains("with `synchronize()`, none with TSUD."))
    }

    @Test func `The table of the benchmarks has the figures of the picture`() throws {
        let shown = figures(in: try text("Benchmarks/picture.svg"))
        let lines = try text("Benchmarks/README.md").split(separator: "\n")
        for (name, _) in PlotRow.operations { #expect(lines.contains("| \(name) | \(try #require(shown[name])) |")) }
        for trial in trials {
            #expect(lines.contains("| \(trial.name) | \(trial.tsud.wholeText) | \(trial.direct.wholeText) |"))
        }
    }

    @Test func `No published figure exceeds the limits`() throws {
        let shown = figures(in: try text("Benchmarks/picture.svg"))
        for (name, works) in PlotRow.operations {
            let highest = try #require(shown[name]?.split(separator: " ").last.flatMap { Double($0) })
            let allowed = limits.filter { limit in works.contains { "\(limit.work) ".hasPrefix("\($0) ") } }
            let limit = try #require(allowed.compactMap(\.ratio).min())
            #expect(highest <= limit, "\(name): \(highest) of \(limit)")
        }
    }

    /// The README, each paragraph on one line.
    private func readme() throws -> String {
        try text("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func text(_ path: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    private func figures(in svg: String) -> [String: String] {
        let pairs = svg.matches(of: /data-figure="([^"]*)"[^>]*>([^<]*)</).map { (String($0.1), String($0.2)) }
        return Dictionary(pairs) { _, _ in "twice" }
    }
}

extension String {
    fileprivate func replacingFigures(from figures: [String: String]) -> String {
        replacing(/\{([^}]*)\}/) { figures[String($0.1)] ?? "{missing}" }
    }
}
