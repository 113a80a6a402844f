#if os(Linux)
import Foundation
import Testing

@testable import SettingsFile

/// Which objects are equal when two states are compared, and how Foundation's objects are converted.
@Suite struct PropertyListObjectTests {
    static let differing: [(PropertyListObject, PropertyListObject)] = [
        (.boolean(true), .integer(1)),
        (.boolean(false), .integer(0)),
        (.integer(1), .real(1)),
        (.boolean(true), .real(1)),
        (.real(0.0), .real(-0.0)),
        (.real(0.1), .single(0.1)),
        (.integer(-1), .unsigned(.max)),
        (.integer(1), .wide(high: 1, low: 1)),
        (.wide(high: 1, low: 1), .wide(high: 1, low: 2)),
        (.string("1"), .integer(1)),
        (.string("\u{e9}"), .string("e\u{301}")),
        (.string(""), .data(Data())),
        (.date(Date(timeIntervalSinceReferenceDate: 0)), .real(0)),
        (.date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: 1e-9))),
        (.array([.integer(1)]), .array([.boolean(true)])),
        (.array([.integer(1)]), .array([.integer(1), .integer(1)])),
        (.array([]), .dictionary([:])),
        (.dictionary(["a": .integer(1)]), .dictionary(["a": .real(1)])),
        (.dictionary(["a": .integer(1)]), .dictionary(["b": .integer(1)])),
        (.dictionary(["\u{e9}": .integer(1)]), .dictionary(["e\u{301}": .integer(1)])),
    ]

    @Test(arguments: differing.indices)
    func `These differ`(_ index: Int) {
        let (one, other) = Self.differing[index]
        #expect(one != other)
        #expect(other != one)
        let (oneAgain, otherAgain) = (one, other)
        #expect(one == oneAgain && other == otherAgain)
    }

    static let same: [(PropertyListObject, PropertyListObject)] = [
        (.real(.nan), .real(.nan)),
        (.real(.nan), .real(.signalingNaN)),
        (.real(0.5), .single(0.5)),
        (.date(Date(timeIntervalSinceReferenceDate: .nan)), .date(Date(timeIntervalSinceReferenceDate: .nan))),
        (.array([.dictionary(["a": .real(.nan)])]), .array([.dictionary(["a": .real(.nan)])])),
    ]

    @Test(arguments: same.indices)
    func `These are the same`(_ index: Int) {
        // By index, because describing a date that is not a number as a test argument crashes the process.
        let (one, other) = Self.same[index]
        #expect(one == other)
        #expect(other == one)
    }

    static var objects: [(Any, PropertyListObject)] {
        [
            (true, .boolean(true)),
            (1, .integer(1)),
            (Int64.min, .integer(.min)),
            (UInt64.max, .unsigned(.max)),
            (Int8(-5), .integer(-5)),
            (1.0, .real(1)),
            (Float(0.1), .single(0.1)),
            (NSNumber(value: 5), .integer(5)),
            (NSNumber(value: 5.5), .real(5.5)),
            (NSNumber(value: UInt64.max), .unsigned(.max)),
            ("a\0b", .string("a\0b")),
            (Data([1]), .data(Data([1]))),
            ((1 as Any? as Any) as Any? as Any, .integer(1)),
            ([1, true] as [Any?], .array([.integer(1), .boolean(true)])),
            ([AnyHashable("a"): 1.5 as Any?], .dictionary(["a": .real(1.5)])),
            // As Apple systems return them.
            (NSNumber(value: true), .boolean(true)),
            (NSNumber(value: 0), .integer(0)),
            (NSNumber(value: Float(0.1)), .single(0.1)),
            (NSString(string: "a"), .string("a")),
            (NSDate(timeIntervalSinceReferenceDate: 0.5), .date(Date(timeIntervalSinceReferenceDate: 0.5))),
            (NSData(data: Data([1])), .data(Data([1]))),
            (NSArray(array: [1, NSArray()]), .array([.integer(1), .array([])])),
            (NSDictionary(dictionary: ["a": NSDictionary()]), .dictionary(["a": .dictionary([:])])),
        ]
    }

    @Test(arguments: objects.indices)
    func `An object is equal in whatever class Foundation returns it`(_ index: Int) {
        let (object, expected) = Self.objects[index]
        #expect(PropertyListObject(object) == expected)
        // Equality ignores the width of a real.
        #expect(PropertyListObject(object).map { "\($0)" } == "\(expected)")
    }

    static var foreign: [Any] {
        [
            NSNull(), Optional<Any>.none as Any, NSObject(), Set([1]), URL(fileURLWithPath: "/"), [NSNull()],
            [AnyHashable(5): 6],
        ]
    }

    @Test func `Containers may nest as deep as a file can be read back, in any class`() {
        var array: [Any] = []
        var boxed = NSArray()
        for _ in 0..<(PropertyListObject.depthLimit - 1) { (array, boxed) = ([array], NSArray(array: [boxed])) }
        #expect(PropertyListObject(array) != nil && PropertyListObject(boxed) != nil)
        #expect(PropertyListObject([array]) == nil && PropertyListObject(NSArray(array: [boxed])) == nil)
    }

    @Test(arguments: foreign.indices)
    func `An object that can't be in a property list is refused`(_ index: Int) {
        #expect(PropertyListObject(Self.foreign[index]) == nil)
    }

    @Test(
        arguments: [
            (.integer(1), .real(1)),
            (.array([.integer(1)]), .array([.real(1)])),
            (.dictionary(["a": .real(0.0)]), .dictionary(["a": .real(-0.0)])),
        ] as [(PropertyListObject, PropertyListObject)]
    )
    func `Foundation considers these equal, so its set would keep the old object`(
        _ old: PropertyListObject,
        _ new: PropertyListObject
    ) {
        #expect(old.isEqualToFoundation(new))
        #expect(!old.isEqualToFoundation(.string("something else")))
    }
}
#endif
