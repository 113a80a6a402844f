import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// A view reads while the main thread draws it, and is registered with Observation only after that.
    @Suite(.bothKinds, .mayBlock, .timeLimit(.minutes(15))) struct LaterNotificationTests {
        let store = TestStore()

        /// Changes a setting on another thread.
        static let changes: [Access<Void>] =
            size.writes(of: 99) + [
                Access("a reset", { size.in($0).reset() }),
                Access("an external change") {
                    $0.set(99.0, forKey: "size")
                    try $0.savePlainCalls()
                },
            ]

        @Test(arguments: changes, [false, true])
        func `Observers are notified of a change off the main thread again on the main queue`(
            _ change: Access<Void>,
            _ isWhileDrawing: Bool
        ) async throws {
            size[store.suite] = 14
            try store.suite.flush()
            let store = Unchecked(store)
            let changeElsewhere = { @Sendable in onAnotherThread { try? change.content(store.value.suite) } }
            let notified = await MainActor.run {
                let notified = observing {
                    #expect(size[store.value.suite] == 14)
                    if isWhileDrawing { changeElsewhere() }
                }
                // Too early for the view.
                if isWhileDrawing { #expect(notified.total == 0) } else { changeElsewhere() }
                return notified
            }
            notified.wait(for: 1)
            #expect(notified.total == 1)
        }

        @Test func `Observers on the main queue are notified at most twice of a change off the main thread`() async {
            let suite = Unchecked(store.suite)
            let notified = observingAgain { _ = size[suite.value] }
            size[suite.value] = 20
            #expect(notified.total >= 1)
            for _ in 0..<3 { waitForMainActor() }
            #expect(notified.total == 2)
        }
    }
}

private enum size: TSUD { static let defaultValue = 12.0 }
