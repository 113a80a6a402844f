import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Suites {
    /// A value that was decoded once is returned again for as long as its object is the same one.
    @Suite(.bothKinds, .givenSuites) struct UnchangedValueTests {
        private var suite: UserDefaults { GivenSuite.suite }

        /// Changes of a stored value, and the value after each.
        typealias Change = (Frame, @Sendable (UserDefaults) throws -> Void)

        static let changes: [Row<Change>] = [
            Row("a write", Frame(width: 2)) { frame[$0] = Frame(width: 2) },
            Row("a write of an equal value", Frame(width: 1)) { frame[$0] = Frame(width: 1) },
            Row("a direct write", Frame(width: 3)) { $0.set(["width": 3, "height": 3], forKey: "frame") },
            Row("an update", Frame(width: 1, height: 2)) { try frame.in($0).update { $0.height += 1 } },
            Row("a transaction", Frame(width: 4, height: 1)) { suite in
                try updateSettings { $0[frame.in(suite)].width = 4 }
            },
            Row("a direct removal", .unset) { $0.removeObject(forKey: "frame") },
            Row("a reset", .unset) { frame.in($0).reset() },
            Row("a write of another key", Frame(width: 1)) { $0.set(1, forKey: "another") },
            Row("a reset and a write", Frame(width: 5)) { suite in
                frame.in(suite).reset()
                frame[suite] = Frame(width: 5)
            },
        ]

        @Test(arguments: changes)
        func `Every way to read returns the stored value after every change`(_ row: Row<Change>) throws {
            let (expected, make) = row.content
            frame[suite] = Frame(width: 1)
            // On Linux, a direct removal counts only after that.
            try suite.flush()
            let property = Stored(frame.in(suite))
            let ways = frame.reads + [Access("the subscript of an instance", { frame()[$0] })]
            let reads = ways + ways
            for read in reads { #expect(try read.content(suite) == Frame(width: 1), "\(read)") }
            #expect(property.wrappedValue == Frame(width: 1))
            try make(suite)
            for read in reads { #expect(try read.content(suite) == expected, "\(read)") }
            #expect(property.wrappedValue == expected)
        }

        @Test func `An unreadable object is reported at each read, and a readable one after it is read`() {
            for width in 1...2 {
                frame[suite] = Frame(width: width)
                for _ in 0..<3 { #expect(frame[suite] == Frame(width: width)) }
                for unreadable in ["banana", ["width": -1, "height": 1]] as [Any] {
                    suite.set(unreadable, forKey: "frame")
                    let reports = Reports.during { for _ in 0..<3 { #expect(frame[suite] == .unset) } }
                    #expect(reports.count == 3)
                }
            }
        }

        @Test func `The cache distinguishes a setting, its members, and their former keys`() {
            let (own, setting) = (renamedFrame.in(suite).of("own"), renamedFrame.in(suite))
            func expect(_ width: Int, _ ownWidth: Int, _ line: UInt = #line) {
                for _ in 0..<3 { #expect([setting, own].map(\.value.width) == [width, ownWidth], "\(line)") }
            }
            expect(0, 0)
            suite.set(["width": 1, "height": 1], forKey: "former frame")
            expect(1, 1)
            suite.set(["width": 2, "height": 1], forKey: "former frame/own")
            expect(1, 2)
            suite.set(["width": 3, "height": 1], forKey: "former frame")
            expect(3, 2)
            own.value = Frame(width: 4)
            expect(3, 4)
            setting.value = Frame(width: 5)
            expect(5, 4)
            suite.set(["width": 6, "height": 1], forKey: "former frame")
            expect(5, 4)
            own.reset()
            expect(5, 5)
            setting.reset()
            expect(0, 0)
        }

        @Test func `A computed key has the cached value of its current name`() {
            for round in 1...3 {
                for account in 1...3 {
                    ofAccount.$account.withValue(account) {
                        if round == 1 { ofAccount[suite] = Frame(width: account) }
                        for _ in 0..<3 { #expect(ofAccount[suite].width == account) }
                    }
                }
            }
        }

        @Test func `A launch argument overrides a cached value as long as it exists`() async {
            let kept = frameOfArgument.in(suite)
            for (width, name) in [(1, "former frame of argument"), (2, "frameOfArgument"), (3, "frameOfArgument")] {
                suite.set(["width": width, "height": 1], forKey: name)
                for _ in 0..<3 { #expect(kept.value.width == width) }
                await withLaunchArguments(["frameOfArgument": ["width": 8, "height": 8]], in: suite) {
                    for _ in 0..<3 { #expect(kept.value.width == 8) }
                }
                for _ in 0..<3 { #expect(kept.value.width == width) }
            }
        }

        @Test func `Four threads that read while one writes find whole values, none older than the last`() async {
            let last = 300
            let shared = Unchecked(suite)
            frame[suite] = Frame(width: 0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var seen = 0
                        while seen < last {
                            let found = frame[shared.value]
                            #expect(found.width == found.height && found.width >= seen)
                            seen = found.width
                            await Task.yield()
                        }
                    }
                }
                for width in 1...last {
                    if width.isMultiple(of: 3) {
                        suite.set(["width": width, "height": width], forKey: "frame")
                    } else {
                        frame[suite] = Frame(width: width)
                    }
                    #expect(frame[suite].width == width)
                    await Task.yield()
                }
            }
        }

        @Test func `Instances of a class are not shared`() {
            instance[suite] = Instance(number: 1)
            optionalInstance[suite] = Instance(number: 2)
            let found = (0..<3).map { _ in instance[suite] } + (0..<3).compactMap { _ in optionalInstance[suite] }
            #expect(Set(found.map { ObjectIdentifier($0) }).count == 6)
            #expect(found.map(\.number) == [1, 1, 1, 2, 2, 2])
        }
    }

    /// How often a value is decoded, and who else may change it.
    @Suite(.bothKinds) struct UnchangedValueInSuiteTests {
        private let store = TestStore()
        private let decoded = Decoded()

        @Test func `A value is decoded and validated once, in whatever way it is read`() {
            let suite = store.suite
            counted.$decoded.withValue(decoded) {
                counted[suite] = Counted(number: 7)
                for _ in 0..<10 { #expect(counted[suite].number + counted.in(suite).value.number == 14) }
                #expect(decoded.count == 1)
                #expect(decoded.validations == 2)
                suite.set(1, forKey: "another")
                let member = counted.in(suite).of("without a value of its own")
                for _ in 0..<10 { #expect(counted[suite].number + member.value.number == 14) }
                #expect(decoded.count <= 2)
            }
        }

        @Test func `A member that is read by its name each time is decoded once`() {
            let setting = namedReport.in(store.suite)
            let names = (0..<8).map { "report \($0).pdf" }
            counted.$decoded.withValue(decoded) {
                for (number, name) in names.enumerated() { setting[name] = Counted(number: number) }
                for _ in 0..<10 { #expect(names.map { setting[$0].number } == Array(0..<8)) }
                #expect(decoded.count == 8)
                store.suite.set(9, forKey: "namedReport/report 3%2Epdf")
                for _ in 0..<10 { #expect(setting["report 3.pdf"].number == 9) }
                setting.of("report 4.pdf").reset()
                #expect(setting["report 4.pdf"].number == 0)
                setting.value = Counted(number: 5)
                #expect(setting["report 4.pdf"].number == 5)
            }
        }

        @Test func `More members than TSUD keeps have their values, in each suite`() {
            let (one, other) = (counted.in(store.suite), counted.in(TestStore().suite))
            for number in 0..<200 {
                one["\(number)"] = Counted(number: number)
                other["\(number)"] = Counted(number: -number)
            }
            for number in 0..<200 {
                #expect(one["\(number)"].number == number && other["\(number)"].number == -number)
            }
        }

        @Test func `A transaction reads the stored value, and then the one that it has set`() throws {
            let (setting, member) = (counted.in(store.suite), counted.in(store.suite).of("without its own"))
            setting.value = Counted(number: 7)
            try updateSettings { settings in
                #expect(settings[setting].number + settings[member].number == 14)
                settings[setting] = Counted(number: 8)
                #expect(settings[setting].number + settings[member].number == 16)
                settings.reset(setting)
                #expect(settings[setting].number + settings[member].number == 0)
            }
            try store.suite.flush()
            store.suite.set("banana", forKey: "counted")
            savePlainValues(of: store.suite)
            let error = #expect(throws: TSUDError.self) {
                try updateSettings { settings in #expect(settings[member].number == 0) }
            }
            #expect(error?.key == "counted")
        }

        /// Each is equal to the one before for Foundation, or was there before.
        static let numbers: [(object: (any Sendable)?, int: Int, double: Double, bool: Bool)] = [
            (1, 1, 1, true), (true, 1, 1, true), (1.0, 1, 1, true), (nil, 77, 7.75, true), (1, 1, 1, true),
            (0, 0, 0, false), (false, 0, 0, false), (-0.0, 0, -0.0, false), (1.5, 77, 1.5, true), (nil, 77, 7.75, true),
            (1.5, 77, 1.5, true),
        ]

        @Test func `A direct call with an equal number, or one that was there before, is read`() {
            let suite = store.suite
            for (object, int, double, bool) in Self.numbers {
                suite.set(object, forKey: "number")
                for _ in 0..<3 {
                    #expect(number<Int>[suite] == int && number<Double>[suite] == double && number<Bool>[suite] == bool)
                }
            }
        }

        @Test func `TSUD looks up an absent key once, and the key of a cached value never again`() {
            guard let system = (store.suite as? FakeDefaults)?.system else { return }
            let (object, cached) = (FakeRequests.Kind.object("number"), FakeRequests.Kind.cachedObject("number"))
            func requests(_ read: () -> Void) -> [Int] {
                let before = [object, cached].map(system.requests.count)
                read()
                return zip([object, cached].map(system.requests.count), before).map { $0 - $1 }
            }
            let read = { [suite = store.suite] in _ = number<Int>[suite] }
            for _ in 0..<3 { #expect(requests(read) == [1, 0]) }
            number<Int>[store.suite] = 5
            // It looks whether there is an object now.
            #expect(requests(read) == [1, 1])
            for _ in 0..<3 { #expect(requests(read) == [0, 1]) }
        }

        @Test func `A write through another UserDefaults object replaces a cached value`() {
            let another = store.anotherObject()
            for width in 1...4 {
                frame[width.isMultiple(of: 2) ? another : store.suite] = Frame(width: width)
                for _ in 0..<3 {
                    for suite in [store.suite, another] { #expect(frame[suite].width == width) }
                }
            }
        }

        @Test func `Another process's change replaces a cached value`() throws {
            for width in 1...3 {
                for _ in 0..<3 { #expect(frame[store.suite].width == width - 1) }
                try store.setElsewhere(["frame": ["width": width, "height": 1]])
            }
        }

        @Test func `An ephemeral suite has its own cached value`() {
            withEphemeralSettings { outer in
                frame.value = Frame(width: 1)
                for _ in 0..<3 {
                    #expect(frame.value.width == 1)
                    withEphemeralSettings { inner in
                        #expect(frame.value == .unset)
                        frame.value = Frame(width: 2)
                        #expect([inner, outer].map { frame[$0].width } == [2, 1])
                    }
                }
            }
        }
    }

    /// How often generic code decodes a value, of which the compiler doesn't know whether threads can share it.
    @Suite(.bothKinds) struct GenericReadTests {
        private let suite = TestStore().suite

        private func decodings<Part: Codable>(of part: Part) -> Int {
            func read<Setting: TSUD>(_ setting: Setting.Type) -> [Setting.ValueType] {
                @Stored(setting.in(suite)) var property
                return [setting.get(suite), setting[suite], setting.in(suite).value, property]
            }
            let decodings = Decodings()
            watched<Part>.in(suite).value = Watched(part)
            Decodings.$current.withValue(decodings) {
                for _ in 0..<3 { #expect(read(watched<Part>.self).count == 4) }
            }
            return decodings.count
        }

        @Test func `Generic code decodes an unchanged structure once`() {
            let payload = Payload.list([.none, .named("a", ["b": 1])])
            #expect(decodings(of: 5) == 1)
            #expect(decodings(of: ["a": [1.5]]) == 1)
            #expect(decodings(of: [Frame(width: 1), Frame(width: 2)]) == 1)
            #expect(decodings(of: ["a": Frame(width: 1)]) == 1)
            #expect(decodings(of: Set([1, 2])) == 1)
            #expect(decodings(of: payload) == 1)
            #expect(decodings(of: Payload.none) == 1)
            #expect(decodings(of: Optional(Frame(width: 1))) == 1)
            #expect(decodings(of: [Date(timeIntervalSinceReferenceDate: 0)]) == 1)
            #expect(decodings(of: [Data([1])]) == 1)
            #expect(decodings(of: [UUID()]) == 1)
            #expect(decodings(of: [Decimal(1)]) == 1)
            #expect(decodings(of: URL(fileURLWithPath: "/")) == 1)
            #expect(decodings(of: [Instance]()) == 1)
            #expect(decodings(of: Holder(instance: nil)) == 1)
        }

        @Test func `Generic code decodes a value that may hold an instance at each read`() {
            let instance = Instance(number: 1)
            #expect(decodings(of: instance) == 12)
            #expect(decodings(of: [Frame(width: 1): instance]) == 12)
            #expect(decodings(of: Holder(instance: instance)) == 12)
            #expect(decodings(of: [[Holder(instance: instance)]]) == 12)
            #expect(decodings(of: Hidden(instance: instance)) == 12)
            #expect(decodings(of: WithClosure()) == 12)
        }

        @Test func `Other code reads the cached value of generic code, and not the reverse if it holds an instance`() {
            let decodings = Decodings()
            sharedHolder[suite] = Watched(Holder(instance: Instance(number: 1)))
            func read<Setting: TSUD>(_ setting: Setting.Type) { _ = setting[suite] }
            Decodings.$current.withValue(decodings) {
                for _ in 0..<3 { _ = sharedHolder[suite] }
                #expect(decodings.count == 1)
                for _ in 0..<3 { read(sharedHolder.self) }
                #expect(decodings.count == 4)
                for _ in 0..<3 { _ = sharedHolder[suite] }
                #expect(decodings.count == 4)
            }
        }
    }

    /// Objects that are read if nothing is stored, and that are never cached.
    @Suite struct UnchangedFallbackTests {
        @Test func `The last registered default is read if nothing is stored`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    for width in 1...3 {
                        suite.register(defaults: ["frame": ["width": width, "height": 1]])
                        for _ in 0..<3 { #expect(frame[suite].width == width) }
                        frame[suite] = Frame(width: 10 * width)
                        for _ in 0..<3 { #expect(frame[suite].width == 10 * width) }
                        frame.in(suite).reset()
                        for _ in 0..<3 { #expect(frame[suite].width == width) }
                    }
                }
            }
        }

        @Test func `A default registered for a former key is not read`() async {
            await #expect(processExitsWith: .success) {
                try await GivenSuite.each { _, suite in
                    suite.register(defaults: ["former frame": ["width": 1, "height": 1]])
                    renamedFrame[suite] = Frame(width: 2)
                    for _ in 0..<3 { #expect(renamedFrame[suite].width == 2) }
                    renamedFrame.in(suite).reset()
                    for _ in 0..<3 { #expect(renamedFrame[suite] == .unset) }
                }
            }
        }

        /// In its own process, since Foundation on Linux adds suites to the standard one, which is only read here.
        @Test func `An added suite's object is read if nothing is stored`() async {
            await #expect(processExitsWith: .success) {
                for kind in SuiteKind.tested {
                    await kind.run {
                        let (store, added) = (TestStore(), TestStore())
                        let suite = kind == .native ? .standard : store.suite
                        added.suite.set(["width": 1, "height": 1], forKey: "frameOfAddedSuite")
                        suite.addSuite(named: added.name)
                        for _ in 0..<3 { #expect(frameOfAddedSuite[suite].width == 1) }
                        suite.removeSuite(named: added.name)
                        for _ in 0..<3 { #expect(frameOfAddedSuite[suite] == .unset) }
                    }
                }
            }
        }

        @Test @MainActor func `Instances of a class on the main actor are not shared`() {
            withEphemeralSettings { _ in }
            let suite = TestStore().suite
            onMainActor[suite] = MainInstance()
            for _ in 0..<3 {
                let found = onMainActor[suite]
                #expect(found.number == 1)
                found.number = 2
            }
        }
    }
}

extension TestStore {
    /// Stores something as another process does.
    fileprivate func setElsewhere(_ objects: [String: Any]) throws {
        if let system = (suite as? FakeDefaults)?.system {
            for (key, object) in objects { system.setElsewhere(object, forKey: key, in: .suite(named: name)) }
        } else {
            let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
            try data.write(to: URL(fileURLWithPath: name + ".plist"), options: .atomic)
            // Makes the suite follow its file now.
            try suite.flush()
        }
    }
}

struct Frame: Codable, Hashable, Sendable {
    var width = 0
    var height = 0

    init(width: Int, height: Int? = nil) { (self.width, self.height) = (width, height ?? width) }
    static let unset = Self(width: 0)
}

private struct frame: Reporting {
    static let defaultValue = Frame.unset
    static func validate(_ value: Frame) throws { if value.width < 0 { throw Negative() } }
    struct Negative: Error {}
}

private enum number<Value: Defaulted & Sendable>: Unreported {
    static var defaultValue: Value { .standIn }
    static var stringKey: String { "number" }
}

private enum renamedFrame: TSUD {
    static let defaultValue = Frame.unset
    static let formerKeys = ["former frame"]
}

private enum frameOfAddedSuite: TSUD { static let defaultValue = Frame.unset }

private enum frameOfArgument: TSUD {
    static let defaultValue = Frame.unset
    static let formerKeys = ["former frame of argument"]
}

private enum ofAccount: TSUD {
    static let defaultValue = Frame.unset
    @TaskLocal static var account = 0
    static var stringKey: String { "frame of \(account)" }
}

/// How often a value was decoded.
private final class Decoded: @unchecked Sendable {
    var count = 0
    var validations = 0
}

private struct Counted: Codable, Sendable {
    var number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
        counted.decoded.count += 1
        number = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// A setting of one test alone, because TSUD keeps only some members of each.
private enum namedReport: TSUD { static let defaultValue = Counted(number: 0) }

private enum counted: TSUD {
    static let defaultValue = Counted(number: 0)
    @TaskLocal static var decoded = Decoded()
    static func validate(_ value: Counted) throws { decoded.validations += 1 }
}

private final class Decodings: @unchecked Sendable {
    @TaskLocal static var current = Decodings()
    var count = 0
}

/// A value that records that it is decoded.
private struct Watched<Part: Codable>: Codable {
    var part: Part

    init(_ part: Part) { self.part = part }
    init(from decoder: any Decoder) throws {
        Decodings.current.count += 1
        part = try decoder.singleValueContainer().decode([Part].self)[0]
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([part])
    }
}
extension Watched: Sendable where Part: Sendable {}

private enum watched<Part: Codable>: TSUD {
    static var defaultValue: Watched<Part>? { nil }
}

private enum sharedHolder: TSUD { static let defaultValue = Watched(Holder(instance: nil)) }

private enum Payload: Codable {
    case none
    case named(String, [String: Int])
    indirect case list([Self])
}

private struct Holder: Codable, Hashable, Sendable {
    var number = 0
    var instance: Instance?
}

/// A value whose mirror doesn't show the instance.
private struct Hidden: Codable, CustomReflectable {
    var instance: Instance
    var customMirror: Mirror { Mirror(self, children: []) }
}

private struct WithClosure: Codable {
    var number = 0
    let closure: () -> Void = {}
    private enum CodingKeys: CodingKey { case number }
}

private final class Instance: Codable, Hashable, Sendable {
    static func == (one: Instance, other: Instance) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    let number: Int
    init(number: Int) { self.number = number }
}

private enum instance: TSUD { static let defaultValue = Instance(number: 0) }
private enum optionalInstance: TSUD { static let defaultValue: Instance? = nil }

@MainActor private final class MainInstance: @MainActor Codable { var number = 1 }
@MainActor private enum onMainActor: @MainActor TSUD { static var defaultValue: MainInstance { MainInstance() } }
