import Foundation
import TSUD
import TestSupport
import Testing

extension Members {
    /// The observers of a member's changes.
    @Suite(.bothKinds, .givenSuites) struct MemberChangesTests {
        private var suite: UserDefaults { GivenSuite.suite }

        /// Whether a reader is notified of a change: 1 or 0.
        private func notifications(_ read: () -> Void, of change: () throws -> Void) rethrows -> Int {
            // Observers are notified of earlier writes once more, on the main queue.
            waitForMainActor()
            let notified = observing(read)
            try change()
            return min(1, notified.total)
        }

        @Test func `A reader of a member is notified by the setting until the member has a value`() {
            let report = zoom.in(suite).of("report.pdf")
            #expect(notifications({ _ = report.value }, of: { zoom[suite] = 2 }) == 1)
            #expect(notifications({ _ = report.value }, of: { report.value = 3 }) == 1)
            #expect(notifications({ _ = report.value }, of: { zoom[suite] = 4 }) == 0)
            #expect(notifications({ _ = report.value }, of: { zoom.in(suite).of("other.pdf").value = 4 }) == 0)
            #expect(notifications({ _ = report.value }, of: { report.reset() }) == 1)
            #expect(notifications({ _ = report.value }, of: { zoom[suite] = 5 }) == 1)
            #expect(notifications({ _ = zoom[suite] }, of: { report.value = 6 }) == 0)
            #expect(notifications({ _ = report.isSet }, of: { report.reset() }) == 1)
            #expect(notifications({ _ = report.origin }, of: { zoom.in(suite).reset() }) == 1)
            let update = { _ = try? report.update { _ in throw BodyError() } }
            #expect(notifications(update, of: { zoom[suite] = 7 }) == 1)
        }

        @Test func `A reader of the list of members is notified of new and removed ones`() {
            #expect(notifications({ _ = zoom.in(suite).members() }, of: { zoom.in(suite).of("a").value = 2 }) == 1)
            #expect(notifications({ _ = zoom.in(suite).members() }, of: { zoom.in(suite).of("a").reset() }) == 1)
            #expect(notifications({ _ = zoom.in(suite).members() }, of: { zoom[suite] = 2 }) == 0)
            #expect(notifications({ _ = zoom.in(suite).members() }, of: { wider.in(suite).of("a").value = 2 }) == 0)
        }

        @Test(arguments: [false, true])
        func `A direct write of a member is observed, also after a write of another one`(_ isAfterWrite: Bool) {
            withEphemeralSettings { suite in
                let all: [any TSUD.Type] = [zoom.self]
                let changes = isAfterWrite ? all.changes().makeAsyncIterator() : nil
                if isAfterWrite { zoom.of("another").value = 2 }
                let value = observing { _ = zoom.of("a").value }
                suite.set(2.0, forKey: "zoom/a")
                value.wait(for: 1)
                if isAfterWrite { zoom.of("another").value = 3 }
                let list = observing { _ = zoom.members() }
                // The name of the member contains a slash as well.
                suite.set(2.0, forKey: "zoom/b/c")
                list.wait(for: 1)
                withExtendedLifetime(changes) {}
            }
        }

        @Test func `The values of a member are the setting's until it has its own`() async {
            let report = zoom.in(suite).of("report.pdf")
            var values = report.values().makeAsyncIterator()
            #expect(await values.next() == 1)
            zoom[suite] = 2
            #expect(await values.next() == 2)
            report.value = 3
            #expect(await values.next() == 3)
            zoom[suite] = 4
            report.value = 5
            #expect(await values.next() == 5)
            report.reset()
            #expect(await values.next() == 4)
            zoom[suite] = 6
            #expect(await values.next() == 6)
        }

        @Test(.timeLimit(.minutes(15)))
        func `A waiting reader of a member is woken by the setting and by the member`() async {
            let suites = Unchecked(suite)
            var last = 0.0
            for await value in zoom.in(suite).of("a").values() {
                last = value
                if value == 100 { break }
                // On another thread, while this task begins to wait.
                Thread.detachNewThread {
                    if value < 50 {
                        zoom[suites.value] = value + 1
                    } else {
                        zoom.in(suites.value).of("a").value = 100
                    }
                }
            }
            #expect(last == 100)
        }

        @Test func `The changes of a list deliver the setting whose member changes`() async throws {
            let all: [any TSUD.Type] = [zoom.self, wider.self]
            var changes = all.changes(in: suite).makeAsyncIterator()
            wider.in(suite).of("a").value = 2
            #expect(await changes.next()?.stringKey == "wider")
            try zoom.in(suite).of("a.b").update { $0 += 1 }
            #expect(await changes.next()?.stringKey == "zoom")
            zoom.in(suite).of("a.b").reset()
            wider[suite] = 5
            #expect(await changes.next()?.stringKey == "zoom")
            #expect(await changes.next()?.stringKey == "wider")
        }
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum wider: TSUD { static let defaultValue = 1.0 }
