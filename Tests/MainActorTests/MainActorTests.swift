import Foundation
import TSUD
import TSUDTesting
import TSUDText
import Testing

// This file has no isolation annotations: the module is main-actor by default, like new Xcode projects.

struct Person: Codable, Equatable {
    var name = "nobody"
    var age = 0
}

struct person: TSUD { static let defaultValue = Person() }
enum fontSize: TSUD { static let defaultValue = 12.0 }
struct username: TSUD { static let defaultValue: String? = nil }

final class Settings {
    @Stored(fontSize.self) var size
}

/// A key whose own code belongs on the main actor.
enum checked: TSUD {
    static let defaultValue = 1
    static func validate(_ value: Int) throws { MainActor.assertIsolated() }
    static func report(_ error: TSUDError) { MainActor.assertIsolated() }
    static func upgrade(_ stored: Any) -> Int? {
        MainActor.assertIsolated()
        return nil
    }
}

/// Has an observation, as a view controller would.
final class Controller {
    private(set) var people: [Person] = []
    private var observation: TSUDObservation?

    func begin() {
        observation = person.observe { [weak self] new in
            MainActor.assertIsolated()
            self?.people.append(new)
        }
    }

    func end() { observation?.cancel() }
}

/// A value that is neither `Sendable` nor `Equatable`.
nonisolated final class Sketch: Codable { var lines = 0 }
enum sketch: TSUD { static var defaultValue: Sketch { Sketch() } }

struct MainActorTests {
    private let all: [any TSUD.Type] = [person.self, fontSize.self, username.self]

    @Test func `Keys, values, suites and properties need no annotation`() throws {
        try withEphemeralSettings { suite in
            person.value = Person(name: "Ann", age: 30)
            person.value.age += 1
            #expect(person.value == Person(name: "Ann", age: 31))
            #expect(person[suite] == person.get())
            person()[suite].name = "Bob"
            #expect(try person.storedValue()?.name == "Bob")
            try person.update { $0.age = 7 }
            #expect(person.get(suite).age == 7)
            suite.register(fontSize.self, username.self)
            #expect(fontSize.origin == .registered)
            Settings().size = 20
            #expect(fontSize.value == 20)
            username.set("ann", suite)
            #expect(username.isSet)
            username.reset()
            try suite.flush()
        }
    }

    @Test(.ephemeralSettings) func `Members and updates of several settings need no annotation`() async throws {
        let ann = person.of("ann")
        ann.value.age = 30
        try ann.update { $0.name = "Ann" }
        #expect(person.of("ann").value == Person(name: "Ann", age: 30))
        #expect(person.members().map(\.member) == ["ann"])
        try updateSettings { settings in
            settings[person.self].age = 1
            settings[fontSize.self] += 1
            settings[fontSize.of("ann")] = Double(settings[person.of("ann")].age)
        }
        #expect(fontSize.of("ann").value == 30)
        var values = fontSize.of("bob").values().makeAsyncIterator()
        #expect(await values.next() == 13)
    }

    @Test(.ephemeralSettings) func `A list of settings is shown, edited, exported and restored`() throws {
        #expect(all.map { $0.stringKey } == ["person", "fontSize", "username"])
        #expect(all.map { "\($0.value)" } == [#"Person(name: "nobody", age: 0)"#, "12.0", "nil"])
        all.register()
        try person.storeText(#"{"age":7,"name":"Ann"}"#)
        #expect(try person.parse(person.text() ?? "") == Person(name: "Ann", age: 7))
        let data = try all.exported()
        all.reset()
        #expect(try all.restore(from: data).stored == ["person"])
        #expect(person.value.age == 7)
    }

    @Test(.ephemeralSettings) func `Changes of a setting and of a list are awaited on the main actor`() async {
        let changes = all.changes()
        var ages: [Int] = []
        for await new in person.values() {
            MainActor.assertIsolated()
            ages.append(new.age)
            if new.age == 2 { break }
            person.value.age += 1
        }
        #expect(ages == [0, 1, 2])
        for await setting in changes {
            MainActor.assertIsolated()
            #expect(setting.stringKey == "person")
            break
        }
    }

    @Test func `A controller observes a setting until it cancels or is released`() async {
        await withEphemeralSettings { _ in
            var controller: Controller? = Controller()
            controller?.begin()
            #expect(controller?.people == [Person()])
            person.value.age = 1
            #expect(controller?.people == [Person()])
            while controller?.people.count == 1 { await Task.yield() }
            #expect(controller?.people.last?.age == 1)
            person.value.age = 2
            controller?.end()
            var ages = person.values().makeAsyncIterator()
            #expect(await ages.next()?.age == 2)
            #expect(controller?.people.count == 2)
            weak let gone = controller
            controller?.begin()
            controller = nil
            #expect(gone == nil)
        }
    }

    @Test func `Values that are not Sendable are observed on the main actor`() async {
        await withEphemeralSettings { suite in
            var (lines, numbers) = ([Int](), [Int]())
            let observations = [
                sketch.observe { lines.append($0.lines) },
                checked.observe { numbers.append($0) },
            ]
            let new = Sketch()
            new.lines = 3
            sketch.value = new
            suite.set("banana", forKey: "checked")
            checked.value = 2
            while lines.count < 2 || numbers.last != 2 { await Task.yield() }
            #expect(lines == [0, 3])
            withExtendedLifetime(observations) {}
        }
    }

    @Test func `A legacy representation is decoded on the main actor`() {
        struct PersonV1: Codable { var name: String }
        #expect(person.decode(PersonV1.self, from: ["name": "Ann"])?.name == "Ann")
    }

    @Test func `The code of a key runs on the actor of the call of values or changes`() async throws {
        try await withEphemeralSettings { suite async throws in
            let list: [any TSUD.Type] = [checked.self]
            var changes = list.changes().makeAsyncIterator()
            checked.value = 2
            #expect(try await next(&changes)?.stringKey == "checked")
            var values = checked.values().makeAsyncIterator()
            let first = try await next(&values)
            suite.set("banana", forKey: "checked")
            let second = try await next(&values)
            #expect([first, second] == [2, 1])
        }
    }
}

/// Systems without typed iteration call the iterators of `for await` in this way.
nonisolated private func next<Values: AsyncIteratorProtocol>(_ values: inout Values) async throws -> Values.Element? {
    nonisolated(unsafe) var taken = values
    defer { values = taken }
    return try await taken.next()
}

@Suite(.ephemeralSettings { person.value.age = 30 }) struct SettingsOfEachTestTests {
    @Test(.ephemeralSettings { username.value = "ann" })
    func `The first values of a suite and a test need no annotation`() {
        #expect(person.value.age == 30)
        #expect(username.value == "ann")
    }

    @Test func `Each test on the main actor has its own settings`() {
        #expect(person.value.age == 30)
        #expect(!username.isSet)
    }
}
