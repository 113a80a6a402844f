import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension Laws {
    /// No stored object crashes a key of any type: it is read or reported as unreadable, and stays as it is.
    @Suite(.bothKinds) struct AnyObjectAnyKeyTests {
        let store = TestStore()

        struct StoredObject: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let object: Any

            init(_ object: Any, _ description: String? = nil) {
                self.object = object
                testDescription = description ?? objectFingerprint(of: object)
            }
        }

        @Test(arguments: Extent.sample(4, of: StoredObject.small))
        func `Every key reads or rejects every object, and leaves it unchanged`(_ stored: StoredObject) {
            check(stored.object)
        }

        @Test func `Every key reads or rejects numbers around the limits of integers`() {
            func text<Key: TSUD>(of key: Key.Type) -> String? { key.in(store.suite).text() }
            for number in Extent.sample(6, of: LargeNumbers.all) {
                for object in [number, ["name": "", "age": number] as [String: Any]] {
                    store.suite.set(object, forKey: "key")
                    _ = Reports.during { for key in allKeys { _ = text(of: key) } }
                }
                for key in allKeys { _ = try? key.parse("\(number)") }
            }
        }

        @Test(arguments: Extent.sample(2, of: StoredObject.deep))
        func `Every key reads or rejects a deeply nested object`(_ stored: StoredObject) throws {
            // Foundation on Linux takes seconds to store such an object and to copy it for each read.
            let suite = try #require(LendingSuite(stored.object, named: store.name))
            for key in allKeys { readOnce(key, in: suite) }
        }

        @Test func `Every key reads or rejects a deeply nested object that replaced a number`() throws {
            for object in [1, nestedTree(2_000)] {
                readOnce(key<Unshared>.self, in: try #require(LendingSuite(object, named: store.name)))
            }
        }

        @Test(arguments: Extent.sample(2, of: StoredObject.large))
        func `Every key reads or rejects a large object`(_ stored: StoredObject) throws {
            let suite = try #require(LendingSuite(stored.object, named: store.name))
            for key in keysOfEachRoute { readOnce(key, in: suite) }
        }

        @Test func `Every key reads or rejects a stored object deeper than a property list is read`() {
            let object = nestedObject(520, in: { [$0] })
            store.suite.set(object, forKey: "key")
            readOnce(key<[Int]>.self, in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["key": object]))
        }

        @Test(arguments: Extent.sample(1, of: 0..<20))
        func `Every key reads or rejects a random object`(_ seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<3 { check(randomObject(depth: 4, using: &generator)) }
        }

        @Test(arguments: Extent.sample(1, of: 0..<10))
        func `Every key reads or rejects an archived URL with random damage`(_ seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let archive = archive(of: NSURL(string: "a/b?c", relativeTo: URL(string: "https://example.com/")))
            for _ in 0..<50 {
                var bytes = [UInt8](archive)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes[place] = .random(in: .min ... .max, using: &generator)
                    case 1: bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
                    case 2: bytes.insert(.random(in: .min ... .max, using: &generator), at: place)
                    default: bytes.removeLast(Int.random(in: 0..<(bytes.count / 4), using: &generator))
                    }
                }
                check(Data(bytes), [key<URL>.self])
            }
        }

        @Test func `A URL key reads or rejects an archive cut off or changed at any byte`() {
            let archive = archive(of: NSURL(string: "https://example.com/"))
            for place in Extent.sample(10, of: archive.indices) {
                check(archive.prefix(place), [key<URL>.self])
                for byte: UInt8 in [0, 0x0F, 0x7F, 0x80, 0xFF] {
                    var changed = archive
                    changed[place] = byte
                    check(changed, [key<URL>.self])
                }
            }
        }

        private func check(_ object: Any, _ keys: [any TSUD.Type] = allKeys) {
            store.suite.set(object, forKey: "key")
            let before = store.contents
            for key in keys {
                readEveryWay(key, in: store.suite)
                #expect(store.contents == before, "after reading it by \(key)")
            }
        }
    }
}

/// Expects a value or the only possible error.
private func readOnce<Key: TSUD>(_ key: Key.Type, in suite: UserDefaults) {
    do throws(TSUDError) {
        #expect(try key.in(suite).storedValue() != nil)
    } catch {
        #expect(error.code == .unreadable)
        #expect(error.key == "key")
    }
}

/// A key for each coding.
private var keysOfEachRoute: [any TSUD.Type] {
    [
        key<String>.self, key<[Int]>.self, key<[[Int]]>.self, key<[String: Double]>.self, key<[String]?>.self,
        key<URL>.self, key<Theme>.self, key<[Contact]>.self, key<Set<Int>>.self,
    ]
}

/// Keys of every kind of value.
private var allKeys: [any TSUD.Type] {
    [
        key<Bool>.self, key<Int>.self, key<UInt8>.self, key<UInt64>.self, key<Double>.self, key<Float>.self,
        key<String>.self, key<Date>.self, key<Data>.self, key<[Int]>.self, key<[String]>.self, key<[[Int]]>.self,
        key<[String: Int]>.self, key<[String: Double]>.self, key<Int?>.self, key<String??>.self, key<[String?]>.self,
        key<URL>.self, filledKey<URL>.self, key<Theme>.self, key<Level>.self, key<Contact>.self, key<[Contact]>.self,
        key<Profile>.self, key<Tree>.self, key<JSONValue>.self, key<Decimal>.self,
    ]
}

/// A type that no other test uses, so that no other object is in the cache of its coding.
private struct Unshared: Codable, Defaulted {
    var number = 1
    static var standIn: Self { Self() }
}

/// A suite that returns the same object for every key.
private final class LendingSuite: UserDefaults {
    private let lent: Any

    init?(_ object: Any, named name: String) {
        lent = asFoundationAnswers(object)
        super.init(suiteName: name)
    }

    /// Foundation's implementation would save every suite of the process, to whatever it considers the home directory.
    override func synchronize() -> Bool { true }

    override func object(forKey defaultName: String) -> Any? { lent }
}

/// The object as Foundation returns it: entirely of objects on Apple systems, with optional elements on Linux.
private func asFoundationAnswers(_ object: Any) -> Any {
    switch object {
    #if canImport(Darwin)
    case let array as [Any]: return NSArray(array: array.map(asFoundationAnswers))
    case let dictionary as [String: Any]: return NSDictionary(dictionary: dictionary.mapValues(asFoundationAnswers))
    default: return object as AnyObject
    #else
    case let array as [Any]: return array.map { Optional.some(asFoundationAnswers($0)) }
    case let dictionary as [String: Any]:
        return [AnyHashable: Any?](uniqueKeysWithValues: dictionary.map { ($0, asFoundationAnswers($1)) })
    default: return object
    #endif
    }
}
