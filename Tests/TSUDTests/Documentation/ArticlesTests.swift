import Foundation
import Testing

extension Documentation {
    /// How readers find the pages of the documentation, in DocC and on GitHub.
    @Suite struct ArticlesTests {
        /// Subjects that developers who moved whole programs have looked for.
        @Test(arguments: [
            "Replace register(defaults:)", "Replace didChangeNotification", "Replace key-value observing",
            "Keep Cocoa bindings", "Replace a settings object", "Replace @AppStorage", "Update an AppKit view",
            "Update a UIKit view", "Publish changes with Combine", "Edit an optional string", "Store a color",
            "Animate changes", "Use settings in a model", "Declare a settings object", "Tracked calls",
            "Preview with settings", "Move keys that contain a name", "Skip unreadable elements",
            "Store nil over a default", "Reject file URLs and empty strings", "Store a type of another framework",
            "Add a property to a stored structure", "Keep secrets in the Keychain", "Reset some settings",
            "Test the whole process", "Store mixed values", "Use an enumeration as a dictionary's key",
            "The Settings app", "Change values in Terminal", "Run a service in a container", "Error codes",
            "Log messages", "My closure is never called", "Mirror a setting into the group",
            "Declare settings in several modules", "Use settings from any thread",
            "Use swift-configuration beside TSUD", "static property 'shared' is not concurrency-safe",
            "static property 'defaultValue' is not concurrency-safe",
            "invalid redeclaration of synthesized property '_fontSize'",
        ])
        func `An article that the README links to has the heading`(_ heading: String) throws {
            #expect(try Self.headings.get().contains(heading))
        }

        /// Words that people search for, although the articles could do without them.
        @Test(arguments: [
            "thread-safe", "argument domain", "MDM", "dynamic key", "defaults write", "defaults read",
            "Settings.bundle", "[String: Any]", "CodingKeyRepresentable", "swift-configuration", "disappeared",
        ])
        func `An article contains the words that people search for`(_ words: String) throws {
            #expect(try articles(of: "TSUD").contains { try Page($0).text.contains(words) })
        }

        @Test func `Each link leads to a page, and its fragment to a heading`() throws {
            for page in try allPages() {
                for (path, fragment) in page.links + page.documentLinks + page.footerLinks {
                    let target = try? Page(path)
                    #expect(target != nil, "\(page.path) links to \(path)")
                    let anchors = target?.headings.map { $0.replacing(" ", with: "-").lowercased() } ?? []
                    if !fragment.isEmpty { #expect(anchors.contains(fragment.lowercased()), "\(path)#\(fragment)") }
                }
            }
        }

        @Test func `The README links to each article, and the landing page lists it`() throws {
            let linked = try Set(Page("README.md").links.map(\.path))
            for catalog in Self.catalogs {
                let listed = try Set(Page("\(catalog.path)/\(catalog.name).md").documentLinks.map(\.path))
                for article in try articles(of: catalog.name) where article != "\(catalog.path)/\(catalog.name).md" {
                    #expect(linked.contains(article), "The README doesn't link to \(article).")
                    #expect(listed.contains(article), "\(catalog.name).md doesn't list \(article).")
                }
            }
        }

        /// GitHub doesn't resolve links of DocC, and DocC omits HTML, so a footer in HTML repeats the links.
        @Test func `The footer of an article links to the README and to all pages that the article links to`() throws {
            for catalog in Self.catalogs {
                for path in try articles(of: catalog.name) {
                    let article = try Page(path)
                    let footer = Set(article.footerLinks.map(\.path))
                    let expected = Set(article.documentLinks.map(\.path)).union(["README.md"])
                    #expect(footer == expected, "The footer of \(path)")
                }
            }
        }

        @Test func `Links within a catalog are links of DocC`() throws {
            for catalog in Self.catalogs {
                for path in try articles(of: catalog.name) { #expect(try Page(path).links.isEmpty, "\(path)") }
            }
        }

        @Test func `An article begins with one sentence, which DocC shows as its abstract`() throws {
            for catalog in Self.catalogs {
                for path in try articles(of: catalog.name) {
                    let paragraphs = try Page(path).text.split(separator: "\n\n").dropFirst()
                    let abstract = try #require(paragraphs.first).replacing("\n", with: " ")
                    #expect(abstract.hasSuffix(".") && !abstract.contains(". "), "\(path): \(abstract)")
                    #expect(abstract.count <= 150, "\(path): \(abstract)")
                }
            }
        }

        @Test func `The table of error codes has all of them`() throws {
            let table = try Page("Sources/TSUD/TSUD.docc/Troubleshooting.md").text
            let declarations = try sources().matches(of: /static let ([a-zA-Z]+) = Self\(name:/)
            #expect(declarations.count >= 8)
            for code in declarations.map(\.1) { #expect(table.contains("\n| `\(code)` | "), "\(code)") }
        }

        @Test func `The messages in the table of log messages are in the code`() throws {
            let page = try Page("Sources/TSUD/TSUD.docc/Troubleshooting.md").text
            let rows = try #require(page.split(separator: "| message | meaning |").last).matches(
                of: /(?m)^\| ([^|-]+) \|/
            )
            #expect(rows.count >= 5)
            let code = try sources()
            for part in rows.flatMap({ $0.1.split(separator: " … ") }) { #expect(code.contains(part), "\(part)") }
        }

        @Test func `No article is longer than one reads at a sitting`() throws {
            for catalog in Self.catalogs {
                for path in try articles(of: catalog.name) {
                    let words = try Page(path).text.split(whereSeparator: \.isWhitespace).count
                    #expect(words <= 1_500, "\(path) has \(words) words")
                }
            }
            #expect(try Page("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
        }

        // MARK: Pages

        private static let catalogs = ["TSUD", "TSUDTesting"].map { (name: $0, path: "Sources/\($0)/\($0).docc") }

        /// The headings of the pages that the README links to.
        private static let headings = Result {
            try Set(Page("README.md").links.flatMap { try Page($0.path).headings })
        }

        private func articles(of module: String) throws -> [String] {
            let catalog = "Sources/\(module)/\(module).docc"
            return try FileManager.default.contentsOfDirectory(atPath: Page.package.appending(path: catalog).path)
                .filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
        }

        /// The source code of the library, with the lines of long strings joined.
        private func sources() throws -> String {
            let folder = Page.package.appending(path: "Sources/TSUD")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
                .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
                .replacing(#/\\\n */#, with: "")
        }

        private func allPages() throws -> [Page] {
            let modules = ["TSUD", "TSUDTesting", "TSUDCommands", "TSUDSync"]
            let pages = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "Benchmarks/README.md"]
            return try (pages + modules.flatMap { try articles(of: $0) }).map { try Page($0) }
        }
    }
}

/// A Markdown file of the package.
private struct Page {
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
