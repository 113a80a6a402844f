import Foundation
import SettingsFile

/// The object that a key's value was last made of, with the data that the decoder took for it.
///
/// To make that data is dearer than all the rest of a read. The data is kept rather than the value: a value with a class
/// inside could be changed by whoever read it.
final class LastData: @unchecked Sendable {
    /// Larger data is made anew each time rather than kept, in bytes.
    private static let limit = 65536

    private let lock = NSLock()
    private var last: (object: PropertyListObject, data: Data)?

    /// The data of an object, if it is the one that was kept.
    func data(of object: PropertyListObject) -> Data? {
        guard let last = lock.withLock({ last }), last.object == object else { return nil }
        return last.data
    }

    func keep(_ data: Data, of object: PropertyListObject) {
        lock.withLock { last = data.count <= Self.limit ? (object, data) : nil }
    }
}
