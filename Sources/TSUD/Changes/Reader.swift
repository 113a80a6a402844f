extension KeyObservation {
    /// An asynchronous sequence that awaits changes.
    final class Reader: Sendable {
        private let changes: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            // Changes are coalesced, because the reader reads what is stored when it wakes.
            (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func wake() { continuation.yield() }

        /// Awaits the next change; returns `false` if the task is cancelled.
        func change() async -> Bool {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next() != nil
        }
    }
}
