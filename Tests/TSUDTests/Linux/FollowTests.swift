#if os(Linux)
import Testing

@testable import TSUD

extension Linux {
    /// The effect of a changed file on memory, and of a direct call on a save.
    @Suite struct FollowTests {
        private func object(_ number: Int?) -> PropertyListObject? { number.map { .integer(Int64($0)) } }

        /// The objects of one name: `nil` where there is none.
        struct Row: Sendable, CustomStringConvertible {
            let description: String
            var before: Int?
            var now: Int?
            var memory: Int?
            var elsewhere: Int?
            var isPending = false
            var isFirstUse = false
            var follow: MemoryUpdate
        }

        static let rows = [
            Row(description: "a new name goes in", now: 1, follow: .set),
            Row(description: "a changed one", before: 1, now: 2, memory: 1, follow: .set),
            Row(description: "a removed one", before: 1, memory: 1, follow: .set),
            Row(description: "one that memory has already", before: 1, now: 2, memory: 2, follow: .announce),
            Row(description: "one that memory lacks already", before: 1, follow: .announce),
            Row(description: "a plain value stays", before: 1, now: 2, memory: 3, follow: .keep),
            Row(description: "a plain value under a new name stays", now: 2, memory: 3, follow: .keep),
            Row(description: "a plain removal stays", before: 1, now: 2, follow: .keep),
            Row(description: "a plain value stays where a name is removed", before: 1, memory: 3, follow: .keep),
            Row(description: "what a key wrote stays", before: 1, now: 2, memory: 1, isPending: true, follow: .keep),
            Row(description: "a registered object is none", now: 2, memory: 5, elsewhere: 5, follow: .set),
            Row(description: "a removal uncovers one", before: 1, memory: 5, elsewhere: 5, follow: .announce),
            Row(description: "a plain removal too", before: 1, now: 2, memory: 5, elsewhere: 5, follow: .keep),
            Row(description: "an equal one is removed too", before: 1, memory: 1, elsewhere: 1, follow: .set),
            Row(description: "at first, what memory lacks goes in", now: 1, isFirstUse: true, follow: .set),
            Row(description: "at first, another stays", now: 1, memory: 3, isFirstUse: true, follow: .tolerate),
            Row(description: "at first, the same is the same", now: 1, memory: 1, isFirstUse: true, follow: .announce),
        ]

        @Test(arguments: rows)
        func `Memory follows the file, except after a later key or direct call`(_ row: Row) {
            let follow = MemoryUpdate(
                before: object(row.before),
                now: object(row.now),
                isPending: row.isPending,
                memory: object(row.memory),
                elsewhere: object(row.elsewhere),
                isFirstUse: row.isFirstUse
            )
            #expect(follow == row.follow)
        }

        @Test func `Memory takes the file's zero if it differs only in its sign`() {
            #expect(MemoryUpdate(before: .real(0.0), now: .real(1), memory: .real(-0.0)) == .set)
        }

        typealias Save = (written: Int?, found: Int?, elsewhere: Int?, isLost: Bool, saved: Int?, isPlain: Bool)

        static let saves: [Save] = [
            (1, 1, nil, false, 1, false),
            // A plain `set` later, and a plain removal, which may uncover a registered object.
            (1, 2, nil, false, 2, true),
            (1, nil, nil, false, nil, true),
            (1, 5, 5, false, nil, true),
            // Memory has never had it.
            (1, nil, nil, true, 1, false),
            (1, 2, nil, true, 1, false),
            (nil, 2, nil, true, nil, false),
            // A removal stands unless something was stored later.
            (nil, nil, nil, false, nil, false),
            (nil, 5, 5, false, nil, false),
            (nil, 2, nil, false, 2, true),
            (nil, 2, 5, false, 2, true),
        ]

        @Test(arguments: saves)
        func `A save contains a key's write, or a later direct call's value`(_ save: Save) {
            let result = objectToSave(
                written: object(save.written),
                found: object(save.found),
                elsewhere: object(save.elsewhere),
                isLost: save.isLost
            )
            #expect(result.object == object(save.saved))
            #expect(result.isPlain == save.isPlain)
        }

        @Test func `A zero is saved with its sign, which Foundation ignores`() {
            let result = objectToSave(written: .real(-0.0), found: .real(0.0), elsewhere: nil)
            #expect(result.object == .real(-0.0) && !result.isPlain)
        }
    }
}
#endif
