import Foundation
import TSUD
import TSUDCommands
import TSUDSync

/// Synchronizes the settings with etcd, or follows it, and prints each change and where it comes from, until SIGINT or
/// SIGTERM.
func synchronize(_ call: CommandContext, isFollowing: Bool = false) async throws {
    let address = call.operands[0]
    guard let endpoint = URL(string: address), endpoint.host() != nil, ["http", "https"].contains(endpoint.scheme)
    else {
        throw CommandError("'\(address)' is no address of etcd, such as http://127.0.0.1:2379")
    }
    try await call.untilInterrupted {
        let (events, continuation) = AsyncStream.makeStream(of: TSUDSyncEvent.self)
        let store = EtcdStore(at: [endpoint], prefix: "editor/")
        let sync =
            isFollowing
            ? Prefs.all.follow(store) { continuation.yield($0) }
            : Prefs.all.sync(with: store) { continuation.yield($0) }
        let doing = isFollowing ? "Following" : "Synchronizing"
        try call.write("\(doing) \(Prefs.all.count) settings with \(address); Ctrl-C ends.\n")
        for await event in events { try show(event, sync.status, call) }
        withExtendedLifetime(sync) {}
    }
}

/// Prints an event; what is wrong goes to standard error.
private func show(_ event: TSUDSyncEvent, _ status: TSUDSyncStatus, _ call: CommandContext) throws {
    // The name in the store is percent-encoded.
    func line(_ name: String) -> String { call.line(of: name.removingPercentEncoding ?? name) ?? name }
    switch event {
    case .received(let name, _): try call.write("\(line(name)), from etcd\n")
    case .sent(let name, _): try call.write("\(line(name)), from here\n")
    case .overwritten(let name, let text): try call.write("\(name) = \(text ?? "nothing") gave way to etcd\n")
    case .connected: try call.write("etcd: \(status)\n")
    case .failed(let reason): call.warn(reason)
    }
}
