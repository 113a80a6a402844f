#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// Waiting for a save without blocking a thread.
    @Suite struct FlushWithinTests {
        let store = TestStore()
        private var file: FilePath { FilePath(store.name + ".plist") }

        @Test func `flush(within:) leaves the threads of all tasks free while another process saves`() async throws {
            let lock = Unchecked(try FileLock.take(for: file, by: .now))
            saved[store.suite] = 1
            let suite = Unchecked(store.suite)
            try await withThrowingTaskGroup { group in
                // More than there are threads. If one were blocked, no thread could unlock.
                for _ in 0..<32 { group.addTask { try await suite.value.flush(within: .seconds(300)) } }
                group.addTask { lock.value.unlock() }
                try await group.waitForAll()
            }
            #expect(FileManager.default.fileExists(atPath: file.path))
        }

        @Test func `flush(within:) throws when the time is over`() async throws {
            let lock = try FileLock.take(for: file, by: .now)
            defer { lock.unlock() }
            saved[store.suite] = 1
            let error = await #expect(throws: TSUDError.self) { try await store.suite.flush(within: .milliseconds(1)) }
            #expect(error?.code == .notSaved && error?.path == file.path)
        }
    }
}

private enum saved: TSUD { static let defaultValue = 0 }
#endif
