import TSUD
import TSUDTesting
import Testing

extension Documentation {
    /// The README's examples, and those of the articles' first pages, with the values in their comments.
    @Suite struct ReadmeExamplesTests {
        @Test(.ephemeralSettings) func `The example for a test stores fifteen`() async throws {
            Prefs.fontSize.value = 14
            try Prefs.fontSize.update { $0 += 1 }
            #expect(Prefs.fontSize.value == 15)
            for await size in Prefs.fontSize.values() {
                #expect(size == 15)
                break
            }
        }

        @Test(.ephemeralSettings { Prefs.fontSize.value = 40 }) func `The example for the test trait adds two`() {
            Prefs.fontSize.value += 2
            #expect(Prefs.fontSize.value == 42)
        }

        @Test func `A setting reads as a property`() {
            let shared = TestStore()
            withEphemeralSettings { _ in
                Prefs.fontSize.value += 5
                #expect(Prefs.fontSize.value == 17)
                Prefs.fontSize[shared.suite] += 10
                #expect(Prefs.fontSize[shared.suite] == 22)
                Prefs.fontSize()[shared.suite] += 10
                #expect(Prefs.fontSize()[shared.suite] == 32)
                #expect(Prefs.fontSize.value == 17)
            }
        }

        @Test(.ephemeralSettings) func `A program lists its settings`() {
            let all: [any TSUD.Type] = [
                Prefs.fontSize.self, Prefs.username.self, Prefs.hasWidgets.self, Prefs.theme.self,
            ]
            #expect(all.map { $0.stringKey } == ["fontSize", "username", "Has Widgets", "theme"])
            #expect(all.map { "\($0.value)" } == ["12.0", "nil", "false", "system"])
        }

        @Test(.ephemeralSettings) func `values delivers the current value first, then each change`() async {
            Prefs.fontSize.value += 5
            var sizes: [Double] = []
            for await size in Prefs.fontSize.values() {
                sizes.append(size)
                if sizes.count == 2 { break }
                Prefs.fontSize.value += 1
            }
            #expect(sizes == [17, 18])
        }
    }
}

private enum Prefs {
    struct fontSize: TSUD { static let defaultValue = 12.0 }  // stored under "fontSize"
    enum username: TSUD { static let defaultValue: String? = nil }
    enum theme: TSUD { static let defaultValue = Appearance.system }  // any Codable
    enum hasWidgets: TSUD {
        static let defaultValue = false
        static let stringKey = "Has Widgets"
    }
}

private enum Appearance: String, Codable { case system }
