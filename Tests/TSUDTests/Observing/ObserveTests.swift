import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// A closure that is called with the values of a setting on the main actor.
    @MainActor @Suite(.bothKinds, .timeLimit(.minutes(15))) struct ObserveTests {
        let store = TestStore()

        typealias Change = (Double, @Sendable (UserDefaults) throws -> Void)

        /// Changes of a setting, and its value after each.
        nonisolated static let changes =
            size.writes(of: 14).map { Row<Change>($0.testDescription, (14, $0.content)) } + otherChanges
        private nonisolated static let otherChanges: [Row<Change>] = [
            Row("a hundred writes", 14) { for step in 0..<100 { size.in($0).value = 14 * Double(step) / 99 } },
            Row("a direct write that is saved", 14) {
                $0.set(14, forKey: "size")
                try $0.savePlainCalls()
            },
            Row("a reset", 12) { size.in($0).reset() },
            Row("an unreadable object", 12) {
                $0.set("banana", forKey: "size")
                try $0.savePlainCalls()
            },
        ]

        @Test(arguments: changes)
        func `observe calls the closure at once and after each change, on the main actor`(
            _ row: Row<Change>
        ) async throws {
            let (last, make) = row.content
            size.in(store.suite).value = 20
            try store.suite.flush()
            let notified = Recorder<Double>()
            let observation = size.in(store.suite).observe { value in
                MainActor.assertIsolated()
                notified.record(value)
            }
            #expect(notified.all == [20])
            try make(store.suite)
            // Asynchronously, on the main queue.
            #expect(notified.all == [20])
            while notified.all.last != last { await Task.yield() }
            // Some of the hundred values may be delivered too.
            #expect(Set(notified.all).count == notified.all.count)
            size.in(store.suite).value = 30
            while notified.all.last != 30 { await Task.yield() }
            observation.cancel()
        }

        @Test func `observe without the initial value calls the closure after the first change`() async {
            size.in(store.suite).value = 20
            let notified = Recorder<Double>()
            let observation = size.in(store.suite).observe(initial: false) { notified.record($0) }
            #expect(notified.all.isEmpty)
            size.in(store.suite).value = 14
            await notified.wait(for: [14])
            withExtendedLifetime(observation) {}
        }

        @Test(arguments: [true, false])
        func `A cancelled observation makes no call, also for an earlier change`(_ isReleased: Bool) async {
            let notified = Recorder<Double>()
            let released = Counter()
            var observation: TSUDObservation? = size.in(store.suite).observe { [captured = Captured(released)] value in
                withExtendedLifetime(captured) { notified.record(value) }
            }
            size.in(store.suite).value = 14
            if isReleased { observation = nil } else { observation?.cancel() }
            size.in(store.suite).value = 15
            // A later observation is notified when the cancelled one would have been.
            let others = Recorder<Double>()
            let other = size.in(store.suite).observe(initial: false) { others.record($0) }
            size.in(store.suite).value = 16
            await others.wait(for: [16])
            #expect(notified.all == [12])
            // The closure is given back although the observation is kept.
            while released.total == 0 { await Task.yield() }
            other.cancel()
            observation?.cancel()
        }

        @Test(arguments: [true, false])
        func `observe makes no call inside an update`(_ initial: Bool) async throws {
            let (notified, others) = (Recorder<Double>(), Recorder<Double>())
            let observation = size.in(store.suite).observe { notified.record($0) }
            let other = try updateSettings { settings in
                settings[size.in(store.suite)] = 14
                let other = size.in(store.suite).observe(initial: initial) { others.record($0) }
                height.in(store.suite).value = 3
                #expect(others.all.isEmpty)
                return other
            }
            #expect(notified.all == [12])
            #expect(others.all.isEmpty)
            await notified.wait(for: [12, 14])
            await others.wait(for: [14])
            observation.cancel()
            other.cancel()
        }

        @Test func `observe makes no call inside a read that changes the setting`() async {
            let notified = Recorder<Double>()
            let observation = size.in(store.suite).observe { notified.record($0) }
            store.suite.set(5, forKey: "meddling")
            meddling.$changed.withValue(Unchecked(store.suite)) {
                #expect(meddling.in(store.suite).value == 5)
                #expect(notified.all == [12])
            }
            await notified.wait(for: [12, 14])
            observation.cancel()
        }

        @Test func `The first call of observe isn't a tracked read`() {
            var observation: TSUDObservation?
            let notified = observing { observation = size.in(store.suite).observe { _ in } }
            size.in(store.suite).value = 14
            #expect(notified.total == 0)
            observation?.cancel()
        }

        @Test func `observe delivers a setting's values for a member without its own`() async {
            let notified = Recorder<Double>()
            let member = size.in(store.suite).of("a")
            let observation = member.observe { notified.record($0) }
            size.in(store.suite).value = 13
            await notified.wait(for: [12, 13])
            member.value = 14
            await notified.wait(for: [12, 13, 14])
            size.in(store.suite).value = 15
            member.reset()
            await notified.wait(for: [12, 13, 14, 15])
            observation.cancel()
        }

        @Test func `observe of a list uses the settings' own suites or the ephemeral one`() async {
            await withEphemeralSettings { _ in
                let notified = Recorder<String>()
                let all: [any TSUD.Type] = [size.self, height.self]
                let observations = all.map { key in key.observe { notified.record("\(key.stringKey): \($0)") } }
                #expect(notified.all == ["size: 12.0", "height: 2.0"])
                height.value = 3
                await notified.wait(for: ["size: 12.0", "height: 2.0", "height: 3.0"])
                withExtendedLifetime(observations) {}
            }
        }
    }
}

