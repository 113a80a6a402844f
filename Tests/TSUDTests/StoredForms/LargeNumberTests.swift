import Foundation
import TSUD
import Testing

/// Numbers around the limits of every width, as every class of number, and as text.
enum LargeNumbers {
    static var all: [Any] {
        var numbers = [Double.infinity, -.infinity, .nan, 1e300].map { NSNumber(value: $0) }
        numbers += [Float.greatestFiniteMagnitude, -.infinity, .nan].map { NSNumber(value: $0) }
        for width in [7, 8, 15, 16, 31, 32, 63, 64] {
            let power = pow(2.0, Double(width))
            numbers += [power, power - 1, -power, -power - 1].map { NSNumber(value: $0) }
            let unsigned = width == 64 ? UInt64.max : 1 << UInt64(width)
            numbers += [unsigned, unsigned - 1].map { NSNumber(value: $0) }
            guard let signed = Int64(exactly: unsigned) else { continue }
            numbers += [-signed, -signed - 1].map { NSNumber(value: $0) }
        }
        return numbers + numbers.map(\.stringValue) + ["99999999999999999999999", "1e400"]
    }
}

extension StoredForms {
    /// A number that does not fit into a type is unreadable, and never a crash; `Int` has 32 bits on some watches.
    @Suite(.bothKinds) struct LargeNumberTests {
        let store = TestStore()

        nonisolated(unsafe) private static let keys: [any IntegerKey.Type] = [
            key<Int8>.self, key<Int16>.self, key<Int32>.self, key<Int64>.self, key<Int>.self, key<UInt8>.self,
            key<UInt16>.self, key<UInt32>.self, key<UInt64>.self, key<UInt>.self,
        ]

        @Test(arguments: keys.map { Unchecked($0) })
        func `An integer key reads each number that fits, and no other`(_ key: Unchecked<any IntegerKey.Type>) {
            key.value.expectWhatFits(in: store)
        }
    }
}

/// A key of an integer type, which reads exactly the numbers that the type can represent.
protocol IntegerKey: TSUD where ValueType: FixedWidthInteger & Defaulted {}

extension key: IntegerKey where Value: FixedWidthInteger {}

extension IntegerKey {
    fileprivate static func expectWhatFits(in store: TestStore) {
        for object in LargeNumbers.all {
            let expected = (object as? NSNumber).map(exactly) ?? ValueType("\(object)")
            store.suite.set(object, forKey: "key")
            #expect((try? storedValue(in: store.suite)) == expected, "\(object)")
            readEveryWay(Self.self, in: store.suite)
            store.suite.set([object], forKey: "key")
            #expect((try? key<[ValueType]>.storedValue(in: store.suite)) == expected.map { [$0] }, "\(object)")
            // By way of the decoder.
            store.suite.set([[object]], forKey: "key")
            guard let integer = object as? NSNumber, !integer.isReal else { continue }
            #expect((try? key<[Set<ValueType>]>.storedValue(in: store.suite)) == expected.map { [[$0]] })
        }
    }

    private static func exactly(_ number: NSNumber) -> ValueType? {
        if number.isReal { return ValueType(exactly: number.doubleValue) }
        return number.compare(0) == .orderedAscending
            ? ValueType(exactly: number.int64Value) : ValueType(exactly: number.uint64Value)
    }
}

extension NSNumber {
    fileprivate var isReal: Bool { ["d", "f"].contains(String(cString: objCType)) }
}
