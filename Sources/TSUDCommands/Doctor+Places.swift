import Foundation
import TSUD
import TSUDText

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
        let isReadable = access(path, R_OK) == 0
        guard status.st_mode & S_IFMT == S_IFREG || !isReadable else { return failure("it is not a file.") }
        do throws(Unreadable) {
            return .success(try Data(contentsOfFile: path))
        } catch {
            return failure(error.reason + ".")
        }
    }

    /// Returns the problems of an administrator's file that some programs can't read, or that some ignore.
    func problems(ofRightsOf path: String) -> [Problem] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        var messages: [String] = []
        #if os(Linux)
        if let reason = FilePath(path).rightsOfOthers { messages.append("\(reason); programs of root ignore it.") }
        #endif
        if status.st_mode & S_IROTH == 0 { messages.append("some users can't read it.") }
        if let directory = closedDirectory(above: path) {
            messages.append("some users can't read it, because they may not enter or list \(directory.quoted).")
        }
        return messages.map { Problem(file: path, message: $0) }
    }

    /// Whether a path is in a directory of administrators.
    func isInSystemDirectory(_ path: String) -> Bool {
        #if os(Linux)
        let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return suites.flatMap { SystemPlaces(of: $0).bases }.contains { base in
            [FilePath(base).directory, base + ".d", base + ".locked.d"].contains { isSameFile($0, directory) }
        }
        #else
        return false
        #endif
    }

    /// The files that the program could apply, but doesn't.
    var problemsOfUnapplied: [Problem] {
        suites.filter { $0.systemFiles.isEmpty }.flatMap(\.possibleSystemFiles).map(\.path)
            .filter { access($0, F_OK) == 0 }.map { path in
                Problem(file: path, kind: .note, message: "the program doesn't apply administrators' files.")
            }
    }

    /// A directory that leads to a file, and that not every user may enter or, if it is "NAME.d", list.
    private func closedDirectory(above path: String) -> String? {
        var url = URL(filePath: path).resolvingSymlinksInPath()
        while url.path() != "/" {
            url = url.deletingLastPathComponent()
            var status = stat()
            let directory = url.path(percentEncoded: false)
            let rights = directory.hasSuffix(".d/") ? S_IXOTH | S_IROTH : S_IXOTH
            if stat(directory, &status) == 0, status.st_mode & rights != rights { return directory }
        }
        return nil
    }

    /// The problems of the directories of the files, and of files that only look like those of the settings.
    var problemsOfPlaces: [Problem] {
        let known = Set(files.map(\.path))
        return damagedFiles + relativeDirectories + problemsOfUnapplied
            + places.flatMap { place -> [Problem] in
                do {
                    let names = try FileManager.default.contentsOfDirectory(atPath: place.directory)
                    return names.sorted().flatMap { name in
                        let path = place.directory + "/" + name
                        return known.contains(path) ? [] : problems(ofFileNamed: name, at: path, in: place)
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
            // There, files may have any name.
            if isOfSystem, directory.hasSuffix(".d/") { continue }
            let place = Place(directory: String(directory.dropLast()), name: name, isOfSystem: isOfSystem)
            if !places.contains(place) { places.append(place) }
        }
        return places
    }

    /// Returns the problems of a file that no program reads, although its name is like those of the settings' files.
    private func problems(ofFileNamed name: String, at path: String, in place: Place) -> [Problem] {
        guard name.lowercased().hasPrefix(place.name.lowercased() + ".") else { return [] }
        let rest = name.dropFirst(place.name.count + 1).lowercased()
        if rest.hasPrefix("plist.damaged-") {
            return [Problem(file: path, kind: .note, message: "it was damaged, so TSUD moved it here.")]
        }
        if place.isOfSystem, ["d", "locked.d"].contains(rest) { return problems(ofDirectory: path) }
        let parts = rest.split(separator: ".")
        guard isData(name), parts.count == 1 || parts.count == 2 && parts[0].hasPrefix("lock") else { return [] }
        let endings = place.isOfSystem ? ["json", "locked.json"] : ["plist"]
        let valid = endings.map { "\(place.name).\($0)".quoted }.joined(separator: ", ")
        return [Problem(file: path, message: "no program reads it; in this directory, programs read \(valid).")]
    }

    /// Returns the problems of a directory "NAME.d", in which the files have any name.
    private func problems(ofDirectory path: String) -> [Problem] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return [Problem(file: path, message: "it is not a directory.")]
        }
        return names.sorted().filter { isData($0) && !$0.hasSuffix(".json") }.map { name in
            let message = "no program reads it; in this directory, programs read files whose names end in .json."
            return Problem(file: "\(path)/\(name)", message: message)
        }
    }

    /// Whether a file may have settings, by its name.
    private func isData(_ name: String) -> Bool {
        let type = URL(filePath: name).pathExtension.lowercased()
        return ["json", "json5", "jsonc", "plist", "toml", "xml", "yaml", "yml"].contains(type)
    }

    /// The damaged files that this process has moved aside.
    private var damagedFiles: [Problem] {
        let paths = suites.filter(\.isUnreadableAtFirstUse).compactMap(\.filePath)
        return paths.filter { access($0, F_OK) != 0 }.map { path in
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
