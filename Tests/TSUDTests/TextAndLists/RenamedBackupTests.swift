import Foundation
import TSUD
import Testing

extension TextAndLists {
    /// Backups of keys that were renamed.
    @Suite(.bothKinds) struct RenamedBackupTests {
        let store = TestStore()

        @Test func `A value under a former key is exported under the new one`() throws {
            store.suite.set(20.0, forKey: "oldSize")
            let renamed: [any TSUD.Type] = [newSize.self]
            let data = try renamed.exported(in: store.suite)
            renamed.reset(in: store.suite)
            try renamed.restore(from: data, in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["newSize": 20.0]))
        }

        @Test(
            arguments: [
                (["oldSize": 20.0], 20), (["oldSize": 20.0, "newSize": 30.0], 30),
                (["oldSize": "banana", "olderSize": 5.0], 5),
            ] as [([String: any Sendable], Double)]
        )
        func `A backup from before a rename is restored under the new name`(
            _ backup: [String: any Sendable],
            size: Double
        )
            throws
        {
            let renamed: [any TSUD.Type] = [newSize.self]
            #expect(try renamed.restore(from: try xml(backup), in: store.suite).isEmpty)
            #expect(store.contents == objectFingerprint(of: ["newSize": size]))
        }

        @Test func `An unreadable value from before a rename is an error`() throws {
            newSize[store.suite] = 7
            let renamed: [any TSUD.Type] = [newSize.self]
            let error = #expect(throws: TSUDError.self) {
                try renamed.restore(from: try xml(["oldSize": "banana"]), in: store.suite)
            }
            #expect(error?.key == "newSize")
            #expect(newSize[store.suite] == 7)
        }

        private func xml(_ objects: [String: Any]) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        }
    }
}

private enum newSize: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["oldSize", "olderSize"]
}
