#if os(Linux)
import Testing

@testable import SettingsFile
@testable import TSUD

extension Linux {
    /// The decisions on what is pending and what the file has.
    @Suite struct SuiteRecordTests {
        private static let now = FileStamp.now
        private static let ahead = now + 3_600_000_000_000

        /// When a pending write of `a` was made, what has changed in the file, with which time, and whether that wins.
        static let changes: [(write: Int64?, isPutBack: Bool, changed: [String], time: Int64, isOlder: Bool)] = [
            (now - 2, false, ["a"], now - 1, true),
            (now - 1, false, ["a"], now - 2, false),
            (now - 1, false, ["a"], now - 1, false),
            // The time is that of the last change, which may be the other key's.
            (now - 2, false, ["a", "b"], now - 1, false),
            // A time later than now tells nothing.
            (now - 2, false, ["a"], ahead, false),
            (now - 1, true, ["a", "b"], now - 2, true),
            (nil, false, ["a"], now - 1, false),
        ]

        @Test(arguments: changes)
        func `A pending write gives way only to a later change`(
            _ write: Int64?,
            _ isPutBack: Bool,
            _ changed: [String],
            _ time: Int64,
            _ isOlder: Bool
        ) {
            var record = SuiteRecord()
            if let write { record.pending["a"] = SuiteRecord.Write(1, at: write, isPutBack: isPutBack) }
            #expect(record.isOlder("a", than: changed, at: time) == isOlder)
        }

        @Test func `What is pending is on top of the file`() {
            var record = SuiteRecord()
            record.file = ["a": .integer(1), "b": .integer(2), "c": .integer(3)]
            record.pending = ["a": SuiteRecord.Write(4, at: 5), "b": SuiteRecord.Write(nil, at: 6)]
            #expect(record.merged == ["a": .integer(4), "c": .integer(3)])
            #expect(["a", "b", "c", "d"].map(record.known) == [.integer(4), nil, .integer(3), nil])
            #expect(record.lastWrite == 6)
        }

        @Test(arguments: [(true, true), (false, false)])
        func `An object that was replaced a moment ago is undone by what was read before`(
            _ isOwn: Bool,
            _ isUndone: Bool
        ) {
            var record = SuiteRecord()
            record.file = ["a": .integer(1)]
            let (replaced, soon, late): (Int64, Int64, Int64) = (1_000_000_000, 1_140_000_000, 1_160_000_000)
            record.note(["a": .integer(2)], isOwn: isOwn, at: replaced)
            #expect(record.isUndone("a", by: .integer(1), isOwn: true, at: soon) == isUndone)
            #expect(record.isUndone("a", by: .integer(1), isOwn: false, at: soon))
            #expect(!record.isUndone("a", by: .integer(1), isOwn: false, at: late))
            #expect(!record.isUndone("a", by: .integer(3), isOwn: false, at: soon))
            #expect(!record.isUndone("b", by: .integer(1), isOwn: false, at: soon))
            record.note(["a": .integer(4)], isOwn: isOwn, at: late)
            #expect(!record.isUndone("a", by: .integer(1), isOwn: false, at: soon))
        }

        @Test func `The keys that differ are those with another object, in either state`() {
            let old: PropertyListDictionary = ["a": .integer(1), "b": .integer(1), "c": .integer(1)]
            let new: PropertyListDictionary = ["a": .integer(1), "b": .boolean(true), "d": .integer(1)]
            #expect(changedKeys(from: old, to: new).sorted() == ["b", "c", "d"])
        }
    }
}
#endif
