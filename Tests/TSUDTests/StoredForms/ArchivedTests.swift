#if canImport(Darwin)
import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension StoredForms {
    /// Objects that are stored as their archives.
    @Suite(.bothKinds) struct ArchivedTests {
        let store = TestStore()

        /// An object, and another one of its class.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let check: (TestStore) throws -> Void

            init<Object: NSObject & NSSecureCoding>(_ object: Object, _ other: Object) {
                testDescription = "\(Object.self)"
                check = { store in
                    let handle = archived<Object>.in(store.suite)
                    #expect(handle.value == nil)
                    handle.value = Archived(object)
                    #expect(handle.value?.object.isEqual(object) == true)
                    #expect(handle.value == Archived(object))
                    #expect(handle.value != Archived(other))
                    // Objects that other code stores and reads.
                    let data = try #require(store.suite.data(forKey: "archived"))
                    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data) == object)
                    let stored = try NSKeyedArchiver.archivedData(withRootObject: other, requiringSecureCoding: true)
                    store.suite.set(stored, forKey: "archived")
                    #expect(handle.value == Archived(other))
                    try handle.update { $0 = Archived(object) }
                    #expect(try handle.storedValue() == Archived(object))
                    // As text, and in a list.
                    let text = try #require(handle.text())
                    #expect(try archived<Object>.parse(text) == Archived(object))
                    let list: [any TSUD.Type] = [archived<Object>.self]
                    let backup = try list.exported(in: store.suite)
                    handle.reset()
                    try list.restore(from: backup, in: store.suite)
                    #expect(handle.value == Archived(object))
                }
            }
        }

        @Test(arguments: [
            Case(NSString(string: "Ann"), NSString(string: "")),
            Case(NSNumber(value: 2.5), NSNumber(value: 7)),
            Case(NSURL(string: "https://swift.org")!, NSURL(string: "file:///tmp")!),
            Case(NSUUID(), NSUUID()),
            Case(NSLocale(localeIdentifier: "de_DE"), NSLocale(localeIdentifier: "en_US")),
            Case(DateComponents(year: 2026, month: 2) as NSDateComponents, DateComponents(year: 1) as NSDateComponents),
        ])
        func `An archived object is read by the key and by an unarchiver`(_ row: Case) throws { try row.check(store) }

        @Test(
            arguments: [
                "banana", 5, Data(), Data([1, 2, 3]), ["a": 1],
                try archive(NSString(string: "Ann")), try archive(NSNumber(value: 1)), try archive(NSDate()),
                try archive(NSUUID()), try archive(NSArray(object: NSURL(string: "https://swift.org")!)),
                // Neither an archive nor even a property list, though it begins like one.
                Data("bplist00".utf8), Data("<plist>".utf8),
                try PropertyListSerialization.data(fromPropertyList: ["$top": 1], format: .binary, options: 0),
            ] as [any Sendable]
        )
        func `An object that isn't an archive of the class is reported, and stays`(_ object: any Sendable) {
            store.suite.set(object, forKey: "archived")
            let before = store.contents
            let reports = Reports.during { #expect(archived<NSURL>.in(store.suite).value == nil) }
            #expect(reports.map(\.code) == [.unreadable])
            #expect(reports.first?.description.hasPrefix("Value for key 'archived'") == true)
            #expect(throws: TSUDError.self) { try archived<NSURL>.in(store.suite).storedValue() }
            #expect(store.contents == before)
        }

        @Test func `An object of a subclass is stored, but not one of another class in a collection`() {
            let mutable = archived<NSArray>.in(store.suite)
            mutable.value = Archived(NSMutableArray(array: ["a", ["b"], Data([1])]))
            #expect(mutable.value?.object == ["a", ["b"], Data([1])])
            let error = #expect(throws: TSUDError.self) {
                try mutable.store(Archived(NSArray(object: NSURL(string: "https://swift.org")!)))
            }
            #expect(error?.code == .unencodable)
            #expect(mutable.value?.object.count == 3)
        }

        @Test func `Archived objects are stored in an array and in a structure`() {
            let one = NSURL(string: "https://swift.org")!
            pages.in(store.suite).value = Pages(first: Archived(one), others: [Archived(one)])
            #expect(pages.in(store.suite).value?.others.first?.object == one)
            #expect(pages.in(store.suite).value == Pages(first: Archived(one), others: [Archived(one)]))
        }

        @Test func `Archived is Sendable if its class is`() {
            func isSendable<Value>(_: Value.Type) -> Bool { false }
            func isSendable<Value: Sendable>(_: Value.Type) -> Bool { true }
            #expect(isSendable(Archived<Shareable>.self))
            #expect(!isSendable(Archived<Unshareable>.self))
        }
    }
}

final class Shareable: NSObject, NSSecureCoding, Sendable {
    static var supportsSecureCoding: Bool { true }
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

class Unshareable: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    required init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

private func archive(_ object: NSObject) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

private struct Pages: Codable, Equatable {
    var first: Archived<NSURL>
    var others: [Archived<NSURL>]
}

private enum pages: TSUD { static var defaultValue: Pages? { nil } }

private enum archived<Object: NSObject & NSSecureCoding>: Reporting {
    static var defaultValue: Archived<Object>? { nil }
    static var stringKey: String { "archived" }
}
#endif
