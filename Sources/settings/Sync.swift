import Foundation
import TSUD
import TSUDSync

/// Synchronizes the settings with etcd and prints each change and where it comes from, until SIGINT or SIGTERM.
func synchronize(with address: String) async throws(Failure) {
    guard let endpoint = URL(string: address), endpoint.host() != nil, ["http", "https"].contains(endpoint.scheme)
    else {
        throw .usage("\(address.quoted) is no address of etcd, such as http://127.0.0.1:2379")
    }
    let sync = editorSettings.sync(with: .etcd(at: [endpoint], prefix: "editor/"))
    let events = sync.events()
    writeLine("Synchronizing \(editorSettings.count) settings with \(address); Ctrl-C ends.", to: .standardOutput)
    await untilInterrupted {
        for await event in events {
            switch event {
            case .received(let name, _): writeLine(line(name, "from etcd"), to: .standardOutput)
            case .sent(let name, _): writeLine(line(name, "from here"), to: .standardOutput)
            case .failed(let reason): writeLine("settings: \(reason)", to: .standardError)
            }
        }
    }
    withExtendedLifetime(sync) {}
}

private func line(_ name: String, _ source: String) -> String {
    let key = editorSettings.first { $0.stringKey == name }
    return "\(key.map { ShownSetting($0).line } ?? name), \(source)"
}
