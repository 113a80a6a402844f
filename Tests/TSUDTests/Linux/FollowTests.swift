#if os(Linux)
import Testing

@testable import TSUD

extension Linux {
    /// The object that memory gets: that of the file, of a setting, or of a direct call.
    @Suite struct FollowTests {
        /// The objects of one name: `nil` where there is none.
        struct Row: Sendable, CustomStringConvertible {
            let description: String
            var earlier: [Int?] = [nil]
            var change = Outdated.Change.external
            var known: Int?
            var memory: Int?
            var elsewhere: Int?
            var treatment: Outdated.Treatment
        }

        static let rows = [
            Row(description: "a new name goes in", known: 1, treatment: .set),
            Row(description: "a changed one", earlier: [1], known: 2, memory: 1, treatment: .set),
            Row(description: "a removed one", earlier: [1], memory: 1, treatment: .set),
            Row(description: "one that changed twice", earlier: [1, 2], known: 3, memory: 1, treatment: .set),
            Row(description: "one that memory has already", earlier: [1], known: 2, memory: 2, treatment: .current),
            Row(description: "one that memory lacks already", earlier: [1], treatment: .current),
            Row(description: "a direct value stays", earlier: [1], known: 2, memory: 3, treatment: .keep),
            Row(description: "a direct value under a new name stays", known: 2, memory: 3, treatment: .keep),
            Row(description: "a direct removal stays", earlier: [1], known: 2, treatment: .keep),
            Row(description: "a direct value stays if the name is removed", earlier: [1], memory: 3, treatment: .keep),
            Row(description: "a registered object is none", known: 2, memory: 5, elsewhere: 5, treatment: .set),
            Row(description: "a removal uncovers one", earlier: [1], memory: 5, elsewhere: 5, treatment: .current),
            Row(
                description: "a direct removal too",
                earlier: [1],
                known: 2,
                memory: 5,
                elsewhere: 5,
                treatment: .keep
            ),
            Row(description: "an equal one is removed too", earlier: [1], memory: 1, elsewhere: 1, treatment: .set),
            Row(
                description: "a removal by a setting uncovers an equal one",
                earlier: [1],
                change: .set,
                memory: 1,
                elsewhere: 1,
                treatment: .current
            ),
            Row(description: "a lost new name is set again", change: .set, known: 1, treatment: .set),
            Row(
                description: "a lost name is set again if memory has none",
                earlier: [1],
                change: .set,
                known: 2,
                treatment: .set
            ),
            Row(
                description: "a lost name is set again if memory has an older one",
                earlier: [1, 2],
                change: .set,
                known: 3,
                memory: 2,
                treatment: .set
            ),
            Row(
                description: "a lost name is set again over a registered object",
                change: .set,
                known: 2,
                memory: 5,
                elsewhere: 5,
                treatment: .set
            ),
            Row(description: "a lost removal is made again", earlier: [1], change: .set, memory: 1, treatment: .set),
            Row(
                description: "a direct value after a setting's stays",
                earlier: [1],
                change: .set,
                known: 2,
                memory: 3,
                treatment: .keep
            ),
            Row(
                description: "an update replaces the object that it found",
                earlier: [1, 3],
                change: .update,
                known: 2,
                memory: 3,
                treatment: .set
            ),
        ]

        @Test(arguments: rows)
        func `Memory follows the file and settings, except after a later direct call`(_ row: Row) {
            #expect(
                treatment(row.earlier.map(object), row.change, object(row.memory), object(row.known)) {
                    object(row.elsewhere)
                } == row.treatment
            )
        }

        @Test(arguments: [1.0, -0.0])
        func `Memory follows the file over a zero that differs only in its sign`(_ known: Double) {
            let treatment = treatment([.real(0.0)], .external, .real(-0.0), .real(known))
            #expect(treatment == (known == 1 ? .set : .current))
        }

        @Test func `A zero that Foundation has not stored over the other zero is not set again`() {
            #expect(treatment([.real(0.0)], .set, .real(0.0), .real(-0.0)) == .current)
        }

        private func object(_ number: Int?) -> PropertyListObject? { number.map { .integer(Int64($0)) } }

        private func treatment(
            _ earlier: [PropertyListObject?],
            _ change: Outdated.Change,
            _ found: PropertyListObject?,
            _ known: PropertyListObject?,
            elsewhere: () -> PropertyListObject? = { nil }
        ) -> Outdated.Treatment {
            var outdated = Outdated(change)
            for object in earlier { outdated.add(object) }
            return outdated.treatment(found: found, known: known, elsewhere: elsewhere())
        }
    }
}
#endif
