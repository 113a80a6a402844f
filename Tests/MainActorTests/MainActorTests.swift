import Foundation
import TSUD
import Testing

// This file has no isolation annotations: the module is main-actor by default, like new Xcode projects.

struct Person: Codable, Equatable {
    var name = "nobody"
    var age = 0
}

struct person: TSUD { static let defaultValue = Person() }
enum fontSize: TSUD { static let defaultValue = 12.0 }
struct username: TSUD { static let defaultValue: String? = nil }

struct MainActorTests {
    @Test func `Keys, values and suites need no annotation`() throws {
        try withEphemeralSuite { suite in
            person.value = Person(name: "Ann", age: 30)
            person.value.age += 1
            #expect(person.value == Person(name: "Ann", age: 31))
            #expect(person[suite] == person.get())
            person()[suite].name = "Bob"
            let stored = try person.storedValue()
            #expect(stored?.name == "Bob")
            try person.update { $0.age = 7 }
            #expect(person.get(suite).age == 7)
            suite.register(fontSize.self, username.self)
            #expect(fontSize.origin() == .registered)
            username.set("ann", suite)
            #expect(username.isSet())
            username.reset()
            try suite.flush()
        }
    }

    @Test func `Settings are listed by their metatypes`() {
        withEphemeralSuite { _ in
            let all: [any TSUD.Type] = [person.self, fontSize.self, username.self]
            #expect(all.map { $0.stringKey } == ["person", "fontSize", "username"])
            for key in all { #expect("\(key.value)".isEmpty == false) }
        }
    }

    @Test func `A list is shown, edited, exported and restored`() throws {
        try withEphemeralSuite { _ in
            all.register()
            try person.store(text: #"{"age":7,"name":"Ann"}"#)
            #expect(try person.value(from: person.text() ?? "") == Person(name: "Ann", age: 7))
            let data = try all.exported()
            all.reset()
            #expect(try all.restore(from: data).isEmpty)
            #expect(person.value.age == 7)
        }
    }

    @Test func `The changes of a list are awaited on the main actor`() async {
        await withEphemeralSuite { _ in
            let changes = all.changes()
            setAge(1)
            for await setting in changes {
                MainActor.assertIsolated()
                #expect(setting.stringKey == "person")
                break
            }
        }
    }

    @Test func `Changes are awaited on the main actor`() async {
        await withEphemeralSuite { _ in
            var ages: [Int] = []
            for await person in person.values() {
                MainActor.assertIsolated()
                ages.append(person.age)
                if person.age == 2 { break }
                setAge(person.age + 1)
            }
            #expect(ages == [0, 1, 2])
        }
    }

    @Test func `A property that is a setting needs no annotation`() {
        withEphemeralSuite { _ in
            let settings = Settings()
            settings.size = 20
            #expect(fontSize.value == 20)
        }
    }
}

private var all: [any TSUD.Type] { [person.self, fontSize.self, username.self] }

private func setAge(_ age: Int) {
    person.value.age = age
}

final class Settings {
    @Stored(fontSize.self) var size
}
