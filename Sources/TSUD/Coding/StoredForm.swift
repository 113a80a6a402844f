import Foundation

/// What a value is stored as.
struct StoredForm {
    /// A number, string, date, data, array or dictionary, Foundation's or one that turns into such.
    let object: Any
    let likeness: Likeness

    /// Whether Foundation on Linux may take another object for this one, and so not store it.
    enum Likeness {
        /// No object of this kind that is another value.
        case none
        /// Some: a zero has two signs, a text several spellings, an array may hold either.
        case some
        /// Some, and the object is a dictionary, which can be told apart without a look at the other.
        case dictionary
    }
}

extension StoredForm {
    /// The form of a value that is anything an encoder makes.
    init(varying object: Any) {
        if let dictionary = propertyListDictionary(object) {
            self.init(object: dictionary, likeness: .dictionary)
        } else {
            self.init(object: object, likeness: .some)
        }
    }
}
