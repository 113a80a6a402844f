import Foundation
import TSUD
import Testing

extension Names {
    /// A renamed key reads what was stored under its former names until it is written.
    @Suite(.bothKinds) struct FormerKeysTests {
        let store = TestStore()

        private var formerObjects: [String] { ["size", "pointSize"].filter { store.suite.object(forKey: $0) != nil } }

        @Test func `The first former key that has a value is read`() throws {
            store.suite.set(2, forKey: "pointSize")
            #expect(fontSize.get(store.suite) == 2)
            store.suite.set(1, forKey: "size")
            #expect(fontSize.get(store.suite) == 1)
            #expect(try fontSize.storedValue(in: store.suite) == 1)
            #expect(fontSize.isSet(in: store.suite))
            #expect(fontSize.origin(in: store.suite) == .suite)
            #expect(formerObjects == ["size", "pointSize"])
        }

        @Test(arguments: ["set", "subscript", "store", "update"])
        func `The first write stores under the key and removes the former ones`(_ way: String) throws {
            store.suite.set(1, forKey: "size")
            store.suite.set(2, forKey: "pointSize")
            switch way {
            case "set": fontSize.set(2, store.suite)
            case "subscript": fontSize[store.suite] += 1
            case "store": try fontSize.store(2, in: store.suite)
            default: try fontSize.update(in: store.suite) { $0 += 1 }
            }
            #expect(store.object(forKey: "fontSize") as? Double == 2)
            #expect(formerObjects.isEmpty)
        }

        @Test func `A key's own name is no former one`() throws {
            ownName[store.suite] = 3
            #expect(ownName.get(store.suite) == 3)
            #expect(try ownName.storedValue(in: store.suite) == 3)
            store.suite.set(4, forKey: "older")
            #expect(ownName.get(store.suite) == 3)
            ownName[store.suite] = 5
            #expect(ownName.get(store.suite) == 5)
            #expect(store.suite.object(forKey: "older") == nil)
        }

        @Test func `Reset removes the key and the former ones`() {
            for name in ["fontSize", "size", "pointSize"] { store.suite.set(1, forKey: name) }
            fontSize.reset(in: store.suite)
            #expect(store.contents == "{}")
            #expect(fontSize.get(store.suite) == 12)
            #expect(!fontSize.isSet(in: store.suite))
        }

        @Test func `A nil removes the former ones as well`() {
            store.suite.set("Ann", forKey: "login")
            #expect(username.get(store.suite) == "Ann")
            username.set(nil, store.suite)
            #expect(username.get(store.suite) == nil)
            #expect(store.contents == "{}")
        }

        @Test func `A nil of another default is stored, and the former ones are removed`() {
            store.suite.set("Ann", forKey: "login")
            nickname.set(nil, store.suite)
            #expect(nickname.get(store.suite) == nil)
            #expect(store.contents == objectFingerprint(of: ["nickname": "$null"]))
        }

        @Test func `An unreadable former value is reported under the key, and stays`() {
            store.suite.set("banana", forKey: "size")
            let reports = Reports.during { #expect(fontSize.get(store.suite) == 12) }
            #expect(reports.map(\.key) == ["fontSize"])
            #expect(throws: TSUDError.self) { try fontSize.storedValue(in: store.suite) }
            #expect(throws: TSUDError.self) { try fontSize.update(in: store.suite) { $0 += 1 } }
            #expect(store.object(forKey: "size") as? String == "banana")
            #expect(store.object(forKey: "fontSize") == nil)
        }

        @Test func `An unreadable former value does not hide a readable one under a later former key`() throws {
            store.suite.set("banana", forKey: "size")
            store.suite.set(2, forKey: "pointSize")
            #expect(fontSize.get(store.suite) == 2)
            #expect(try fontSize.storedValue(in: store.suite) == 2)
            #expect(try fontSize.update(in: store.suite) { $0 } == 2)
        }

        @Test func `If no former value is readable, the first is reported`() {
            store.suite.set("banana", forKey: "size")
            store.suite.set("cherry", forKey: "pointSize")
            let reports = Reports.during { #expect(fontSize.get(store.suite) == 12) }
            #expect(reports.map(\.code) == [.unreadable])
        }

        @Test func `A write that fails leaves the former ones`() {
            store.suite.set(["name": "Ann", "age": 1] as [String: Any], forKey: "owner")
            #expect(throws: TSUDError.self) { try author.store(Contact(name: "$null", age: 1), in: store.suite) }
            #expect(throws: TSUDError.self) { try author.update(in: store.suite) { $0.name = "$null" } }
            #expect(throws: BodyError.self) { try author.update(in: store.suite) { _ in throw BodyError() } }
            #expect(author.get(store.suite) == Contact(name: "Ann", age: 1))
            #expect(store.object(forKey: "author") == nil)
        }

        @Test func `A launch argument under a former key is no stored value`() {
            withLaunchArguments(["lineSpacing": "20"], in: store.suite) {
                #expect(lineHeight.get(store.suite) == 12)
                #expect(!lineHeight.isSet(in: store.suite))
            }
        }
    }
}

private struct fontSize: TSUD {
    static let defaultValue = 12.0
    static let stringKey = "fontSize"
    static let formerKeys = ["size", "pointSize"]
    static func report(_ error: TSUDError) { Reports.take(error) }
}

/// Only for the tests with launch arguments, which would affect other tests.
private struct lineHeight: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["lineSpacing"]
}

private struct username: TSUD {
    static let defaultValue: String? = nil
    static let stringKey = "username"
    static let formerKeys = ["login"]
}

private struct nickname: TSUD {
    static let defaultValue: String? = "nobody"
    static let stringKey = "nickname"
    static let formerKeys = ["login"]
}

private struct author: TSUD {
    static let defaultValue = Contact.standIn
    static let stringKey = "author"
    static let formerKeys = ["owner"]
}

private enum ownName: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["ownName", "older"]
}
