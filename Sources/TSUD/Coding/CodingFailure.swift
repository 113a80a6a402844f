/// Why a value can't be encoded or a stored object can't be decoded; without the key, which this layer does not know.
struct CodingFailure: Error {
    /// Details, as the end of a sentence; empty if there are none.
    var detail = ""
    /// The error of Foundation or of the type's own coding.
    var underlyingError: (any Error)?

    /// The detail as it ends a sentence.
    var suffix: String { detail.isEmpty ? "" : ": \(detail)" }
}
