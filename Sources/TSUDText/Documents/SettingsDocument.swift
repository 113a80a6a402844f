package import Foundation
package import TSUD

/// The values of a file with settings, by name.
package enum SettingsDocument {
    case json(NamedValues<JSON>)
    case propertyList(NamedValues<Any>)

    /// Reads a property list in XML or in the binary format, or else JSON.
    ///
    /// - Parameter data: The contents of the file.
    /// - Throws: The reason why it can't be read.
    package init(_ data: Data) throws(Damage) {
        if PropertyListData.isXML(data) || data.starts(with: "bplist".utf8) {
            self = .propertyList(try PropertyListData.settings(in: data).mapValues(\.foundationObject))
        } else {
            self = .json(try JSON.settings(in: data))
        }
    }

    package var names: [String] {
        switch self {
        case .json(let values): values.keys
        case .propertyList(let objects): objects.keys
        }
    }
}
