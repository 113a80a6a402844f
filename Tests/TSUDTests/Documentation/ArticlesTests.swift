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
            "Use swift-configuration with TSUD", "static property 'shared' is not concurrency-safe",
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

        /// Common questions of developers, with words that their pages contain.
        static let answers = [
            ("How do I store an array of my own structures?", "SupportedTypes", "any other `Codable` type"),
            ("How do I store an enumeration?", "SupportedTypes", "an enumeration with raw values"),
            ("How do I use an enumeration as a dictionary's key?", "TypeRecipes", "`CodingKeyRepresentable`"),
            ("How do I store a color?", "SettingsInSwiftUI", "## Store a color"),
            ("How do I store an image?", "SupportedTypes", "images"),
            ("How do I find out if a value is stored?", "GettingStarted", "whether a value is stored"),
            ("How do I observe one setting?", "ObservingChanges", "## Use a closure"),
            ("How do I get a publisher?", "ObservingChanges", "## Publish changes with Combine"),
            ("How do I delete all settings?", "ListsOfSettings", "## Reset some settings"),
            ("How do I test without changing my settings?", "Testing", "## Run tests in parallel"),
            ("How do I share settings with a widget?", "AppGroups", "## Reload a widget"),
            ("How do I share settings with a watch app?", "AppGroups", "Apple Watch"),
            ("Where is the file?", "Suites", "simctl"),
            ("How do I detect the first launch?", "Recipes", "the first launch"),
            ("Why is a value lost when I press Stop?", "Troubleshooting", "Stop in Xcode"),
            ("What does this message in Console mean?", "Troubleshooting", "kCFPreferencesAnyUser with a container"),
            ("How do I bind one property of a structure?", "SettingsInSwiftUI", "## Edit one property of a structure"),
            ("How do I store a value when a drag ends?", "SettingsInSwiftUI", "## Store a value when a drag ends"),
            ("How do I read a setting in Objective-C?", "MigratingFromUserDefaults", "in Objective-C"),
            ("How do I send errors to swift-log?", "Troubleshooting", "swift-log"),
            ("Why is a change of an object's property not stored?", "Troubleshooting", "an object's property"),
            ("Which time has a date without one?", "Strings", "midnight UTC"),
            ("Why has each version of my program its own settings?", "Suites", "contains a version"),
            ("Can I undo a reset?", "ListsOfSettings", "A reset can't be undone"),
        ]

        @Test(arguments: answers)
        func `An article answers a common question`(_ question: String, _ article: String, _ words: String) throws {
            let pages = Self.catalogs.compactMap { try? Page("\($0.path)/\(article).md") }
            #expect(try #require(pages.first).text.replacing("\n", with: " ").contains(words))
        }

        /// The entries of a module, of which some extend types of other modules.
        @Test(arguments: [
            ("TSUD", "observeOnAnyThread(initial:_:)"), ("TSUD", "flush()"), ("TSUDTesting", "ephemeralSettings(_:)"),
            ("TSUDTesting", "unlisted(in:)"), ("TSUDCommands", "runCommand(_:named:adding:output:errors:)"),
        ])
        func `The topics of a module have its entry`(_ module: String, _ entry: String) throws {
            let page = try Page("Sources/\(module)/\(module).docc/\(module).md").text
            #expect(page.contains("\(entry)``\n"))
        }

        @Test func `The architecture names only files, folders, and declarations that exist`() throws {
            let text = try Page("ARCHITECTURE.md").text
            let code = try source(of: ["Sources", "Tests"])
            let files = code.map(\.path).joined(separator: "\n")
            let all = try Page("Package.swift").text + code.map(\.text).joined(separator: "\n")
            for name in text.matches(of: /`([A-Za-z+*\/.]+)(?:\([^`]*\))?`/).map({ String($0.1) }) {
                let isPath = FileManager.default.fileExists(atPath: Page.package.appending(path: name).path)
                let words = name.split(whereSeparator: { "*/.".contains($0) })
                let exists = isPath || words.allSatisfy { files.contains($0) || all.contains($0) }
                #expect(exists, "\(name)")
            }
        }

        @Test func `Platform conditions are only in the files that the architecture names`() throws {
            let text = try Page("ARCHITECTURE.md").text.replacing("\n", with: " ")
            let sentence = try #require(text.firstMatch(of: /at the top of files in (.*?) have some\./)).1
            let places = Set(sentence.matches(of: /`([^`]+)`/).map(\.1))
            #expect(places.count > 5)
            for file in try source(of: ["Sources"]) {
                guard file.text.contains(#/(?m)^ *#(else)?if /#) else { continue }
                let parts = file.path.replacing(".swift", with: "").split(separator: "/")
                #expect(!places.isDisjoint(with: parts), "\(file.path)")
            }
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

        @Test func `Each relative link leads to a file`() throws {
            for page in try allPages() {
                for file in page.files {
                    let path = Page.package.appending(path: file).path
                    #expect(FileManager.default.fileExists(atPath: path), "\(page.path) links to \(file)")
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

        // MARK: Pages

        private static let catalogs = ["TSUD", "TSUDText", "TSUDTesting", "TSUDCommands", "TSUDSync"].map {
            (name: $0, path: "Sources/\($0)/\($0).docc")
        }

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
            try source(of: ["Sources/TSUD"]).map(\.text).joined().replacing(#/\\\n */#, with: "")
        }

        /// The Swift files in folders of the package.
        private func source(of folders: [String]) throws -> [(path: String, text: String)] {
            try folders.flatMap { folder in
                let root = Page.package.appending(path: folder)
                let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
                return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
                    .map {
                        ($0.path.replacing(Page.package.path, with: ""), try String(contentsOf: $0, encoding: .utf8))
                    }
            }
        }

        private func allPages() throws -> [Page] {
            let modules = Self.catalogs.map(\.name)
            let pages = [
                "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
                "Benchmarks/README.md",
            ]
            return try (pages + modules.flatMap { try articles(of: $0) }).map { try Page($0) }
        }
    }
}
