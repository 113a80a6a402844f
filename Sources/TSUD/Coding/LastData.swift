import Foundation

/// The object that a key's value was last made of, with the data that the decoder took for it.
///
/// The data is kept rather than the value: a value with a class inside could be changed by whoever read it.
final class LastData: @unchecked Sendable {
    /// Larger data is made anew each time rather than kept, in bytes.
    private static let limit = 65536

    /// One object to retain, where its parts would take several.
    private final class Entry: @unchecked Sendable {
        let object: LastObject
        let type: Any.Type
        let data: Data

        init(object: Any, data: Data) {
            self.object = LastObject(object)
            type = Swift.type(of: object)
            self.data = data
        }
    }

    private let lock = NSLock()
    private var last: Entry?

    /// The data of an object, if it is the one that was kept.
    func data(of object: Any) -> Data? {
        guard let last = lock.withLock({ last }), last.object.isSame(as: object) else { return nil }
        // Foundation hands out other types than it was given; the next comparison is then of two of its own.
        if last.type != type(of: object) { keep(last.data, of: object) }
        return last.data
    }

    func keep(_ data: Data, of object: Any) {
        let kept = data.count <= Self.limit ? Entry(object: object, data: data) : nil
        lock.withLock { last = kept }
    }
}
