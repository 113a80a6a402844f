/// Whether two values are equal, if they can be compared.
func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    func equals<Compared: Equatable>(_ one: Compared) -> Bool { one == other as? Compared }
    return (one as? any Equatable).map { equals($0) } ?? false
}
