import Foundation
import TSUD
import Testing

extension StoredForms {
    /// A number that does not fit into a type is unreadable, and never a crash; `Int` has 32 bits on some watches.
    @Suite(.bothKinds) struct LargeNumberTests {
        let store = TestStore()

        /// Around the limits of every width, as every class of number, and as text.
        private static var objects: [Any] {
            var numbers = [Double.infinity, -.infinity, .nan, 1e300].map { NSNumber(value: $0) }
            for width in [7, 8, 15, 16, 31, 32, 63, 64] {
                let power = pow(2.0, Double(width))
                numbers += [power, power - 1, -power, -power - 1].map { NSNumber(value: $0) }
                let unsigned = width == 64 ? UInt64.max : 1 << UInt64(width)
                numbers += [unsigned, unsigned - 1].map { NSNumber(value: $0) }
                guard let signed = Int64(exactly: unsigned) else { continue }
                numbers += [-signed, -signed - 1].map { NSNumber(value: $0) }
            }
            numbers += [Float.greatestFiniteMagnitude, -.infinity, .nan].map { NSNumber(value: $0) }
            return numbers + numbers.map(\.stringValue) + ["99999999999999999999999", "1e400"]
        }

        /// A key of an integer type, which reads exactly the numbers that the type can represent.
        struct Integers: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let check: (TestStore) -> Void

            init<Value: Defaulted & FixedWidthInteger>(_: Value.Type) {
                testDescription = "\(Value.self)"
                check = { store in
                    for object in LargeNumberTests.objects {
                        let expected = (object as? String).map { Value($0) } ?? Self.exactly(object)
                        store.suite.set(object, forKey: "key")
                        #expect((try? key<Value>.storedValue(in: store.suite)) == expected, "\(object)")
                        store.suite.set([object], forKey: "key")
                        #expect((try? key<[Value]>.storedValue(in: store.suite)) == expected.map { [$0] }, "\(object)")
                        // By way of the decoder.
                        store.suite.set([[object]], forKey: "key")
                        guard let integer = object as? NSNumber, !integer.isReal else { continue }
                        #expect((try? key<[Set<Value>]>.storedValue(in: store.suite)) == expected.map { [[$0]] })
                    }
                }
            }

            private static func exactly<Value: FixedWidthInteger>(_ object: Any) -> Value? {
                guard let number = object as? NSNumber else { return nil }
                if number.isReal { return Value(exactly: number.doubleValue) }
                return number.compare(0) == .orderedAscending
                    ? Value(exactly: number.int64Value) : Value(exactly: number.uint64Value)
            }
        }

        @Test(arguments: [
            Integers(Int8.self), Integers(Int16.self), Integers(Int32.self), Integers(Int64.self), Integers(Int.self),
            Integers(UInt8.self), Integers(UInt16.self), Integers(UInt32.self), Integers(UInt64.self),
            Integers(UInt.self),
        ])
        func `An integer key reads each number that fits, and no other`(_ this: Integers) { this.check(store) }

        @Test func `Every other kind of key reads every number without a crash`() {
            let keys: [any TSUD.Type] = [
                key<Bool>.self, key<Double>.self, key<Float>.self, key<String>.self, key<Date>.self, key<Level>.self,
                key<Contact>.self, key<URL>.self, key<Decimal>.self, key<Int?>.self, key<[String: Int]>.self,
            ]
            for object in Self.objects {
                for stored in [object, ["name": "", "age": object] as [String: Any]] as [Any] {
                    store.suite.set(stored, forKey: "key")
                    for key in keys {
                        _ = Reports.during {
                            _ = key.text(in: store.suite)
                            _ = try? key.value(from: "\(object)")
                        }
                    }
                }
            }
        }

        @Test func `A structure keeps milliseconds, which need more than 32 bits`() throws {
            let profile = Milliseconds(modified: 1_700_000_000_000, size: .max)
            milliseconds[store.suite] = profile
            #expect(milliseconds[store.suite] == profile)
            let data = try [any TSUD.Type]([milliseconds.self]).exported(in: store.suite)
            milliseconds.reset(in: store.suite)
            try [any TSUD.Type]([milliseconds.self]).restore(from: data, in: store.suite)
            #expect(milliseconds[store.suite] == profile)
        }
    }
}

extension NSNumber {
    fileprivate var isReal: Bool { ["d", "f"].contains(String(cString: objCType)) }
}

private struct Milliseconds: Codable, Equatable {
    var modified: Int64 = 0
    var size: UInt64 = 0
}

private enum milliseconds: TSUD { static let defaultValue = Milliseconds() }
