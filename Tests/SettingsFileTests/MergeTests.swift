#if os(Linux)
import TestSupport
import Testing

@testable import SettingsFile

/// The three-way merge.
@Suite struct MergeTests {
    typealias State = [String: PropertyListObject]

    /// One key's value in each of the three states, and the expected result; `nil` if it is absent.
    static let table: [(base: Int64?, file: Int64?, memory: Int64?, merged: Int64?)] = [
        (nil, nil, nil, nil),
        (1, 1, 1, 1),
        // Only one side changed it.
        (1, 2, 1, 2),
        (1, 1, 2, 2),
        (nil, 2, nil, 2),
        (nil, nil, 2, 2),
        (1, nil, 1, nil),
        (1, 1, nil, nil),
        // Both sides made the same change.
        (1, 2, 2, 2),
        (nil, 2, 2, 2),
        (1, nil, nil, nil),
        // Both sides changed it differently. Memory is about to be saved, so it is the last writer.
        (1, 2, 3, 3),
        (nil, 2, 3, 3),
        (1, nil, 3, 3),
        (1, 2, nil, nil),
    ]

    @Test("one key", arguments: table.indices)
    func oneKey(_ index: Int) {
        let row = Self.table[index]
        #expect(
            threeWayMerge(base: state(row.base), file: state(row.file), memory: state(row.memory)) == state(row.merged)
        )
    }

    private func state(_ number: Int64?) -> State {
        number.map { ["key": .integer($0)] } ?? [:]
    }

    @Test(
        "a change of type is a change",
        arguments: [
            (.integer(1), .boolean(true)), (.integer(1), .real(1)), (.real(0.0), .real(-0.0)),
        ] as [(PropertyListObject, PropertyListObject)]
    )
    func kinds(_ old: PropertyListObject, _ new: PropertyListObject) throws {
        #expect(threeWayMerge(base: ["k": old], file: ["k": new], memory: ["k": old]) == ["k": new])
        #expect(threeWayMerge(base: ["k": old], file: ["k": old], memory: ["k": new]) == ["k": new])
    }

    @Test("an equal object is not a change")
    func sameness() {
        let nan: State = ["k": .real(.nan)]
        #expect(threeWayMerge(base: nan, file: ["k": .integer(1)], memory: nan) == ["k": .integer(1)])
    }

    static let conflicts: [(written: Int64?, fileTime: Int64, merged: Int64)] = [
        (10, 20, 2), (20, 10, 3), (20, 20, 3), (nil, 20, 3), (10, .min, 3),
    ]

    @Test("the last writer wins, or memory if the times don't tell", arguments: conflicts)
    func conflict(_ written: Int64?, _ fileTime: Int64, _ merged: Int64) {
        let times = written.map { ["key": $0] } ?? [:]
        let found = threeWayMerge(
            base: state(1),
            file: state(2),
            memory: state(3),
            written: times,
            fileTime: fileTime
        )
        #expect(found == state(merged))
        // Setting it to its old value is a change as well.
        let back = threeWayMerge(base: state(3), file: state(2), memory: state(3), written: times, fileTime: fileTime)
        #expect(back == state(written == nil ? 2 : merged))
        // If the file has another change, its time may be that of the other change.
        let several = threeWayMerge(
            base: state(1),
            file: state(2).merging(["other": .integer(1)]) { $1 },
            memory: state(3),
            written: times,
            fileTime: fileTime
        )
        #expect(several["key"] == .integer(3) && several["other"] == .integer(1))
        // A change that is only in memory wins, no matter when it was made.
        let alone = threeWayMerge(base: state(1), file: state(1), memory: state(3), written: times, fileTime: fileTime)
        #expect(alone == state(3))
    }

    @Test("random states: memory wins if it changed a key, otherwise the file")
    func randomStates() {
        var random = SeededGenerator(seed: 20_170_615)
        for _ in 0..<5_000 {
            let base = state(&random)
            let file = Bool.random(using: &random) ? change(base, &random) : state(&random)
            let memory = Bool.random(using: &random) ? change(base, &random) : state(&random)
            let merged = threeWayMerge(base: base, file: file, memory: memory)
            for key in Self.keys {
                let expected = memory[key] == base[key] ? file[key] : memory[key]
                #expect(merged[key] == expected, "\(key): \(base), \(file), \(memory)")
            }
            #expect(Set(merged.keys).isSubset(of: Self.keys))
            // Merging again changes nothing.
            #expect(threeWayMerge(base: merged, file: merged, memory: merged) == merged)
            #expect(threeWayMerge(base: base, file: merged, memory: memory) == merged)
        }
    }

    private static let keys = ["", "a", "b", "c", "d"]
    private static let objects: [PropertyListObject] = [
        .boolean(true), .integer(1), .real(1), .real(0), .real(-0.0), .real(.nan), .string("1"), .array([.integer(1)]),
        .array([.boolean(true)]),
    ]

    private func state(_ random: inout SeededGenerator) -> State {
        var state: State = [:]
        for key in Self.keys where Bool.random(using: &random) {
            state[key] = Self.objects.randomElement(using: &random)
        }
        return state
    }

    private func change(_ old: State, _ random: inout SeededGenerator) -> State {
        var state = old
        let key = Self.keys.randomElement(using: &random) ?? ""
        state[key] = Bool.random(using: &random) ? nil : Self.objects.randomElement(using: &random)
        return state
    }

    @Test("which keys changed")
    func changes() {
        let old: State = ["same": .integer(1), "kind": .integer(1), "gone": .integer(1)]
        let new: State = ["same": .integer(1), "kind": .real(1), "new": .integer(1)]
        #expect(changedKeys(from: old, to: new) == ["kind", "gone", "new"])
        #expect(changedKeys(from: new, to: new).isEmpty)
    }
}
#endif
