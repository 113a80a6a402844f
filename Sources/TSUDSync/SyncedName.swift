import Foundation
import TSUD

/// A name in the store, and the setting that it belongs to.
struct SyncedName {
    let key: any TSUD.Type
    let suite: UserDefaults

    var name: String { key.stringKey }

    /// What is stored on this device.
    struct Here {
        /// The fingerprint of the stored object, and the same for all objects that differ only in the order of arrays.
        var object: String
        var unordered: String
        /// The text for the store; `nil` if nothing is stored.
        var text: String?
    }

    /// The fingerprint of the stored object; empty if nothing is stored.
    func fingerprint() throws(TSUDError) -> String { TSUDSync.fingerprint(of: try object(in: suite)) }

    /// What is stored, whatever hides it.
    ///
    /// - Returns: `nil` if its text can't be had now: a launch argument hides it, or other threads change it all the time.
    /// - Throws: the error of the key if it can't read the stored object.
    func here() throws(TSUDError) -> Here? { try here(in: suite) }

    private func here(in suite: UserDefaults) throws(TSUDError) -> Here? {
        for _ in 0..<10 {
            guard let object = try object(in: suite) else { return Here(object: "", unordered: "") }
            let isHidden = key.origin(in: suite) != .suite
            if !isHidden { _ = try key.storedValue(in: suite) as Any }
            guard let text = isHidden ? try hiddenText() : SharedText.text(of: key, in: suite) else { return nil }
            let fingerprint = TSUDSync.fingerprint(of: object)
            // Otherwise the text may be that of another object.
            if fingerprint == TSUDSync.fingerprint(of: try self.object(in: suite)) {
                return Here(
                    object: fingerprint,
                    unordered: TSUDSync.fingerprint(of: object, ignoringOrder: true),
                    text: text
                )
            }
        }
        return nil
    }

    /// What a text becomes where nothing else is stored; `nil` if that can't be found out.
    func result(ofStoring text: String) -> Here? {
        withEphemeralSuite { suite in
            guard (try? SharedText.store(text, to: key, in: suite)) != nil else { return nil }
            return try? here(in: suite)
        }
    }

    /// The text of an object that a launch argument or an administrator's value hides.
    private func hiddenText() throws(TSUDError) -> String? {
        let exported = try [key].exported(in: suite)
        return try withEphemeralSuite { suite in
            Result { () throws(TSUDError) in
                try [key].restore(from: exported, in: suite)
                // On Apple systems launch arguments hide what is stored there as well.
                return [.suite, .defaultValue].contains(key.origin(in: suite))
                    ? SharedText.text(of: key, in: suite) : nil
            }
        }.get()
    }

    private func object(in suite: UserDefaults) throws(TSUDError) -> Any? {
        let data = try [key].exported(in: suite)
        let objects = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        return objects?[name]
    }
}
