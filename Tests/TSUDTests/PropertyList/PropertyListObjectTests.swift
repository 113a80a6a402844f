#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// Which objects are equal when two states are compared, and how Foundation's objects are converted.
@Suite struct PropertyListObjectTests {
    static let equalObjects: [[PropertyListObject]] = [
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

    /// The positions of the rows, because Swift Testing can't describe a date that is not a number.
    static let positions = equalObjects.enumerated().map { position, objects in
        Row(objects.map(description).joined(separator: ", "), position)
    }

    private static func description(_ object: PropertyListObject) -> String {
        if case .date(let date) = object, date.timeIntervalSinceReferenceDate.isNaN { return "date(nan)" }
        return "\(object)"
    }

    @Test(arguments: positions)
    func `The objects of a row are equal to each other, and to no other row's`(_ position: Row<Int>) {
        for one in Self.equalObjects[position.content] {
            for (other, objects) in Self.equalObjects.enumerated() {
                let isSame = other == position.content
                #expect(objects.allSatisfy { ($0 == one) == isSame }, "\(Self.positions[other].testDescription)")
            }
        }
    }

    static let objects: [Row<(Any, PropertyListObject)>] =
        ([
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
        ] as [(Any, PropertyListObject)]).map { object, expected in
            Row("\(type(of: object)) \(expected)", (object, expected))
        }

    @Test(arguments: objects)
    func `An object is converted to the same case from each class of Foundation`(
        _ row: Row<(Any, PropertyListObject)>
    ) {
        let (object, expected) = row.content
        #expect(PropertyListObject(object) == expected)
        // Equality ignores the width of a real.
        #expect(PropertyListObject(object).map { "\($0)" } == "\(expected)")
    }

    static let foreign: [Row<Any>] =
        ([
            NSNull(), Any?.none as Any, NSObject(), Set([1]), URL(fileURLWithPath: "/"), [NSNull()],
            [AnyHashable(5): 6],
        ] as [Any]).map { Row("\($0)", $0) }

    @Test(arguments: foreign)
    func `An object that a property list can't contain is rejected`(_ object: Row<Any>) {
        #expect(PropertyListObject(object.content) == nil)
    }

    @Test func `Containers of any class nest as deep as a file can be read back`() {
        var array: [Any] = []
        var boxed = NSArray()
        for _ in 0..<(PropertyListObject.depthLimit - 1) { (array, boxed) = ([array], NSArray(array: [boxed])) }
        #expect(PropertyListObject(array) != nil && PropertyListObject(boxed) != nil)
        #expect(PropertyListObject([array]) == nil && PropertyListObject(NSArray(array: [boxed])) == nil)
    }

    @Test func `Foundation considers numbers of two types equal, but no other objects`() {
        #expect(PropertyListObject.array([.integer(1)]).isEqualToFoundation(.array([.real(1)])))
        #expect(!PropertyListObject.array([.integer(1)]).isEqualToFoundation(.array([.string("1")])))
    }
}
#endif
