import Foundation
import TSUD

/// The checks of files and directories as a whole.
extension Program {
    /// Returns the contents of a file that a program reads, without waiting for a pipe in its place.
    func checkedContents(ofFileAt path: String) -> Result<Data, Problem> {
        func failure(_ message: String) -> Result<Data, Problem> { .failure(Problem(file: path, message: message)) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = errno
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            if error == ENOENT, let target { return failure("the link leads to \(target.quoted), which is missing.") }
            return failure("can't be read: \(String(cString: strerror(error))).")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return failure("it is not a file.") }
        guard status.st_size <= CommandContext.mostBytes else { return failure("it is larger than 256 MB.") }
        do {
            return .success(try Data(contentsOf: URL(filePath: path)))
        } catch {
            return failure("can't be read: \(error.reason).")
        }
    }

    /// Returns the problems of an administrator's file that some programs can't read, or that some ignore.
    func problems(ofRightsOf path: String) -> [Problem] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        var messages: [String] = []
        if status.st_uid != 0 || status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
            messages.append("a user other than root can write it; programs of root ignore it.")
        } else if let directory = suites.first?.directoryOfOthers(leadingTo: path) {
            messages.append(
                "a user other than root can replace files in \(directory.quoted); programs of root ignore it."
            )
        }
        if status.st_mode & S_IROTH == 0 { messages.append("some users can't read it.") }
        if let directory = closedDirectory(above: path) {
            messages.append("some users can't read it, because they may not enter \(directory.quoted).")
        }
        return messages.map { Problem(file: path, message: $0) }
    }

    /// A directory that leads to a file, and that not every user may enter.
    private func closedDirectory(above path: String) -> String? {
        var url = URL(filePath: path).resolvingSymlinksInPath()
        while url.path() != "/" {
            url = url.deletingLastPathComponent()
            var status = stat()
            let directory = url.path(percentEncoded: false)
            if stat(directory, &status) == 0, status.st_mode & S_IXOTH == 0 { return directory }
        }
        return nil
    }

    /// The problems of the directories of the files, and of files that only look like those of the settings.
    var problemsOfPlaces: [Problem] {
        let known = Set(files.map(\.path))
        return damagedFiles + relativeDirectories
            + places.flatMap { place -> [Problem] in
                do {
                    let names = try FileManager.default.contentsOfDirectory(atPath: place.directory)
                    return names.sorted().compactMap { name in
                        let path = place.directory + "/" + name
                        return known.contains(path) ? nil : problem(ofFileNamed: name, at: path, in: place)
                    }
                } catch {
                    var status = stat()
                    let isMissing = lstat(place.directory, &status) != 0 && [ENOENT, ENOTDIR].contains(errno)
                    if isMissing { return [] }
                    return [Problem(file: place.directory, message: "can't be read: \(error.reason).")]
                }
            }
    }

    /// A directory of files, and the beginning of their names.
    private struct Place: Hashable {
        let directory: String
        let name: String
        let isOfSystem: Bool
    }

    /// The places of all files, without repetitions.
    private var places: [Place] {
        var places: [Place] = []
        for (path, isOfSystem) in files {
            let url = URL(filePath: path)
            var name = url.deletingPathExtension().lastPathComponent
            if isOfSystem, name.hasSuffix(".locked") { name.removeLast(".locked".count) }
            let directory = url.deletingLastPathComponent().path(percentEncoded: false)
            let place = Place(directory: String(directory.dropLast()), name: name, isOfSystem: isOfSystem)
            if !places.contains(place) { places.append(place) }
        }
        return places
    }

    /// Returns the problem of a file that no program reads, although its name is like those of the settings' files.
    private func problem(ofFileNamed name: String, at path: String, in place: Place) -> Problem? {
        guard name.lowercased().hasPrefix(place.name.lowercased() + ".") else { return nil }
        let rest = name.dropFirst(place.name.count + 1).lowercased()
        if rest.hasPrefix("plist.damaged-") {
            return Problem(file: path, kind: .note, message: "it was damaged, so TSUD moved it here.")
        }
        let parts = rest.split(separator: ".")
        guard let type = parts.last, ["json", "json5", "jsonc", "plist", "toml", "xml", "yaml", "yml"].contains(type),
            parts.count == 1 || parts.count == 2 && parts[0].hasPrefix("lock")
        else { return nil }
        let endings = place.isOfSystem ? ["plist", "json", "locked.plist", "locked.json"] : ["plist"]
        let valid = endings.map { "\(place.name).\($0)".quoted }.joined(separator: ", ")
        return Problem(file: path, message: "no program reads it; in this directory, programs read \(valid).")
    }

    /// The damaged files that this process has moved aside.
    private var damagedFiles: [Problem] {
        suites.filter(\.isDamagedAtFirstUse).compactMap(\.filePath).map { path in
            Problem(file: path, message: "it was not a property list of settings, so TSUD moved it aside.")
        }
    }

    /// The relative paths in the search list, which the XDG specification forbids.
    private var relativeDirectories: [Problem] {
        let variable = "XDG_CONFIG_DIRS"
        let paths = ProcessInfo.processInfo.environment[variable]?.split(separator: ":").map(String.init) ?? []
        return paths.filter { !$0.hasPrefix("/") }.map { path in
            Problem(
                name: variable,
                message: "\(path.quoted) in \(variable) is not an absolute path, so programs ignore it."
            )
        }
    }
}
