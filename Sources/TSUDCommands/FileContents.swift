import Foundation

/// The reason why a file can't be read, as in "can't be read: Permission denied".
struct Unreadable: Error { let reason: String }

extension Data {
    /// The most bytes that a file of settings may have.
    static let mostBytes = 256 << 20

    /// Reads a file or a pipe, or standard input for `nil`.
    init(contentsOfFile path: String?, atMost limit: Int = mostBytes) throws(Unreadable) {
        self.init()
        do {
            let file = try path.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .standardInput
            while count <= limit, let part = try file.read(upToCount: 1 << 20), !part.isEmpty { self += part }
        } catch {
            throw Unreadable(reason: "can't be read: \(error.reason)")
        }
        if count > limit { throw Unreadable(reason: "is larger than \(limit >> 20) MB") }
    }
}
