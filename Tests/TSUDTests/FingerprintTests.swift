import Foundation
import TestSupport
import Testing

/// Fingerprints depend on the stored value, not on its class.
///
/// Tests that use them therefore pass on every system.
@Suite struct FingerprintTests {
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let value: Any
        let object: NSObject

        init(_ value: Any, _ object: NSObject, _ fingerprint: String) {
            testDescription = fingerprint
            self.value = value
            self.object = object
        }
    }

    private static let cases = [
        Case(true, NSNumber(value: true), "Bool(true)"),
        Case(false, NSNumber(value: false), "Bool(false)"),
        Case(1, NSNumber(value: 1), "Int(1)"),
        Case(0, NSNumber(value: 0 as Int8), "Int(0)"),
        Case(Int8(-8), NSNumber(value: -8), "Int(-8)"),
        Case(UInt64(5), NSNumber(value: 5 as UInt64), "Int(5)"),
        Case(Int.min, NSNumber(value: Int.min), "Int(-9223372036854775808)"),
        Case(Int.max, NSNumber(value: Int.max), "Int(9223372036854775807)"),
        Case(UInt64.max, NSNumber(value: UInt64.max), "UInt64(18446744073709551615)"),
        Case(1.0, NSNumber(value: 1.0), "Double(1.0)"),
        Case(0.0, NSNumber(value: 0.0), "Double(0.0)"),
        Case(-0.0, NSNumber(value: -0.0), "Double(-0.0)"),
        Case(Double.nan, NSNumber(value: Float.nan), "nan"),
        Case(-Double.infinity, NSNumber(value: -Double.infinity), "Double(-inf)"),
        Case("1", NSString(string: "1"), "String(1)"),
        Case("\u{E9}", NSString(string: "\u{E9}"), "String([195, 169])"),
        Case("e\u{301}", NSString(string: "e\u{301}"), "String([101, 204, 129])"),
        Case(Date(timeIntervalSinceReferenceDate: 0.5), NSDate(timeIntervalSinceReferenceDate: 0.5), "Date(0.5)"),
        Case(Data([1]), NSData(data: Data([1])), "Data(AQ==)"),
        Case([Any](), NSArray(), "[]"),
        Case([String: Any](), NSDictionary(), "{}"),
        Case([1, true, 1.0] as [Any], NSArray(array: [1, true, 1.0]), "[Int(1), Bool(true), Double(1.0)]"),
        Case([Any?.some([false])], NSArray(array: [[false]]), "[[Bool(false)]]"),
        Case(
            ["b": [0], "a": "x"] as [String: Any],
            NSDictionary(dictionary: ["b": [0], "a": "x"]),
            "{String(a): String(x), String(b): [Int(0)]}"
        ),
        Case([AnyHashable("a"): Any?.some(1)], NSDictionary(dictionary: ["a": 1]), "{String(a): Int(1)}"),
    ]

    @Test(arguments: cases)
    func `An object has one fingerprint in each class of Foundation`(_ this: Case) {
        #expect(objectFingerprint(of: this.value) == this.testDescription)
        #expect(objectFingerprint(of: this.object) == this.testDescription)
        #expect(objectFingerprint(of: Any?.some(this.value) as Any) == this.testDescription)
    }
}
