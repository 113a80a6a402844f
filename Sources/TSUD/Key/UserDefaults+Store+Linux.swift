#if !canImport(Darwin)
import Foundation

extension UserDefaults {
    /// Stores an object that a property list holds, whatever is stored now.
    ///
    /// Foundation on Linux keeps the old object where it takes the new one for equal: 1.0 for 1, 0.0 for -0.0 inside an
    /// array, a composed letter for a decomposed one. So a dictionary is handed over as one that equals nothing; for
    /// other objects that may be taken for another the old one is looked at, which costs a read.
    ///
    /// - Parameters:
    ///   - object: a number, string, date, data, array or dictionary of Foundation's.
    ///   - key: the key to store it under.
    ///   - uncertain: whether the old object may be of another kind than the new one.
    func store(_ object: Any, forKey key: String, uncertain: Bool) {
        if let dictionary = object as? NSDictionary {
            set(UnequalDictionary(dictionary), forKey: key)
            return
        }
        if uncertain || isConfusable(object), let old = self.object(forKey: key), passes(old, for: object) {
            removeObject(forKey: key)
        }
        set(object, forKey: key)
    }
}

/// A dictionary that equals no other.
private final class UnequalDictionary: NSDictionary {
    private var contents: NSDictionary = [:]

    convenience init(_ contents: NSDictionary) {
        self.init()
        self.contents = contents
    }

    override var count: Int { contents.count }
    override func object(forKey aKey: Any) -> Any? { contents.object(forKey: aKey) }
    override func keyEnumerator() -> NSEnumerator { contents.keyEnumerator() }
    override func isEqual(_ value: Any?) -> Bool { false }
}

/// Whether another object of the same type may be taken for this one: a zero has two signs, a text many spellings.
private func isConfusable(_ object: Any) -> Bool {
    switch object {
    case let string as NSString: !String(string).utf8.allSatisfy { $0 < 0x80 }
    case let array as NSArray: array.contains { isRealZero($0) || isConfusable($0) }
    case let dictionary as NSDictionary: dictionary.allValues.contains { isRealZero($0) || isConfusable($0) }
    default: false
    }
}

private func isRealZero(_ object: Any) -> Bool {
    guard let number = object as? NSNumber else { return false }
    return number.doubleValue == 0 && isReal(number)
}

/// Whether Foundation would keep the old object instead of a new one that is not the same.
private func passes(_ old: Any, for new: Any) -> Bool {
    NSArray(array: [old]).isEqual(NSArray(array: [new])) && !isSameObject(old, new)
}
#endif
