import Foundation
import TSUD
import Testing

/// The examples of the README, with the values that their comments say.
@Suite struct ReadmeExamplesTests {
    let shared = TestStore()

    @Test func `A setting reads as a property`() {
        withEphemeralSuite { _ in
            fontSize.value += 5
            #expect(fontSize.value == 17)
            fontSize[shared.suite] += 10
            #expect(fontSize[shared.suite] == 22)
            fontSize()[shared.suite] += 10
            #expect(fontSize()[shared.suite] == 32)
            #expect(fontSize.value == 17)
        }
    }

    @Test func `A setting is read and written by functions`() {
        if hasWidgets.get(shared.suite) { hasWidgets.set(false, shared.suite) }
        #expect(!hasWidgets.get(shared.suite))
        hasWidgets.set(true, shared.suite)
        if hasWidgets.get(shared.suite) { hasWidgets.set(false, shared.suite) }
        #expect(shared.contents == objectFingerprint(of: ["Has Widgets": false]))
    }

    @Test func `An optional setting is set and removed`() {
        #expect(username[shared.suite] == nil)
        username[shared.suite] = "Ann"
        #expect(shared.suite.string(forKey: "username") == "Ann")
        username[shared.suite] = nil
        #expect(shared.contents == "{}")
    }

    @Test func `A program lists its settings`() {
        withEphemeralSuite { _ in
            let all: [any TSUD.Type] = [fontSize.self, username.self, hasWidgets.self, theme.self]
            #expect(all.map { $0.stringKey } == ["fontSize", "username", "Has Widgets", "theme"])
            #expect(all.map { "\($0.value)" } == ["12.0", "nil", "false", "system"])
        }
    }

    @Test func `Each change is awaited, the current value first`() async {
        await withEphemeralSuite { _ in
            fontSize.value += 5
            var sizes: [Double] = []
            for await size in fontSize.values() {
                sizes.append(size)
                if sizes.count == 2 { break }
                fontSize.value += 1
            }
            #expect(sizes == [17, 18])
        }
    }

    @Test func `An update is one step`() throws {
        try fontSize.update(in: shared.suite) { $0 = min($0 * 2, 20) }
        #expect(fontSize[shared.suite] == 20)
        fontSize.reset(in: shared.suite)
        #expect(fontSize[shared.suite] == 12)
    }
}

private struct fontSize: TSUD { static let defaultValue = 12.0 }  // stored under "fontSize"
private struct username: TSUD { static let defaultValue: String? = nil }
private enum theme: TSUD { static let defaultValue = Appearance.system }  // any Codable

private enum Appearance: String, Codable {
    case light
    case dark
    case system
}

private enum hasWidgets: TSUD {  // an enum without cases serves as well
    static let defaultValue = false
    static let stringKey = "Has Widgets"
}
