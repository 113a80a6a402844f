import Foundation
import TSUD
import Testing

@Suite struct FormerKeysTests {
    let store = TestStore()

    @Test func `Former keys are read in their order`() {
        #expect(size[store.suite] == 12)
        store.suite.set(8, forKey: "oldest")
        #expect(size[store.suite] == 8)
        store.suite.set(9, forKey: "old")
        #expect(size[store.suite] == 9)
        store.suite.set(10, forKey: "size")
        #expect(size[store.suite] == 10)
    }

    @Test func `Reading them changes nothing`() throws {
        store.suite.set(8, forKey: "oldest")
        _ = size[store.suite]
        _ = try size.storedValue(in: store.suite)
        #expect(store.contents == objectFingerprint(of: ["oldest": 8]))
    }

    @Test func `What they hold counts as stored`() throws {
        store.suite.set(8, forKey: "old")
        #expect(size.isSet(in: store.suite))
        #expect(size.origin(in: store.suite) == .suite)
        #expect(try size.storedValue(in: store.suite) == 8)
    }

    @Test func `The first write stores under the key and removes them all`() {
        store.suite.set(8, forKey: "oldest")
        store.suite.set(9, forKey: "old")
        size[store.suite] += 1
        #expect(store.contents == objectFingerprint(of: ["size": 10.0]))
    }

    @Test func `An update does as well`() throws {
        store.suite.set(9, forKey: "old")
        try size.update(in: store.suite) { $0 *= 2 }
        #expect(store.contents == objectFingerprint(of: ["size": 18.0]))
    }

    @Test func `A write that fails leaves them`() {
        store.suite.set(9, forKey: "old")
        #expect(throws: TSUDError.self) { try failing.store(Failing(), in: store.suite) }
        #expect(store.contents == objectFingerprint(of: ["old": 9]))
    }

    @Test func `A reset removes them too`() {
        store.suite.set(9, forKey: "old")
        size.reset(in: store.suite)
        #expect(store.contents == objectFingerprint(of: [:]))
        #expect(size[store.suite] == 12)
    }

    @Test func `A nil that is stored as absence removes them too`() {
        store.suite.set("Ann", forKey: "old")
        #expect(name[store.suite] == "Ann")
        name[store.suite] = nil
        #expect(name[store.suite] == nil)
        #expect(store.contents == objectFingerprint(of: [:]))
    }

    @Test func `A registered default doesn't hide them`() throws {
        // In an ephemeral suite, as the registration domain is the whole process's.
        withEphemeralSuite { suite in
            suite.set(8, forKey: "old")
            suite.register(size.self)
            #expect(size.value == 8)
            suite.set(10, forKey: "size")
            #expect(size.value == 10)
            size.reset()
            #expect(size.origin() == .registered)
        }
    }

    @Test func `A launch argument stands before them`() {
        store.suite.set(9, forKey: "old")
        store.suite.setVolatileDomain(["size": "20"], forName: UserDefaults.argumentDomain)
        #expect(size[store.suite] == 20)
    }

    @Test func `One that can't be read is reported and left`() {
        store.suite.set("banana", forKey: "old")
        let reports = Reports.during { #expect(size[store.suite] == 12) }
        #expect(reports.map(\.code) == [.unreadable])
        #expect(store.contents == objectFingerprint(of: ["old": "banana"]))
    }
}

@Suite struct UpgradeTests {
    let store = TestStore()

    @Test func `A number that has become a structure is read`() throws {
        store.suite.set(14, forKey: "font")
        #expect(font[store.suite] == Font(size: 14, family: "Mono"))
        #expect(try font.storedValue(in: store.suite) == Font(size: 14, family: "Mono"))
        #expect(store.contents == objectFingerprint(of: ["font": 14]))
    }

    @Test func `A write after it stores the new form`() throws {
        store.suite.set(14, forKey: "font")
        try font.update(in: store.suite) { $0.size += 1 }
        #expect(store.contents == objectFingerprint(of: ["font": ["size": 15.0, "family": "Mono"] as [String: Any]]))
    }

    @Test func `It isn't asked about what can be read`() {
        font[store.suite] = Font(size: 3, family: "Sans")
        #expect(font[store.suite] == Font(size: 3, family: "Sans"))
    }

    @Test func `What it declines stays unreadable, and as it is`() {
        store.suite.set("banana", forKey: "font")
        let reports = Reports.during { #expect(font[store.suite] == font.defaultValue) }
        #expect(reports.map(\.code) == [.unreadable])
        #expect(throws: TSUDError.self) { try font.update(in: store.suite) { $0.size = 1 } }
        #expect(store.contents == objectFingerprint(of: ["font": "banana"]))
    }

    @Test func `It reads what a former key holds`() {
        store.suite.set(9, forKey: "fontSize")
        #expect(font[store.suite] == Font(size: 9, family: "Mono"))
    }
}

private enum size: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["old", "oldest"]
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private enum name: TSUD {
    static let defaultValue: String? = nil
    static let formerKeys = ["old"]
}

private enum failing: TSUD {
    static let defaultValue = Failing()
    static let formerKeys = ["old"]
}

private struct Failing: Codable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws { throw Failure() }
}

private struct Font: Codable, Equatable {
    var size: Double
    var family: String
}

private enum font: TSUD {
    static let defaultValue = Font(size: 12, family: "Mono")
    static let formerKeys = ["fontSize"]
    static func upgrade(_ stored: Any) -> Font? { (stored as? Int).map { Font(size: Double($0), family: "Mono") } }
    static func report(_ error: TSUDError) { Reports.take(error) }
}
