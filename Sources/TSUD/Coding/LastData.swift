import Foundation
import SettingsFile

/// A cache of the object that a key's value was last decoded from, with the data that was made of it for the decoder.
///
/// Serializing that data costs more than the rest of a read. The data is cached rather than the value, because a caller
/// could change a value that contains an instance of a class.
final class LastData: @unchecked Sendable {
    /// The largest data to cache, in bytes.
    private static let limit = 65536

    private var lock: SharedLock { lastDataLock }
    private var last: (object: PropertyListObject, data: Data)?

    /// The data of an object, if that is the cached one.
    func data(of object: PropertyListObject) -> Data? {
        guard let last = lock.withLock({ last }), last.object == object else { return nil }
        return last.data
    }

    func keep(_ data: Data, of object: PropertyListObject) {
        lock.withLock { last = data.count <= Self.limit ? (object, data) : nil }
    }
}

private let lastDataLock = SharedLock()
