import Foundation

/// The file in which Foundation stores the settings of a program without a bundle.
var pathOfSettings: String {
    let name = (Bundle.main.executableURL?.lastPathComponent ?? ProcessInfo.processInfo.processName) + ".plist"
    #if canImport(Darwin)
    return URL.libraryDirectory.appending(components: "Preferences", name).path()
    #else
    let environment = ProcessInfo.processInfo.environment
    var directory = "\(environment["HOME"] ?? "")/.config"
    // A relative one is ignored; a relative HOME is not.
    if let given = environment["XDG_CONFIG_HOME"], given.hasPrefix("/") { directory = given }
    return URL(fileURLWithPath: "\(directory)/\(name)").standardizedFileURL.path
    #endif
}
