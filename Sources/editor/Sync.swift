import Foundation
import TSUD
import TSUDCommands
import TSUDSync
import TSUDText

/// Synchronizes the settings with etcd, or follows it, and prints each change with its origin until SIGINT or SIGTERM.
func synchronize(_ call: CommandContext, isFollowing: Bool = false) async throws {
    let store = try store(call.operands[0], prefix: prefix)
    try await call.untilInterrupted {
        let sync = isFollowing ? Prefs.all.follow(store) : Prefs.all.sync(with: store)
        let doing = isFollowing ? "Following" : "Synchronizing"
        try call.write("\(doing) \(Prefs.all.count) settings with \(call.operands[0]); Ctrl-C ends.\n")
        for await event in sync.events { try show(event, sync.status, call) }
    }
}

/// Prints an event, or an error to standard error.
private func show(_ event: TSUDSyncEvent, _ status: TSUDSyncStatus, _ call: CommandContext) throws {
    // The name in the store is percent-encoded.
    func line(_ name: String) -> String { call.line(of: name.removingPercentEncoding ?? name) ?? name }
    switch event {
    case .received(let name, _): try call.write("\(line(name)), from etcd\n")
    case .sent(let name, _): try call.write("\(line(name)), from here\n")
    case .overwritten(let name, let text): try call.write("\(name) = \(text ?? "nothing") was overwritten by etcd\n")
    case .connected: try call.write("etcd: \(status)\n")
    case .failed(let reason): call.warn(reason)
    }
}

/// Prints the values in etcd that a follower would store, and an error for each unknown, unreadable, or invalid value.
///
/// If there is an error, the exit code is 65, so a script can stop before the roll-out.
func check(_ call: CommandContext) async throws {
    let store = try store(call.operands[0], prefix: "")
    var failures = 0
    for (key, value) in try await store.read([String(prefix.dropLast())]).values.sorted(by: { $0.key < $1.key }) {
        let name = String(key.dropFirst(prefix.count))
        if name == "TSUDSync" || name.hasPrefix("TSUDSync/") { continue }
        do {
            guard let setting = Prefs.all.first(where: { name == $0.stringKey || name.hasPrefix($0.stringKey + "/") })
            else { throw CommandError("Unknown setting '\(name)' in etcd.") }
            guard let text = value.text else { throw CommandError("Value for '\(name)' in etcd is not UTF-8.") }
            _ = try setting.parse(text)
            try call.write("\(name) = \(text)\n")
        } catch {
            failures += 1
            call.warn((error as? CommandError)?.message ?? "\(error)")
        }
    }
    if failures > 0 { throw CommandError("\(failures) values in etcd can't be used.", exitCode: 65) }
}

/// The prefix of all names in etcd, which ends with a slash.
private let prefix = ProcessInfo.processInfo.environment["ETCD_PREFIX"] ?? "editor/"

/// Returns the store at an address, with the user and the password in the variables `ETCD_USER` and `ETCD_PASSWORD`.
private func store(_ address: String, prefix: String) throws -> EtcdStore {
    guard let url = URL(string: address), url.host() != nil, ["http", "https"].contains(url.scheme?.lowercased())
    else { throw CommandError("Invalid address of etcd '\(address)'. Expected one such as http://127.0.0.1:2379.") }
    let variables = ProcessInfo.processInfo.environment
    return EtcdStore(at: [url], prefix: prefix, user: variables["ETCD_USER"]) { variables["ETCD_PASSWORD"] ?? "" }
}
