import Foundation
import TSUD

/// Stores the value that a text stands for.
func store<Key: TSUD>(_ text: String, in key: Key.Type) throws(Mistake) {
    guard let value = value(of: text, for: key) else {
        throw Mistake("\(key.stringKey) takes \(expectation(of: key)), not \(text.quoted)")
    }
    do throws(TSUDError) {
        try key.store(value)
    } catch {
        throw Mistake(error.description)
    }
}

/// The value that a text stands for: what the key would read if the text were a launch argument.
///
/// The library reads such texts for every key, so there is no parser here. An ephemeral suite holds the text for it.
private func value<Key: TSUD>(of text: String, for key: Key.Type) -> Key.ValueType? {
    withEphemeralSuite { suite in
        suite.set(launchArgument(text), forKey: key.stringKey)
        return try? key.storedValue(in: suite)
    }
}

/// The object that Foundation makes of a launch argument: a property list if it looks like one and is one, or a string.
private func launchArgument(_ text: String) -> Any {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let first = text.first, "{[(<\"".contains(first),
        let object = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    else { return text }
    return object
}
