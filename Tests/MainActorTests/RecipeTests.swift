import Foundation
import Observation
import TSUD
import TSUDTesting
import Testing

/// Recipes of the articles, as apps use them.
@Suite(.ephemeralSettings) struct RecipeTests {
    @Test func `A dictionary reads the array that it was stored as, if upgrade converts it`() {
        withEphemeralSettings { suite in
            suite.set(["left", 2.0, "right", 3.5] as [Any], forKey: "widths")
            #expect(widths.value == [.left: 2, .right: 3.5])
            widths.value[.left] = 4
            #expect(suite.dictionary(forKey: "widths") as? [String: Double] == ["left": 4, "right": 3.5])
        }
    }

    @Test func `A subscript by a case reads and writes a member`() {
        width[.left] = 300
        #expect(width[.left] == 300)
        #expect(width[.right] == 200)
        #expect(width.members().map(\.stringKey) == ["width/left"])
    }

    @Test func `A generic subscript changes the settings of one account`() {
        let ann = Account(id: "ann@example.com")
        ann[pageSize.self] += 30
        #expect(ann[pageSize.self] == 50)
        #expect(pageSize.value == 20)
        #expect(Account(id: "bob")[pageSize.self] == 20)
    }

    @Test(.timeLimit(.minutes(15)))
    func `An account begins with the common value, whose changes its closures don't receive`() async {
        let ann = rows.of("ann")
        let received = AsyncStream.makeStream(of: Int.self)
        let observation = ann.observe { received.continuation.yield($0) }
        var iterator = received.stream.makeAsyncIterator()
        #expect(await iterator.next() == 20)
        let common = AsyncStream.makeStream(of: Int.self)
        let other = rows.observe(initial: false) { common.continuation.yield($0) }
        var commonIterator = common.stream.makeAsyncIterator()
        await confirmation { isTracked in
            withObservationTracking {
                #expect(ann.value == 20)
            } onChange: {
                isTracked()
            }
            rows.value = 30
        }
        #expect(await commonIterator.next() == 30)
        #expect(ann.value == 30 && !ann.isSet)
        ann.value = 40
        #expect(await iterator.next() == 40)
        #expect(rows.members().map(\.stringKey) == ["ann_rows"])
        rows.value = 50
        #expect(ann.value == 40)
        withExtendedLifetime((observation, other)) {}
    }

    @Test(.timeLimit(.minutes(15))) func `One loop receives the changes of two settings`() async {
        let received = AsyncStream.makeStream(of: [Int].self)
        let task = Task { await followLayout { received.continuation.yield([$0, $1]) } }
        var iterator = received.stream.makeAsyncIterator()
        #expect(await iterator.next() == [20, 1])
        pageSize.value = 21
        #expect(await iterator.next() == [21, 1])
        columns.value = 2
        #expect(await iterator.next() == [21, 2])
        task.cancel()
    }

    @Test(.timeLimit(.minutes(15))) func `A mirror copies each setting of a list, and each change`() async {
        await withEphemeralSettings { copy in
            await withEphemeralSettings { _ in
                pageSize.value = 40
                let mirror = ListMirror(of: [pageSize.self, columns.self], into: copy)
                #expect(pageSize[copy] == 40)
                #expect(columns[copy] == 1)
                var copies = pageSize.in(copy).values(initial: false).makeAsyncIterator()
                pageSize.value = 41
                #expect(await copies.next() == 41)
                withExtendedLifetime(mirror) {}
            }
        }
    }

    @Test func `A list of settings with titles is a list of settings`() {
        let settings: [any TitledSetting.Type] = [columns.self]
        #expect(settings.map { $0.title } == ["Columns"])
        columns.value = 3
        let all: [any TSUD.Type] = settings.map { $0 }
        all.reset()
        #expect(columns.value == 1)
    }

    @Test func `A property of an object that is the value is stored by an update only`() throws {
        session.value.name = "lost"
        #expect(!session.isSet)
        try session.update { $0.name = "kept" }
        #expect(session.value.name == "kept")
    }
}

private enum Panel: String, Codable, CodingKeyRepresentable { case left, right }

private enum widths: TSUD {
    static let defaultValue: [Panel: Double] = [:]

    static func upgrade(_ stored: Any) -> [Panel: Double]? {
        guard let stored = stored as? [Any] else { return nil }
        var widths: [Panel: Double] = [:]
        for index in stride(from: 0, to: stored.count - 1, by: 2) {
            guard let name = stored[index] as? String,
                let panel = Panel(rawValue: name),
                let width = stored[index + 1] as? Double
            else { return nil }
            widths[panel] = width
        }
        return widths
    }
}

private enum width: TSUD {
    static let defaultValue = 200.0

    static subscript(panel: Panel) -> Double {
        get { self[panel.rawValue] }
        set { self[panel.rawValue] = newValue }
    }
}

private enum rows: TSUD {
    static let defaultValue = 20
    static let memberKey = "*_rows"
    static func defaultValue(of account: String) -> Int { value }
}

private enum pageSize: TSUD { static let defaultValue = 20 }

private nonisolated protocol TitledSetting: TSUD {
    static var title: String { get }
}

private enum columns: TitledSetting {
    static let defaultValue = 1
    static let title = "Columns"
}

private struct Account {
    let id: String

    subscript<Setting: TSUD>(setting: Setting.Type) -> Setting.ValueType {
        get { setting.of(id).value }
        nonmutating set { setting.of(id).value = newValue }
    }
}

private final class Session: Codable { var name = "" }
private enum session: TSUD { static var defaultValue: Session { Session() } }

private func followLayout(_ update: (Int, Int) -> Void) async {
    let settings: [any TSUD.Type] = [pageSize.self, columns.self]
    let changes = settings.changes()
    update(pageSize.value, columns.value)
    for await _ in changes { update(pageSize.value, columns.value) }
}

private final class ListMirror {
    private let copy: UserDefaults
    private var task: Task<Void, Never>?

    init(of settings: [any TSUD.Type], into copy: UserDefaults) {
        self.copy = copy
        let changes = settings.changes()
        for setting in settings { mirror(setting, into: copy) }
        task = Task {
            for await setting in changes { mirror(setting, into: copy) }
        }
    }

    deinit { task?.cancel() }
}

private func mirror<Setting: TSUD>(_ setting: Setting.Type, into copy: UserDefaults) {
    setting[copy] = setting.value
}
