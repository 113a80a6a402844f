import Foundation

/// A Markdown file of the package.
struct Page {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    /// Its path in the package.
    let path: String
    let text: String
    /// The text without code, in which a number sign is no heading and a bracket is no link.
    private let prose: String

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
        prose = text.replacing(/(?ms)^```.*?^```/, with: "").replacing(/`[^`\n]*`/, with: "")
    }

    var headings: [String] { text.matches(of: /(?m)^##+ (.+)$/).map { String($0.1) } }

    /// The pages that its Markdown links to, and the headings there.
    var links: [(path: String, fragment: String)] {
        prose.matches(of: /\]\(([^):#]+\.md)(?:#([^)]*))?\)/).map { (resolve($0.1), String($0.2 ?? "")) }
    }

    /// The files that it links to, with pictures.
    var files: [String] {
        (prose.matches(of: /\]\(([^):#]+)(?:#[^)]*)?\)/) + prose.matches(of: /href="([^":#]+)(?:#[^"]*)?"/))
            .map { resolve($0.1) }
    }

    /// The pages that its links of DocC lead to, and the headings there.
    var documentLinks: [(path: String, fragment: String)] {
        prose.matches(of: /<doc:([A-Za-z]+)(?:#([^>]*))?>/).map { (resolve("\($0.1).md"), String($0.2 ?? "")) }
    }

    /// The pages that its HTML links to.
    var footerLinks: [(path: String, fragment: String)] {
        prose.matches(of: /href="([^":#]+\.md)(?:#([^"]*))?"/).map { (resolve($0.1), String($0.2 ?? "")) }
    }

    private func resolve(_ link: some StringProtocol) -> String {
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") {
            if part == ".." { folders.removeLast() } else { folders.append(String(part)) }
        }
        return folders.joined(separator: "/")
    }
}
