import Foundation
package import TSUD

/// The objects of exported settings by their keys, from a property list or from JSON.
struct ExportedObjects {
    private(set) var objects: NamedValues<Any> = [:]
    /// The errors of values in JSON that the settings can't read, by key.
    private(set) var errors: NamedValues<TSUDError> = [:]

    /// All names in the data, of which those of settings are keys.
    var names: [String] { objects.keys + errors.keys }

    /// Reads a property list by keys, or JSON by names.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - handles: The settings, which decode values in JSON.
    /// - Throws: `unreadable` if the data is neither.
    init(_ data: Data, of handles: [any AnyHandle]) throws(TSUDError) {
        do throws(Damage) {
            switch try SettingsDocument(data) {
            case .propertyList(let objects): self.objects = objects
            case .json(let values):
                let handles = NamedHandles(handles)
                for (name, json) in values.sorted { add(json, named: name, of: handles) }
            }
        } catch {
            throw TSUDError(.unreadable, description: "The settings in the data can't be read: \(error.reason).")
        }
    }

    private mutating func add(_ json: JSON, named name: String, of handles: NamedHandles) {
        guard let (handle, key) = handles[name] else {
            objects[name] = ""
            return
        }
        do throws(TSUDError) {
            objects[key] = try handle.object(ofJSON: json)
        } catch {
            errors[key] = error
        }
    }
}

extension AnyHandle {
    fileprivate func object(ofJSON json: JSON) throws(TSUDError) -> Any {
        try object(of: value(ofJSON: json, from: "Value for key '\(stringKey)'"))
    }
}

extension Collection where Element == any TSUD.Type {
    /// Throws an error if two settings have the same key in different suites, and so the same name.
    ///
    /// Two types that share a value in one suite are no error.
    ///
    /// - Throws: `duplicateKey`.
    package func checkKeys() throws(TSUDError) {
        var first: NamedValues<any TSUD.Type> = [:]
        for setting in self {
            let key = setting.stringKey
            guard let other = first[key] else {
                first[key] = setting
                continue
            }
            let isSame =
                setting.suiteName == other.suiteName
                && setting.currentSuite.suiteIdentity == other.currentSuite.suiteIdentity
            if isSame { continue }
            let description = "Two settings of the list have the key '\(key)', in different suites."
            throw TSUDError(.duplicateKey, key: key, description: description)
        }
    }
}
