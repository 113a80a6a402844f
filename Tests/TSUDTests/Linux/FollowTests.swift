#if os(Linux)
import Testing

@testable import TSUD

extension Linux {
    /// Which object memory and a save choose: that of the file, of a setting, or of a direct call.
    @Suite struct FollowTests {
        private func object(_ number: Int?) -> PropertyListObject? { number.map { .integer(Int64($0)) } }

        /// The objects of one name: `nil` where there is none.
        struct Row: Sendable, CustomStringConvertible {
            let description: String
            var expected: Int?
            var now: Int?
            var memory: Int?
            var elsewhere: Int?
            var isPending = false
            var isFirstUse = false
            var update: MemoryUpdate
        }

        static let rows = [
            Row(description: "a new name goes in", now: 1, update: .set),
            Row(description: "a changed one", expected: 1, now: 2, memory: 1, update: .set),
            Row(description: "a removed one", expected: 1, memory: 1, update: .set),
            Row(description: "one that memory has already", expected: 1, now: 2, memory: 2, update: .notify),
            Row(description: "one that memory lacks already", expected: 1, update: .notify),
            Row(description: "a direct value stays", expected: 1, now: 2, memory: 3, update: .keep),
            Row(description: "a direct value under a new name stays", now: 2, memory: 3, update: .keep),
            Row(description: "a direct removal stays", expected: 1, now: 2, update: .keep),
            Row(description: "a direct value stays if the name is removed", expected: 1, memory: 3, update: .keep),
            Row(description: "a pending object stays", expected: 1, now: 2, memory: 1, isPending: true, update: .keep),
            Row(description: "a registered object is none", now: 2, memory: 5, elsewhere: 5, update: .set),
            Row(description: "a removal uncovers one", expected: 1, memory: 5, elsewhere: 5, update: .notify),
            Row(description: "a direct removal too", expected: 1, now: 2, memory: 5, elsewhere: 5, update: .keep),
            Row(description: "an equal one is removed too", expected: 1, memory: 1, elsewhere: 1, update: .set),
            Row(
                description: "at first use, an object that memory lacks goes in",
                now: 1,
                isFirstUse: true,
                update: .set
            ),
            Row(description: "at first use, another stays", now: 1, memory: 3, isFirstUse: true, update: .differ),
            Row(
                description: "at first use, the same object stays",
                now: 1,
                memory: 1,
                isFirstUse: true,
                update: .notify
            ),
        ]

        @Test(arguments: rows)
        func `Memory follows the file, except after a later key or direct call`(_ row: Row) {
            let update = MemoryUpdate(
                expected: object(row.expected),
                now: object(row.now),
                isPending: row.isPending,
                memory: object(row.memory),
                elsewhere: object(row.elsewhere),
                isFirstUse: row.isFirstUse
            )
            #expect(update == row.update)
        }

        @Test func `Memory takes the file's zero if it differs only in its sign`() {
            #expect(MemoryUpdate(expected: .real(0.0), now: .real(1), memory: .real(-0.0)) == .set)
        }

        typealias Save = (written: Int?, found: Int?, elsewhere: Int?, saved: Int?, isDirect: Bool)

        static let saves: [Save] = [
            (1, 1, nil, 1, false),
            // A later direct `set`, and a direct removal, which may uncover a registered object.
            (1, 2, nil, 2, true),
            (1, nil, nil, nil, true),
            (1, 5, 5, nil, true),
            // A removal stands unless something was stored later.
            (nil, nil, nil, nil, false),
            (nil, 5, 5, nil, false),
            (nil, 2, nil, 2, true),
            (nil, 2, 5, 2, true),
        ]

        @Test(arguments: saves)
        func `A save contains a key's write, or a later direct call's value`(_ save: Save) {
            let result = objectToSave(
                written: object(save.written),
                found: object(save.found),
                elsewhere: object(save.elsewhere)
            )
            #expect(result.object == object(save.saved))
            #expect(result.isDirect == save.isDirect)
        }

        @Test func `A zero is saved with its sign, which Foundation ignores`() {
            let result = objectToSave(written: .real(-0.0), found: .real(0.0), elsewhere: nil)
            #expect(result.object == .real(-0.0) && !result.isDirect)
        }
    }
}
#endif
