import Foundation
import TSUD
import TSUDSync

/// Synchronizes the settings with etcd, or follows it, and prints each change and where it comes from, until SIGINT or
/// SIGTERM.
func synchronize(with address: String, isFollowing: Bool = false) async throws(Failure) {
    guard let endpoint = URL(string: address), endpoint.host() != nil, ["http", "https"].contains(endpoint.scheme)
    else {
        throw .usage("\(address.quoted) is no address of etcd, such as http://127.0.0.1:2379")
    }
    try await untilInterrupted { () async throws(Failure) in
        let (events, continuation) = AsyncStream.makeStream(of: TSUDSyncEvent.self)
        let store = EtcdStore(at: [endpoint], prefix: "editor/")
        let sync =
            isFollowing
            ? editorSettings.follow(store) { continuation.yield($0) }
            : editorSettings.sync(with: store) { continuation.yield($0) }
        let doing = isFollowing ? "Following" : "Synchronizing"
        try write("\(doing) \(editorSettings.count) settings with \(address); Ctrl-C ends.\n")
        for await event in events { try show(event, sync.status) }
        withExtendedLifetime(sync) {}
    }
}

/// Prints an event; what is wrong goes to standard error.
private func show(_ event: TSUDSyncEvent, _ status: TSUDSyncStatus) throws(Failure) {
    switch event {
    case .received(let name, _): try write("\(line(name)), from etcd\n")
    case .sent(let name, _): try write("\(line(name)), from here\n")
    case .lost(let name, let text): try write("\(name) = \(text ?? "nothing") gave way to etcd\n")
    case .reached: try write("etcd: \(status)\n")
    case .failed(let reason): try? FileHandle.standardError.write(contentsOf: Data("settings: \(reason)\n".utf8))
    }
}

/// The line of a setting or document, by its name in the store.
private func line(_ name: String) -> String {
    (try? Setting.named(name.removingPercentEncoding ?? name)).map { ShownSetting($0).line } ?? name
}
