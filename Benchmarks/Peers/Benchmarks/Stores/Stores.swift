import Configuration
import Foundation
import GRDB
import TSUD

/// A store of settings, with the operations to compare.
protocol Store {
    func readNumber() throws -> Double
    func readPerson() throws -> Person
    /// Returns when the number is in the file.
    func write(_ number: Double) throws
    /// Writes a thousand other numbers, and returns when they are in the file.
    func writeThousand(_ number: Double) throws
}

struct Person: Codable, Sendable {
    var name = "Ada"
    var age = 36
    var height = 1.65
    var isMember = true
    var joined = Date(timeIntervalSinceReferenceDate: 1_000)
}

enum NotStored: Error {
    case nothing
}

/// The folder of all files, which the process removes when it exits.
let folder: URL = {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "tsud-peers-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
        fatalError("No temporary folder: \(error)")
    }
    // The started programs use this variable. This process has read it before, so it names its suites by their paths.
    setenv("XDG_CONFIG_HOME", url.path(percentEncoded: false), 1)
    atexit { try? FileManager.default.removeItem(at: folder) }
    return url
}()

func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

// MARK: TSUD

struct TSUDStore: Store {
    enum number: TSUD {
        static let defaultValue = 0.0
        static let suiteName = path("peers-tsud")
    }

    enum person: TSUD {
        static let defaultValue: Person? = nil
        static let suiteName = path("peers-tsud")
    }

    private let thousand = (0..<1_000).map { number.of("\($0)") }

    init() throws {
        try Self.number.update { $0 = 14.5 }
        try Self.person.update { $0 = Person() }
    }

    func readNumber() -> Double { Self.number.value }

    func readPerson() throws -> Person {
        guard let person = Self.person.value else { throw NotStored.nothing }
        return person
    }

    func write(_ number: Double) throws { try Self.number.update { $0 = number } }

    func writeThousand(_ number: Double) throws {
        try updateSettings { settings in
            for (index, handle) in thousand.enumerated() { settings[handle] = number + Double(index) }
        }
    }
}

// MARK: UserDefaults

struct UserDefaultsStore: Store {
    nonisolated(unsafe) private let suite: UserDefaults

    init() throws {
        guard let suite = UserDefaults(suiteName: path("peers-user-defaults")) else { throw NotStored.nothing }
        self.suite = suite
        let person = Person()
        suite.set(14.5, forKey: "number")
        suite.set(
            [
                "name": person.name, "age": person.age, "height": person.height, "isMember": person.isMember,
                "joined": person.joined,
            ],
            forKey: "person"
        )
        suite.synchronize()
    }

    func readNumber() -> Double { suite.double(forKey: "number") }

    func readPerson() throws -> Person {
        guard let stored = suite.dictionary(forKey: "person"),
            let name = stored["name"] as? String, let age = stored["age"] as? Int,
            let height = stored["height"] as? Double, let isMember = stored["isMember"] as? Bool,
            let joined = stored["joined"] as? Date
        else { throw NotStored.nothing }
        return Person(name: name, age: age, height: height, isMember: isMember, joined: joined)
    }

    func write(_ number: Double) {
        suite.set(number, forKey: "number")
        suite.synchronize()
    }

    func writeThousand(_ number: Double) {
        for index in 0..<1_000 { suite.set(number + Double(index), forKey: "number/\(index)") }
        suite.synchronize()
    }
}

// MARK: A JSON file

/// Reads and decodes the whole file for each value, because another process may have changed the file.
struct JSONStore: Store {
    struct Settings: Codable {
        var number = 14.5
        var person = Person()
        var numbers: [String: Double] = [:]
    }

    private let url = folder.appending(path: "peers.json")

    init() throws { try change { $0.number = 14.5 } }

    private func settings() throws -> Settings { try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url)) }

    private func change(_ body: (inout Settings) -> Void) throws {
        var settings = (try? settings()) ?? Settings()
        body(&settings)
        try JSONEncoder().encode(settings).write(to: url, options: .atomic)
    }

    func readNumber() throws -> Double { try settings().number }
    func readPerson() throws -> Person { try settings().person }
    func write(_ number: Double) throws { try change { $0.number = number } }

    func writeThousand(_ number: Double) throws {
        try change { settings in
            for index in 0..<1_000 { settings.numbers["\(index)"] = number + Double(index) }
        }
    }
}

// MARK: GRDB

struct GRDBStore: Store {
    struct Row: Codable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "settings"
        var key: String
        var number: Double
    }

    struct PersonRow: Codable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "people"
        var key: String
        var name: String
        var age: Int
        var height: Double
        var isMember: Bool
        var joined: Date
    }

    private let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue(path: path("peers.sqlite"))
        try database.write { database in
            try database.create(table: "settings") { table in
                table.primaryKey("key", .text)
                table.column("number", .double)
            }
            try database.create(table: "people") { table in
                table.primaryKey("key", .text)
                table.column("name", .text)
                table.column("age", .integer)
                table.column("height", .double)
                table.column("isMember", .boolean)
                table.column("joined", .datetime)
            }
            try Row(key: "number", number: 14.5).insert(database)
            let person = Person()
            try PersonRow(
                key: "person",
                name: person.name,
                age: person.age,
                height: person.height,
                isMember: person.isMember,
                joined: person.joined
            )
            .insert(database)
        }
    }

    func readNumber() throws -> Double {
        guard let row = try database.read({ try Row.fetchOne($0, key: "number") }) else { throw NotStored.nothing }
        return row.number
    }

    func readPerson() throws -> Person {
        guard let row = try database.read({ try PersonRow.fetchOne($0, key: "person") }) else {
            throw NotStored.nothing
        }
        return Person(name: row.name, age: row.age, height: row.height, isMember: row.isMember, joined: row.joined)
    }

    func write(_ number: Double) throws {
        try database.write { try Row(key: "number", number: number).upsert($0) }
    }

    func writeThousand(_ number: Double) throws {
        try database.write { database in
            for index in 0..<1_000 { try Row(key: "\(index)", number: number + Double(index)).upsert(database) }
        }
    }
}

// MARK: swift-configuration

/// Reads a JSON file once, when the program starts, and writes nothing.
struct ConfigurationStore: Store {
    private let reader: ConfigReader

    init() async throws {
        let person = Person()
        let file = folder.appending(path: "peers-configuration.json")
        let stored: [String: Any] = [
            "number": 14.5,
            "person": [
                "name": person.name, "age": person.age, "height": person.height, "isMember": person.isMember,
                "joined": person.joined.timeIntervalSinceReferenceDate,
            ],
        ]
        try JSONSerialization.data(withJSONObject: stored).write(to: file)
        reader = ConfigReader(
            provider: try await FileProvider<JSONSnapshot>(filePath: .init(file.path(percentEncoded: false)))
        )
    }

    func readNumber() throws -> Double { try reader.requiredDouble(forKey: "number") }

    func readPerson() throws -> Person {
        let person = reader.scoped(to: "person")
        return Person(
            name: try person.requiredString(forKey: "name"),
            age: try person.requiredInt(forKey: "age"),
            height: try person.requiredDouble(forKey: "height"),
            isMember: try person.requiredBool(forKey: "isMember"),
            joined: Date(timeIntervalSinceReferenceDate: try person.requiredDouble(forKey: "joined"))
        )
    }

    func write(_ number: Double) throws { throw NotStored.nothing }
    func writeThousand(_ number: Double) throws { throw NotStored.nothing }
}
