import Foundation
import TSUD
import TSUDSync

/// Synchronizes the settings with etcd and prints each change and where it comes from, until SIGINT or SIGTERM.
func synchronize(with address: String) async throws(Failure) {
    guard let endpoint = URL(string: address), endpoint.host() != nil, ["http", "https"].contains(endpoint.scheme)
    else {
        throw .usage("\(address.quoted) is no address of etcd, such as http://127.0.0.1:2379")
    }
    try await untilInterrupted { () async throws(Failure) in
        let (events, continuation) = AsyncStream.makeStream(of: TSUDSyncEvent.self)
        let store = EtcdStore(at: [endpoint], prefix: "editor/")
        let sync = editorSettings.sync(with: store) { continuation.yield($0) }
        try write("Synchronizing \(editorSettings.count) settings with \(address); Ctrl-C ends.\n")
        for await event in events {
            switch event {
            case .received(let name, _): try write("\(line(name)), from etcd\n")
            case .sent(let name, _): try write("\(line(name)), from here\n")
            case .failed(let reason):
                try? FileHandle.standardError.write(contentsOf: Data("settings: \(reason)\n".utf8))
            }
        }
        withExtendedLifetime(sync) {}
    }
}

/// The line of a setting or document, by its name in the store.
private func line(_ name: String) -> String {
    (try? Setting.named(name.removingPercentEncoding ?? name)).map { ShownSetting($0).line } ?? name
}
