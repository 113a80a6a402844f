import Foundation
import TSUD
import Testing

@Suite struct UpdateTests {
    let store = TestStore()

    @Test func `It changes the value and returns what its body does`() throws {
        #expect(
            try number.update(in: store.suite) {
                $0 += 5
                return "done"
            } == "done"
        )
        #expect(number[store.suite] == 5)
    }

    @Test func `Nothing is stored when its body throws`() {
        number[store.suite] = 3
        #expect(throws: BodyError()) {
            try number.update(in: store.suite) {
                $0 = 9
                throw BodyError()
            }
        }
        #expect(number[store.suite] == 3)
    }

    @Test func `It throws and leaves be what can't be read`() {
        store.suite.set("banana", forKey: "number")
        let error = #expect(throws: TSUDError.self) { try number.update(in: store.suite) { $0 = 1 } }
        #expect(error?.code == .unreadable)
        #expect(store.contents == objectFingerprint(of: ["number": "banana"]))
    }

    @Test func `It throws and leaves be what was stored when the new value can't be`() {
        store.suite.set(["x"], forKey: "picky")
        let error = #expect(throws: TSUDError.self) { try picky.update(in: store.suite) { $0.fails = true } }
        #expect(error?.code == .unencodable)
        #expect(store.contents == objectFingerprint(of: ["picky": ["x"]]))
    }

    @Test func `One of the same key may run inside another`() throws {
        try number.update(in: store.suite) { outer in
            try number.update(in: store.suite) { $0 = 7 }
            outer += 1
        }
        #expect(number[store.suite] == 1)
    }

    @Test func `One of another key may run inside`() throws {
        try number.update(in: store.suite) { outer in
            outer = 2
            try other.update(in: store.suite) { $0 = 3 }
        }
        #expect(number[store.suite] == 2)
        #expect(other[store.suite] == 3)
    }
}

@Suite struct UpdateConcurrencyTests {
    let store = TestStore()

    @Test func `Eight threads that add 1 a thousand times make 8000`() {
        let suite = Unchecked(store.suite)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { _ = try? number.update(in: suite.value) { $0 += 1 } }
        }
        #expect(number[store.suite] == 8000)
    }

    @Test func `Threads that read and write keys for the first time all find the same`() {
        let suite = Unchecked(store.suite)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<200 {
                other[suite.value] = round
                _ = fresh<Int>[suite.value]
                _ = fresh<String>.stringKey
                fresh<Double>[suite.value] = Double(thread)
                _ = list[suite.value]
                list[suite.value] = [thread, round]
            }
        }
        #expect(other[store.suite] == 199)
        #expect(fresh<String>.stringKey == "fresh<String>")
        #expect(list[store.suite].count == 2)
    }
}

private enum number: TSUD { static let defaultValue = 0 }
private enum other: TSUD { static let defaultValue = 0 }
private enum list: TSUD { static let defaultValue: [Int] = [] }
private enum fresh<Value>: TSUD { static var defaultValue: Double { 0 } }
private enum picky: TSUD { static let defaultValue = Picky() }

private struct Picky: Codable {
    var fails = false

    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
        struct Failure: Error {}
        throw Failure()
    }
}
