import Benchmark
import Foundation
import RatioTable
import TSUD

private struct Person: Codable {
    var name: String
    var age: Int
    var height: Double
    var isMember: Bool
    var joined: Date

    /// The property list that `PropertyListEncoder` makes of the structure.
    var objects: [String: Any] {
        ["name": name, "age": age, "height": height, "isMember": isMember, "joined": joined]
    }
}

private struct person: MeasuredKey { static let defaultValue = people.0 }

private let people = (
    Person(name: "Ada", age: 36, height: 1.65, isMember: true, joined: Date(timeIntervalSinceReferenceDate: 1000)),
    Person(name: "Ada", age: 37, height: 1.65, isMember: true, joined: Date(timeIntervalSinceReferenceDate: 1000))
)
nonisolated(unsafe) private let peopleAsObjects = (people.0.objects, people.1.objects)

/// A structure of five fields.
func registerStructures() {
    registerReadingUnchanged()
    registerReadingChanged()
    registerWriting()
}

/// Reads a setting as a function of the program for any setting does, which the compiler doesn't specialize.
@inline(never)
@_optimize(none)
private func value<Setting: TSUD>(of _: Setting.Type) -> Setting.ValueType { Setting.value }

private func registerReadingUnchanged() {
    func measureReading(_ implementation: Implementation, _ stored: Any, _ read: @escaping () -> Void) {
        for keys in [10, 1000] {
            measure("read a struct at \(keys) keys", implementation, keys: keys, stored: ["person": stored]) { _ in
                for _ in 0..<readsInSample { read() }
            }
        }
    }
    measureReading(.byHand, peopleAsObjects.0) { blackHole(measured.object(forKey: "person")) }
    measureReading(.tsud, peopleAsObjects.0) { blackHole(person.value) }
    let stored = ["person": peopleAsObjects.0]
    measure("read a struct in generic code", .byHand, stored: stored) { _ in
        for _ in 0..<readsInSample { blackHole(measured.object(forKey: "person")) }
    }
    measure("read a struct in generic code", .tsud, stored: stored) { _ in
        for _ in 0..<readsInSample { blackHole(value(of: person.self)) }
    }
    measureReading(.json, JSONData.of(people.0)) { blackHole(JSONData.value("person", default: people.0)) }
    measureReading(.original, peopleAsObjects.0) { blackHole(OriginalTSUD.value("person", default: people.0)) }
}

/// Reads a structure after a change, which is a direct, unmeasured `set` of a prepared object.
///
/// At the first read of any key after a change, Foundation rebuilds the suite. The second pair reads another key first,
/// and measures only the read of the structure.
private func registerReadingChanged() {
    func measureReading<Stored>(
        _ implementation: Implementation,
        _ stored: (Stored, Stored),
        _ read: @escaping () -> Void
    ) {
        measure("read a struct, changed", implementation, stored: ["person": stored.0]) { benchmark in
            measured.set(benchmark.alternate(stored), forKey: "person")
            benchmark.startMeasurement()
            read()
            benchmark.stopMeasurement()
        }
        measure("read a struct, changed, second read", implementation, stored: ["person": stored.0]) { benchmark in
            measured.set(benchmark.alternate(stored), forKey: "person")
            blackHole(measured.object(forKey: "other0"))
            benchmark.startMeasurement()
            read()
            benchmark.stopMeasurement()
        }
    }
    measureReading(.byHand, peopleAsObjects) { blackHole(measured.object(forKey: "person")) }
    measureReading(.tsud, peopleAsObjects) { blackHole(person.value) }
    measureReading(.json, (JSONData.of(people.0), JSONData.of(people.1))) {
        blackHole(JSONData.value("person", default: people.0))
    }
    measureReading(.original, peopleAsObjects) { blackHole(OriginalTSUD.value("person", default: people.0)) }
}

/// Writes a structure; direct calls store prepared objects, because encoding is part of a setting's cost.
private func registerWriting() {
    func measureWriting(_ implementation: Implementation, _ stored: Any, _ body: @escaping (Benchmark) -> Void) {
        measure("write a struct", implementation, stored: ["person": stored], body)
    }
    measureWriting(.byHand, peopleAsObjects.0) { benchmark in
        measured.set(benchmark.alternate(peopleAsObjects), forKey: "person")
    }
    measureWriting(.tsud, peopleAsObjects.0) { benchmark in person.value = benchmark.alternate(people) }
    measureWriting(.json, JSONData.of(people.0)) { benchmark in JSONData.set(benchmark.alternate(people), "person") }
    measureWriting(.original, peopleAsObjects.0) { benchmark in OriginalTSUD.set(benchmark.alternate(people), "person")
    }
}
