/// The picture of the ratios and the trials, as SVG.
///
/// It has its own background, so it is readable on any page, even on a dark page if the system is light.
package struct Plot {
    private let rows: [PlotRow]
    private let trials: [Trial]
    /// The elements, and the height that they take so far.
    private var body = ""
    private var y = 30.0

    package init(_ rows: [PlotRow], trials: [Trial]) {
        self.rows = rows
        self.trials = trials
        drawRatios()
        for trial in trials { draw(trial) }
        y -= 14
    }

    /// The picture.
    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(Int(y))" role="img" \
        aria-labelledby="title description">
        <title id="title">TSUD compared with direct UserDefaults calls</title>
        <desc id="description">\(escaped(description))</desc>
        <style>\(style)</style>
        <rect class="page" x="0.5" y="0.5" width="\(width - 1)" height="\(Int(y) - 1)" rx="6"/>
        \(body)</svg>

        """
    }

    /// All figures as a sentence, for screen readers.
    private var description: String {
        let ratios = rows.map { "\($0.name): \($0.ratio.ratioText)" }
        let counts = trials.map { "\($0.name): TSUD \($0.tsud.wholeText), UserDefaults \($0.direct.wholeText)" }
        return
            "Time with TSUD divided by the time of direct UserDefaults calls. \((ratios + counts).joined(separator: "; "))."
    }

    private mutating func drawRatios() {
        draw("text", ["class": "heading", "x": 20, "y": y], "Time relative to direct UserDefaults calls (1.0)")
        let top = y + 6
        let limit = max(1, rows.map(\.ratio.highest).max() ?? 1).rounded(.up)
        y += 14
        for row in rows {
            draw(Bar(name: row.name, id: row.name, figure: row.ratio, limit: limit, text: row.ratio.ratioText))
        }
        for mark in 0...Int(limit) {
            let x = left + (right - left) * Double(mark) / limit
            draw("line", ["class": mark == 1 ? "one" : "line", "x1": x, "x2": x, "y1": top, "y2": y])
            draw("text", ["class": "mark", "x": x, "y": y + 16], "\(mark)")
        }
        y += 48
    }

    private mutating func draw(_ trial: Trial) {
        draw("text", ["class": "heading", "x": 20, "y": y], trial.name)
        y += 14
        for (name, figure) in [("TSUD", trial.tsud), ("UserDefaults", trial.direct)] {
            let id = "\(trial.name), \(name)"
            draw(Bar(name: name, id: id, figure: figure, limit: trial.limit, text: figure.wholeText))
        }
        y += 30
    }

    private struct Bar {
        let name: String
        /// A name for the figure that is unique in the picture.
        let id: String
        let figure: Figure
        /// The number of a bar of full length.
        let limit: Double
        let text: String
    }

    /// Draws a bar to the lowest number, and a lighter one from there to the highest.
    private mutating func draw(_ bar: Bar) {
        let scale = (right - left) / bar.limit
        let (lowest, highest) = (bar.figure.lowest * scale, bar.figure.highest * scale)
        let kind = bar.name == "UserDefaults" ? "direct" : "tsud"
        draw("text", ["class": "name", "x": left - 12, "y": y + 13], bar.name)
        draw("rect", ["class": kind, "x": left, "y": y + 2, "width": lowest, "height": 14])
        if highest > lowest {
            let width = highest - lowest
            draw("rect", ["class": "\(kind) range", "x": left + lowest, "y": y + 2, "width": width, "height": 14])
        }
        draw("text", ["data-figure": bar.id, "x": right + 12, "y": y + 13], bar.text)
        y += 22
    }

    private mutating func draw(_ element: String, _ attributes: KeyValuePairs<String, Any>, _ text: String = "") {
        let attributes = attributes.map { name, value in
            // Round numbers to a tenth.
            let value = (value as? Double).map { "\(($0 * 10).rounded() / 10)" } ?? escaped("\(value)")
            return #" \#(name)="\#(value)""#
        }
        body += "<\(element)\(attributes.joined())>\(escaped(text))</\(element)>\n"
    }
}

private let width = 760
/// The positions at which bars begin and full bars end.
private let left = 264.0
private let right = 656.0

private let style = """

    text { font: 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; fill: #1f2328 }
    .heading { font-weight: 600; font-size: 14px }
    .name { text-anchor: end }
    .mark { text-anchor: middle; font-size: 12px; fill: #59636e }
    .page { fill: #ffffff; stroke: #d1d9e0 }
    .line { stroke: #d1d9e0 }
    .one { stroke: #1f2328 }
    .tsud { fill: #0969da }
    .direct { fill: #8c959f }
    .range { opacity: 0.45 }
    @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc }
        .mark { fill: #9198a1 }
        .page { fill: #0d1117; stroke: #3d444d }
        .line { stroke: #3d444d }
        .one { stroke: #f0f6fc }
        .tsud { fill: #4493f8 }
        .direct { fill: #656c76 }
    }

    """

private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
        "\"",
        with: "&quot;"
    )
}
