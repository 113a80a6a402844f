import Foundation

extension TSUD {
    /// Puts a value into a suite and removes what former keys hold; tells nobody.
    static func write(
        _ value: ValueType,
        key: String,
        coding: any PropertyListCoding<ValueType>,
        slot: Slot,
        in suite: UserDefaults
    ) throws(TSUDError) {
        let object = try encode(value, by: coding, key: key)
        // A registered default would shine through a removed key and be read as the value that was set.
        let removes =
            coding.isNil(value) && coding.isNil(defaultValue) && SuiteDomains.registered(key, in: suite) == nil
        let formerKeys = formerKeys
        let uncertain = slot.changesType(to: ValueType.self) || coding.variesInKind
        slot.write {
            if removes {
                suite.removeObject(forKey: key)
            } else {
                suite.store(object, forKey: key, uncertain: uncertain)
            }
            for former in formerKeys { suite.removeObject(forKey: former) }
        }
    }

    static func encode(
        _ value: ValueType,
        by coding: any PropertyListCoding<ValueType>,
        key: String
    ) throws(TSUDError) -> Any {
        do throws(CodingFailure) {
            return try coding.object(for: value)
        } catch {
            let detail = error.detail.isEmpty ? "" : ": \(error.detail)"
            throw TSUDError(
                .unencodable,
                key: key,
                underlyingError: error.underlyingError,
                description: "Value for key '\(key)' can't be stored as a property list\(detail)."
            )
        }
    }
}
