/// A key's value while an update runs.
struct Draft<Key: TSUD> {
    private let key: BoundKey<Key>
    var value: Key.ValueType

    /// Reads the value, which has to be readable.
    init(_ key: BoundKey<Key>) throws(TSUDError) {
        self.key = key
        key.access()
        key.setting?.access()
        let (source, object) = key.source
        if let object { value = try source.decode(object) } else { value = Key.defaultValue }
    }

    /// The change that stores the value, which has to be valid.
    var change: KeyChange {
        get throws(TSUDError) { key.change(to: try key.form(of: value)) }
    }
}