extension Changes {
    /// A closure that is called with the values of a setting without an actor, or on another.
    @Suite(.bothKinds, .timeLimit(.minutes(15))) struct ObserveElsewhereTests {
        let store = TestStore()

        @Test func `observeOnAnyThread calls the closure after an update, not inside it`() async throws {
            let notified = Recorder<Double>()
            let observation = try size.in(store.suite).update { value in
                value = 14
                let observation = size.in(store.suite).observeOnAnyThread { notified.record($0) }
                // Another thread has time for it.
                for _ in 0..<100 { sched_yield() }
                #expect(notified.all.isEmpty)
                return observation
            }
            await notified.wait(for: [14])
            observation.cancel()
        }

        @Test func `observeOnAnyThread makes one call at a time, the last with the last value`() async {
            let notified = Recorder<Double>()
            let suite = Unchecked(store.suite)
            let observation = size.in(store.suite).observeOnAnyThread { value in
                notified.recordAlone(value) { for _ in 0..<100 { sched_yield() } }
            }
            await withTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask { for step in 1...100 { size.in(suite.value).value = Double(1000 * writer + step) } }
                }
            }
            size.in(store.suite).value = -1
            while notified.all.last != -1 { await Task.yield() }
            observation.cancel()
        }

        @Test func `observe on an actor calls the closure on that actor`() async {
            let document = Document(size.in(store.suite))
            await document.observe()
            size.in(store.suite).value = 14
            while await document.sizes.count < 2 { await Task.yield() }
            #expect(await document.sizes == [12, 14])
            await document.end()
            size.in(store.suite).value = 15
            var values = size.in(store.suite).values().makeAsyncIterator()
            #expect(await values.next() == 15)
            #expect(await document.sizes == [12, 14])
        }
    }
}

/// An object that a closure captures.
private final class Captured {
    private let released: Counter
    init(_ released: Counter) { self.released = released }
    deinit {
        MainActor.assertIsolated()
        released.increment()
    }
}

/// An actor that observes as long as it keeps the observation, which keeps it.
private actor Document {
    private let size: TSUDHandle<Changes.size>
    private(set) var sizes: [Double] = []
    private var observation: TSUDObservation?

    init(_ size: TSUDHandle<Changes.size>) { self.size = size }

    func observe() {
        observation = size.observe { size in
            self.assertIsolated()
            self.sizes.append(size)
        }
    }

    func end() { observation = nil }
}

extension Changes {
    fileprivate enum size: Unreported { static let defaultValue = 12.0 }
    fileprivate enum height: TSUD { static let defaultValue = 2.0 }
    fileprivate enum meddling: TSUD {
        /// The suite in which a read changes another setting.
        @TaskLocal static var changed: Unchecked<UserDefaults>?
        static let defaultValue = 0
        static func validate(_ value: Int) throws { if let changed { size.in(changed.value).value = 14 } }
    }
}
