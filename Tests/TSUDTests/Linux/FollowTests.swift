#if os(Linux)
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The object that memory gets beside a registered default, or after Foundation has lost a `set`.
    @Suite struct FollowTests {
        /// The objects of one name, `nil` where there is none: those before the change, the known one, that in memory,
        /// and that of a registered default.
        typealias Objects = (
            String, earlier: [Int?], Outdated.Change, known: Int?, memory: Int?, elsewhere: Int?, Outdated.Treatment
        )

        static let rows: [Objects] = [
            ("a registered object is none", [nil], .external, 2, 5, 5, .set),
            ("a removal uncovers one", [1], .external, nil, 5, 5, .current),
            ("a direct removal too", [1], .external, 2, 5, 5, .keep),
            ("an equal one is removed too", [1], .external, nil, 1, 1, .set),
            ("a removal by a setting uncovers an equal one", [1], .set, nil, 1, 1, .current),
            ("a lost new name is set again", [nil], .set, 1, nil, nil, .set),
            ("a lost name is set again if memory has none", [1], .set, 2, nil, nil, .set),
            ("a lost name is set again if memory has an older one", [1, 2], .set, 3, 2, nil, .set),
            ("a lost name is set again over a registered object", [nil], .set, 2, 5, 5, .set),
            ("a lost removal is made again", [1], .set, nil, 1, nil, .set),
        ]

        @Test(arguments: Row.table(rows) { $0.0 })
        func `Memory gets the known object over a registered or lost one`(_ row: Row<Objects>) {
            let (_, earlier, change, known, memory, elsewhere, expected) = row.content
            let found = treatment(earlier.map(object), change, object(memory), object(known)) { object(elsewhere) }
            #expect(found == expected)
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
