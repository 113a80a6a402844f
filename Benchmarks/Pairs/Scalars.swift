import Benchmark
import Foundation
import RatioTable
import TSUD

private struct isOpen: MeasuredKey { static let defaultValue = true }
private struct tabCount: MeasuredKey { static let defaultValue = 1 }
private struct fontSize: MeasuredKey { static let defaultValue = 12.0 }
private struct userName: MeasuredKey { static let defaultValue = "nobody" }

private let stored: [String: [String: any Sendable]] = [
    "Bool": ["isOpen": false],
    "Int": ["tabCount": 7],
    "Double": ["fontSize": 14.5],
    "String": ["userName": "Ada Lovelace"],
]

private func name(_ number: Int) -> String { number.isMultiple(of: 2) ? "Ada Lovelace" : "Grace Hopper" }

/// A boolean, two numbers and a string, in three sizes of suites, because a read must not cost more in a larger suite.
func registerScalars() {
    registerReadingMembers()
    for keys in [10, 100, 1000] {
        registerReading(keys)
        registerReadingNothing(keys)
        registerWriting(keys)
    }
    registerOriginal()
    registerAddingOne()
}

private func registerReading(_ keys: Int) {
    func measureReading(_ type: String, _ implementation: Implementation, _ body: @escaping (Benchmark) -> Void) {
        measure("read \(type) at \(keys) keys", implementation, keys: keys, stored: stored[type] ?? [:], body)
    }
    measureReading("Bool", .byHand) { _ in
        for _ in 0..<readsInSample { blackHole(measured.bool(forKey: "isOpen")) }
    }
    measureReading("Bool", .tsud) { _ in
        for _ in 0..<readsInSample { blackHole(isOpen.value) }
    }
    measureReading("Int", .byHand) { _ in
        for _ in 0..<readsInSample { blackHole(measured.integer(forKey: "tabCount")) }
    }
    measureReading("Int", .tsud) { _ in
        for _ in 0..<readsInSample { blackHole(tabCount.value) }
    }
    measureReading("Double", .byHand) { _ in
        for _ in 0..<readsInSample { blackHole(measured.double(forKey: "fontSize")) }
    }
    measureReading("Double", .tsud) { _ in
        for _ in 0..<readsInSample { blackHole(fontSize.value) }
    }
    measureReading("String", .byHand) { _ in
        for _ in 0..<readsInSample { blackHole(measured.string(forKey: "userName") ?? "nobody") }
    }
    measureReading("String", .tsud) { _ in
        for _ in 0..<readsInSample { blackHole(userName.value) }
    }
}

/// Reads an absent key: the accessors of `UserDefaults` return zero for it, so a default value needs a cast.
private func registerReadingNothing(_ keys: Int) {
    measure("read an absent key at \(keys) keys", .byHand, keys: keys) { _ in
        for _ in 0..<readsInSample { blackHole(measured.object(forKey: "fontSize") as? Double ?? 12.0) }
    }
    measure("read an absent key at \(keys) keys", .tsud, keys: keys) { _ in
        for _ in 0..<readsInSample { blackHole(fontSize.value) }
    }
}

/// Reads a member by a handle, and by its name, as in a loop over documents.
private func registerReadingMembers() {
    let documents = (0..<8).map { "report \($0).pdf" }
    let keys = documents.map { "fontSize/" + $0.replacingOccurrences(of: ".", with: "%2E") }
    let objects = Dictionary(uniqueKeysWithValues: keys.map { ($0, 14.5) })
    measure("read a member by its handle", .byHand, stored: objects) { _ in
        for _ in 0..<readsInSample { blackHole(measured.double(forKey: keys[0])) }
    }
    let handle = fontSize.of(documents[0])
    measure("read a member by its handle", .tsud, stored: objects) { _ in
        for _ in 0..<readsInSample { blackHole(handle.value) }
    }
    measure("read a member by its name", .byHand, stored: objects) { _ in
        for read in 0..<readsInSample { blackHole(measured.double(forKey: keys[read & 7])) }
    }
    measure("read a member by its name", .tsud, stored: objects) { _ in
        for read in 0..<readsInSample { blackHole(fontSize.of(documents[read & 7]).value) }
    }
}

