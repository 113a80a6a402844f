/// Why a value can't be encoded or a stored object can't be decoded; without the key, which this layer does not know.
struct CodingFailure: Error {
    /// Details, as the end of a sentence; empty if there are none.
    var detail = ""
    /// The error of Foundation or of the type's own coding.
    var underlyingError: (any Error)?

    static var tooDeep: Self { Self(detail: "it nests deeper than \(PropertyListObject.depthLimit) levels") }

    /// The detail as it ends a sentence.
    var suffix: String { detail.isEmpty ? "" : ": \(detail)" }
}

extension PropertyListObject {
    /// Converts an object from outside of the library, which may be anything.
    init(checked object: Any) throws(CodingFailure) {
        guard let checked = Self(object) else {
            let limit = "\(PropertyListObject.depthLimit) levels"
            throw CodingFailure(detail: "it can't be part of a property list, or nests deeper than \(limit)")
        }
        self = checked
    }
}

extension PropertyListCoding {
    /// What is wrong with an object that can't be read, as the end of a sentence that may have quoted it already.
    func unreadable(_ object: Any, _ failure: CodingFailure, isQuoted: Bool) -> String {
        let choices = choices.joined(separator: ", ")
        let detail = choices.isEmpty ? failure.suffix : "; there are \(choices)"
        if isQuoted { return "is not \(withArticle(expectation))\(detail)" }
        guard let text = object as? String, !choices.isEmpty else {
            return "is \(kindWithArticle(of: object)), expected \(expectation)\(failure.suffix)"
        }
        return "is \(quoted(text)), not \(withArticle(expectation))\(detail)"
    }
}
