/// Why a value has no stored form, or a stored object no value; without the key, which this layer doesn't know.
struct CodingFailure: Error {
    /// What is wrong in particular, as the end of a sentence; empty when there is nothing to add.
    var detail = ""
    /// What Foundation, or the type's own coding, said of it.
    var underlyingError: (any Error)?

    /// The detail as it ends a sentence.
    var suffix: String { detail.isEmpty ? "" : ": \(detail)" }
}