private func registerWriting(_ keys: Int) {
    func measureWriting(_ type: String, _ implementation: Implementation, _ body: @escaping (Benchmark) -> Void) {
        measure("write \(type) at \(keys) keys", implementation, keys: keys, stored: stored[type] ?? [:], body)
    }
    measureWriting("Bool", .byHand) { benchmark in
        for number in benchmark.writes { measured.set(number.isMultiple(of: 2), forKey: "isOpen") }
    }
    measureWriting("Bool", .tsud) { benchmark in
        for number in benchmark.writes { isOpen.value = number.isMultiple(of: 2) }
    }
    measureWriting("Int", .byHand) { benchmark in
        for number in benchmark.writes { measured.set(number, forKey: "tabCount") }
    }
    measureWriting("Int", .tsud) { benchmark in
        for number in benchmark.writes { tabCount.value = number }
    }
    measureWriting("Double", .byHand) { benchmark in
        for number in benchmark.writes { measured.set(Double(number) + 0.5, forKey: "fontSize") }
    }
    measureWriting("Double", .tsud) { benchmark in
        for number in benchmark.writes { fontSize.value = Double(number) + 0.5 }
    }
    measureWriting("String", .byHand) { benchmark in
        for number in benchmark.writes { measured.set(name(number), forKey: "userName") }
    }
    measureWriting("String", .tsud) { benchmark in
        for number in benchmark.writes { userName.value = name(number) }
    }
}

private func registerOriginal() {
    func measureOriginal(_ work: String, _ type: String, _ body: @escaping (Benchmark) -> Void) {
        measure("\(work) at 10 keys", .original, stored: stored[type] ?? [:], body)
    }
    measureOriginal("read Bool", "Bool") { _ in
        for _ in 0..<readsInSample { blackHole(OriginalTSUD.value("isOpen", default: true)) }
    }
    measureOriginal("read Int", "Int") { _ in
        for _ in 0..<readsInSample { blackHole(OriginalTSUD.value("tabCount", default: 1)) }
    }
    measureOriginal("read Double", "Double") { _ in
        for _ in 0..<readsInSample { blackHole(OriginalTSUD.value("fontSize", default: 12.0)) }
    }
    measureOriginal("read String", "String") { _ in
        for _ in 0..<readsInSample { blackHole(OriginalTSUD.value("userName", default: "nobody")) }
    }
    measureOriginal("read an absent key", "") { _ in
        for _ in 0..<readsInSample { blackHole(OriginalTSUD.value("fontSize", default: 12.0)) }
    }
    measureOriginal("write Bool", "Bool") { benchmark in
        for number in benchmark.writes { OriginalTSUD.set(number.isMultiple(of: 2), "isOpen") }
    }
    measureOriginal("write Int", "Int") { benchmark in
        for number in benchmark.writes { OriginalTSUD.set(number, "tabCount") }
    }
    measureOriginal("write Double", "Double") { benchmark in
        for number in benchmark.writes { OriginalTSUD.set(Double(number) + 0.5, "fontSize") }
    }
    measureOriginal("write String", "String") { benchmark in
        for number in benchmark.writes { OriginalTSUD.set(name(number), "userName") }
    }
}

private func registerAddingOne() {
    func measureAddingOne(_ implementation: Implementation, _ body: @escaping (Benchmark) -> Void) {
        measure("value += 1", implementation, stored: stored["Double"] ?? [:], body)
    }
    measureAddingOne(.byHand) { _ in
        measured.set(measured.double(forKey: "fontSize") + 1, forKey: "fontSize")
    }
    measureAddingOne(.tsud) { _ in
        fontSize.value += 1
    }
    measureAddingOne(.original) { _ in
        OriginalTSUD.set(OriginalTSUD.value("fontSize", default: 12.0) + 1, "fontSize")
    }
}
