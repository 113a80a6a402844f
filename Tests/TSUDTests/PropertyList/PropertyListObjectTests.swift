#if os(Linux)
import Foundation
import Testing

@testable import TSUD

/// Which objects are equal when two states are compared, and how Foundation's objects are converted.
@Suite struct PropertyListObjectTests {
    static let rows: [[PropertyListObject]] = [
        [.boolean(true)], [.boolean(false)],
        [.integer(1)], [.integer(0)], [.integer(-1)], [.unsigned(.max)],
        [.real(1)], [.real(0.0)], [.real(-0.0)], [.real(0.1)], [.single(0.1)],
        [.real(0.5), .single(0.5)], [.real(.nan), .real(.signalingNaN)],
        [.string("1")], [.string("")], [.string("\u{e9}")], [.string("e\u{301}")],
        [.data(Data())],
        [date(0)], [date(1e-9)], [date(.nan), date(.nan)],
        [.array([])], [.array([.integer(1)])], [.array([.boolean(true)])], [.array([.integer(1), .integer(1)])],
        [.dictionary([:])], [.dictionary(["a": .integer(1)])], [.dictionary(["a": .real(1)])],
        [.dictionary(["b": .integer(1)])],
        [.dictionary(["\u{e9}": .integer(1)])], [.dictionary(["e\u{301}": .integer(1)])],
        [.array([.dictionary(["a": .real(.nan)])]), .array([.dictionary(["a": .real(.signalingNaN)])])],
    ]

    private static func date(_ time: Double) -> PropertyListObject { .date(Date(timeIntervalSinceReferenceDate: time)) }

    // By index, because describing a date that is not a number as a test argument crashes the process.
    @Test(arguments: rows.indices)
    func `The objects of a row are equal, and differ from those of all others`(_ index: Int) {
        for one in Self.rows[index] {
            for (number, row) in Self.rows.enumerated() {
                #expect(row.map { $0 == one } == row.map { _ in number == index }, "row \(number)")
            }
        }
    }

    nonisolated(unsafe) static let objects: [(Any, PropertyListObject)] = [
        (true, .boolean(true)),
        (1, .integer(1)),
        (Int64.min, .integer(.min)),
        (UInt64.max, .unsigned(.max)),
        (Int8(-5), .integer(-5)),
        (1.0, .real(1)),
        (Float(0.1), .single(0.1)),
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

    @Test(arguments: objects.indices)
    func `An object is equal in whatever class Foundation returns it`(_ index: Int) {
        let (object, expected) = Self.objects[index]
        #expect(PropertyListObject(object) == expected)
        // Equality ignores the width of a real.
        #expect(PropertyListObject(object).map { "\($0)" } == "\(expected)")
    }

    static var foreign: [Any] {
        [NSNull(), Any?.none as Any, NSObject(), Set([1]), URL(fileURLWithPath: "/"), [NSNull()], [AnyHashable(5): 6]]
    }

    @Test(arguments: foreign.indices)
    func `An object that can't be in a property list is refused`(_ index: Int) {
        #expect(PropertyListObject(Self.foreign[index]) == nil)
    }

    @Test func `Containers may nest as deep as a file can be read back, in any class`() {
        var array: [Any] = []
        var boxed = NSArray()
        for _ in 0..<(PropertyListObject.depthLimit - 1) { (array, boxed) = ([array], NSArray(array: [boxed])) }
        #expect(PropertyListObject(array) != nil && PropertyListObject(boxed) != nil)
        #expect(PropertyListObject([array]) == nil && PropertyListObject(NSArray(array: [boxed])) == nil)
    }

    @Test func `Foundation takes numbers of two types for equal, and other objects not`() {
        #expect(PropertyListObject.array([.integer(1)]).isEqualToFoundation(.array([.real(1)])))
        #expect(!PropertyListObject.array([.integer(1)]).isEqualToFoundation(.array([.string("1")])))
    }
}
#endif
