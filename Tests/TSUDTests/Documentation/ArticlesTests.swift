import Foundation
import Testing

extension Documentation {
    /// What a reader finds from the README, and how.
    @Suite struct ArticlesTests {
        /// What developers who moved whole programs have looked for.
        @Test(arguments: [
            // Coming from plain UserDefaults
            "register(defaults:)", "A String? with a registered default", "didChangeNotification",
            "Key-value observing properties", "Cocoa bindings", "NSUserDefaultsController",
            "A hand-written AppDefaults",
            // AppKit and UIKit
            "A view controller that observes", "Why [weak self]", "viewWillLayout and draw", "A menu item", "Combine",
            "viewWillLayoutSubviews and updateProperties",
            // SwiftUI
            "TextField on an optional", "ColorPicker", "Animation", "ObservableObject models",
            "A class that is Observable without the macro", "Which calls and bodies are tracked", "Previews",
            // Stored data
            "Names with an account in them", "A Set one of whose elements can't be read",
            "nil, over a default that is not nil", "An empty text in a URL?",
            "A RawRepresentable type of another framework", "Add a property to a stored structure",
            // Everyday things
            "A public enumeration", "Keep secrets in the Keychain", "Reset everything",
            "The whole process: UI tests, hosted tests", "iCloud", "Key by key: an enumeration that is Codable",
            // What the compiler says
            "static property 'shared' is not concurrency-safe", "stored property '_sort' … is mutable",
            "static property 'defaultValue' is not concurrency-safe",
            "main actor-isolated default value in a nonisolated context",
            "invalid redeclaration of synthesized property '_fontSize'", "The type of the value is not Codable",
        ])
        func `A heading is at most two links from the README`(_ heading: String) throws {
            #expect(try Self.nearHeadings.get().contains(heading))
        }

        @Test func `Every link leads to a page, and its fragment to a heading`() throws {
            for page in try pages(within: 9, of: "README.md") {
                for (path, fragment) in page.links where fragment != "" {
                    let anchors = try Page(path).headings.map { $0.replacing(" ", with: "-") }
                    #expect(anchors.contains(fragment), "\(page.path) links to \(path)#\(fragment)")
                }
            }
        }

        @Test func `Every article is found from the README and from TSUD's page`() throws {
            let found = try Set(pages(within: 1, of: "README.md").map(\.path))
            let listed = try Set(Page("\(catalog)/TSUD.md").links.map(\.path))
            for article in try articles() {
                #expect(found.contains(article))
                #expect(listed.contains(article))
            }
        }

        @Test func `Every article begins with the question that it answers`() throws {
            for article in try articles() {
                let paragraphs = try Page(article).text.split(separator: "\n\n")
                #expect(paragraphs.dropFirst().first?.hasSuffix("?") == true, "\(article)")
            }
        }

        @Test func `No article is longer than one reads at a sitting`() throws {
            for article in try articles() {
                let words = try Page(article).text.split(whereSeparator: \.isWhitespace).count
                #expect(words <= 1_500, "\(article) has \(words) words")
            }
            #expect(try Page("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
        }

        // MARK: Pages

        /// Those of the pages that are at most two links from the README, read once for all.
        private static let nearHeadings = Result {
            try Set(ArticlesTests().pages(within: 2, of: "README.md").flatMap(\.headings))
        }

        private let catalog = "Sources/TSUD/TSUD.docc"

        private func articles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: Page.package.appending(path: catalog).path)
                .filter { $0.hasSuffix(".md") && $0 != "TSUD.md" }.map { "\(catalog)/\($0)" }
        }

        /// The page at a path, and those that are so many links from it.
        private func pages(within links: Int, of path: String) throws -> [Page] {
            var (found, next): ([Page], Set<String>) = ([], [path])
            for _ in 0...links {
                let new = try next.subtracting(found.map(\.path)).sorted().map { try Page($0) }
                found += new
                next = Set(new.flatMap { $0.links.map(\.path) })
            }
            return found
        }
    }
}

/// A Markdown file of the package.
private struct Page {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    /// Its path in the package.
    let path: String
    let text: String
    /// The text without code blocks, where a number sign is no heading and a bracket is no link.
    private let prose: String

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
        prose = text.replacing(/(?ms)^```.*?^```/, with: "")
    }

    var headings: [String] { prose.matches(of: /(?m)^##+ (.+)$/).map { String($0.1) } }

    /// The pages that it links to, as a page of Markdown or of DocC does, and the headings there.
    var links: [(path: String, fragment: String)] {
        let directory = path.split(separator: "/").dropLast().joined(separator: "/")
        let markdown = prose.matches(of: /\]\(([^):#]+\.md)(?:#([^)]*))?\)/).map { link in
            let path = directory.isEmpty ? String(link.1) : "\(directory)/\(link.1)"
            return (path: path, fragment: String(link.2 ?? ""))
        }
        let docc = prose.matches(of: /<doc:([A-Za-z]+)(?:#([^>]*))?>/).map { link in
            (path: "\(directory)/\(link.1).md", fragment: String(link.2 ?? ""))
        }
        return markdown + docc
    }
}
