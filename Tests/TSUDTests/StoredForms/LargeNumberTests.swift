import Foundation
import TSUD
import TestSupport
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

        nonisolated(unsafe) private static let types: [any (FixedWidthInteger & Defaulted).Type] = [
            Int8.self, Int16.self, Int32.self, Int64.self, Int.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, UInt.self,
        ]

        @Test(arguments: types.map { Unchecked($0) })
        func `An integer key reads each number that fits, and no other`(
            _ type: Unchecked<any (FixedWidthInteger & Defaulted).Type>
        ) {
            for object in Extent.sample(40, of: LargeNumbers.all) { read(object, as: type.value) }
        }

        private func read<Value: FixedWidthInteger & Defaulted>(_ object: Any, as type: Value.Type) {
            let expected = (object as? NSNumber).map(exactly) ?? Value("\(object)")
            store.suite.set(object, forKey: "key")
            #expect((try? key<Value>.in(store.suite).storedValue()) == expected, "\(object)")
            readEveryWay(key<Value>.self, in: store.suite)
            store.suite.set([object], forKey: "key")
            #expect((try? key<[Value]>.in(store.suite).storedValue()) == expected.map { [$0] }, "\(object)")
            // By way of the decoder.
            store.suite.set([[object]], forKey: "key")
            guard let integer = object as? NSNumber, !integer.isReal else { return }
            #expect((try? key<[Set<Value>]>.in(store.suite).storedValue()) == expected.map { [[$0]] })
        }

        private func exactly<Value: FixedWidthInteger>(_ number: NSNumber) -> Value? {
            if number.isReal { return Value(exactly: number.doubleValue) }
            return number.compare(0) == .orderedAscending
                ? Value(exactly: number.int64Value) : Value(exactly: number.uint64Value)
        }
    }
}

extension NSNumber { fileprivate var isReal: Bool { ["d", "f"].contains(String(cString: objCType)) } }
