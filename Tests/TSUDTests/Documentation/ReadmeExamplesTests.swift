import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Documentation {
    /// The README's examples, and those of the articles' first pages, with the values in their comments.
    @Suite struct ReadmeExamplesTests {
        @Test(.ephemeralSettings) func `The first example enlarges the default size to fourteen`() {
            Prefs.fontSize.value += 2
            #expect(Prefs.fontSize.value == 14)
        }

        @Test(.ephemeralSettings { Prefs.fontSize.value = 40 }) func `The example for the test trait adds two`() {
            Prefs.fontSize.value += 2
            #expect(Prefs.fontSize.value == 42)
        }

        @Test(.ephemeralSettings) func `The example for an update adds a file in front`() async throws {
            for file in ["a.txt", "b.txt"] { try Prefs.recentFiles.update { $0.insert(file, at: 0) } }
            for await files in Prefs.recentFiles.values() {
                #expect(files == ["b.txt", "a.txt"])
                break
            }
        }

        @Test func `A setting reads as a property, in another suite too`() {
            let shared = TestStore()
            withEphemeralSettings { _ in
                Prefs.fontSize.value += 5
                Prefs.fontSize[shared.suite] += 10
                #expect(Prefs.fontSize[shared.suite] == 22)
                Prefs.fontSize()[shared.suite] += 10
                #expect(Prefs.fontSize()[shared.suite] == 32)
                #expect(Prefs.fontSize.value == 17)
            }
        }

        @Test(.ephemeralSettings) func `A program lists its settings`() {
            let all: [any TSUD.Type] = [
                Prefs.fontSize.self, Prefs.username.self, Prefs.hapticTab.self, Prefs.theme.self,
            ]
            #expect(all.map { $0.stringKey } == ["fontSize", "username", "haptic_tab", "theme"])
            #expect(all.map { "\($0.value)" } == ["12.0", "nil", "true", "system"])
            Prefs.username.value = "Ann"
            #expect(all.filter { $0.isSet }.map { $0.stringKey } == ["username"])
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
    struct fontSize: TSUD { static let defaultValue = 12.0 }
    enum username: TSUD { static let defaultValue: String? = nil }
    enum theme: TSUD { static let defaultValue = Appearance.system }
    enum recentFiles: TSUD { static let defaultValue: [String] = [] }
    enum hapticTab: TSUD { static let defaultValue = true, stringKey = "haptic_tab" }
}

private enum Appearance: String, Codable { case system }
