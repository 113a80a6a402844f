#if os(Linux)
import Foundation
import Testing

@testable import TSUD

extension Linux {
    /// What memory does about a change of the file, and what a save makes of a plain call.
    @Suite struct FollowTests {
        /// The objects of one name: `nil` where there is none.
        struct Row: Sendable, CustomStringConvertible {
            let description: String
            var before: Int?
            var now: Int?
            var memory: Int?
            var elsewhere: Int?
            var isPending = false
            var isFirstUse = false
            /// What is set; the outer `nil` if nothing is.
            var set: Int??
            var isAnnounced = false
            var tolerated: Int?
        }

        static let rows = [
            Row(description: "a new name goes in", now: 1, set: 1, isAnnounced: true),
            Row(description: "a changed one", before: 1, now: 2, memory: 1, set: 2, isAnnounced: true),
            Row(description: "a removed one", before: 1, memory: 1, set: .some(nil), isAnnounced: true),
            Row(description: "one that memory has already", before: 1, now: 2, memory: 2, isAnnounced: true),
            Row(description: "one that memory lacks already", before: 1, isAnnounced: true),
            Row(description: "a plain value stays", before: 1, now: 2, memory: 3),
            Row(description: "a plain value under a new name stays", now: 2, memory: 3),
            Row(description: "a plain removal stays", before: 1, now: 2),
            Row(description: "what a key has written stays", before: 1, now: 2, memory: 1, isPending: true),
            Row(description: "a registered object is none", now: 2, memory: 5, elsewhere: 5, set: 2, isAnnounced: true),
            Row(description: "a removal uncovers one", before: 1, memory: 5, elsewhere: 5, isAnnounced: true),
            Row(
                description: "at first, what memory lacks goes in",
                now: 1,
                isFirstUse: true,
                set: 1,
                isAnnounced: true
            ),
            Row(description: "at first, another is tolerated", now: 1, memory: 3, isFirstUse: true, tolerated: 3),
            Row(description: "at first, the same is the same", now: 1, memory: 1, isFirstUse: true, isAnnounced: true),
        ]

        @Test(arguments: rows)
        func `Memory follows the file, except where a key or a plain call has been later`(_ row: Row) {
            func objects(_ number: Int?) -> PropertyListDictionary { number.map { ["a": .integer(Int64($0))] } ?? [:] }
            let follow = Follow(
                before: objects(row.before),
                now: objects(row.now),
                pending: row.isPending ? ["a"] : [],
                memory: objects(row.memory),
                elsewhere: objects(row.elsewhere),
                isFirstUse: row.isFirstUse
            )
            #expect(follow.set == (row.set.map { ["a": $0.map { .integer(Int64($0)) }] } ?? [:]))
            #expect(follow.announced == (row.isAnnounced ? ["a"] : []))
            #expect(follow.tolerated == objects(row.tolerated))
        }

        static let saves: [(written: Int?, found: Int?, elsewhere: Int?, isLossy: Bool, saved: Int?, isPlain: Bool)] = [
            (1, 1, nil, false, 1, false),
            // A plain `set` later, and a plain removal, which may uncover a registered object.
            (1, 2, nil, false, 2, true),
            (1, nil, nil, false, nil, true),
            (1, 5, 5, false, nil, true),
            // Memory has lost it.
            (1, nil, nil, true, 1, false),
            (1, 2, nil, true, 2, true),
            // A removal stands unless something was stored later.
            (nil, nil, nil, false, nil, false),
            (nil, 5, 5, false, nil, false),
            (nil, 2, nil, false, 2, true),
            (nil, 2, 5, false, 2, true),
        ]

        @Test(arguments: saves)
        func `A save takes what a key has written, or what a plain call has stored later`(
            _ written: Int?,
            _ found: Int?,
            _ elsewhere: Int?,
            _ isLossy: Bool,
            _ saved: Int?,
            _ isPlain: Bool
        ) {
            func object(_ number: Int?) -> PropertyListObject? { number.map { .integer(Int64($0)) } }
            let result = objectToSave(
                written: object(written),
                found: object(found),
                elsewhere: object(elsewhere),
                isLossy: isLossy
            )
            #expect(result.object == object(saved))
            #expect(result.isPlain == isPlain)
        }

        @Test func `A zero with another sign, which Foundation takes for the same, is saved as it was written`() {
            let result = objectToSave(written: .real(-0.0), found: .real(0.0), elsewhere: nil)
            #expect(result.object == .real(-0.0) && !result.isPlain)
        }
    }
}
#endif
