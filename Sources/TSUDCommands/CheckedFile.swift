import Foundation
import TSUD
import TSUDText

/// A file that `doctor` checks.
struct CheckedFile {
    enum Owner { case user, system, other }

    let path: String
    let owner: Owner
    /// Whether the user names it.
    let isGiven: Bool
    let contents: Result<Data, Problem>

    /// The reason why the file can't be read.
    var failure: Problem? { if case .failure(let problem) = contents { problem } else { nil } }

    /// The values by name, and the lines of the names in JSON.
    ///
    /// - Throws: The damage.
    func document() throws(Problem) -> (SettingsDocument, lines: NamedValues<Int>) {
        let data = try contents.get()
        do throws(Damage) {
            // Programs read no property list there.
            let document = try owner == .system ? .json(JSON.settings(in: data)) : SettingsDocument(data)
            return (document, JSON.lines(ofNamesIn: data))
        } catch {
            throw Problem(file: path, message: "\(error.reason).")
        }
    }
}

extension AnyHandle {
    /// Throws the error of a value in a file.
    func check(_ name: String, in document: SettingsDocument, as typedName: String) throws {
        switch document {
        case .json(let members):
            let json = members[name] ?? .null
            _ = try value(ofJSON: json, from: "Value for \(typedName.quoted)")
            if let message = messages(aboutFieldsOf: json).first { throw CommandError.data(message) }
        case .propertyList(let objects): _ = try value(of: FoundObject(objects[name] ?? "", .system))
        }
    }
}
