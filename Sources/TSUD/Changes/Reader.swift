extension Observers {
    /// Something that awaits changes.
    final class Reader: Sendable {
        private let changes: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            // One change is as good as many: the reader looks at what is stored then.
            (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func wake() { continuation.yield() }

        /// Awaits a change since the last one that was awaited; `false` when the task is cancelled.
        func change() async -> Bool {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next() != nil
        }
    }
}
