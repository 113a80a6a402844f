#if os(Linux)
import Foundation
import Testing

@testable import TSUDSync

/// The line in the log about a password that is sent in clear.
///
/// Each request is canceled before it connects.
@Suite struct PasswordInClearTests {
    @Test func `A password over http to another machine is logged once for each address`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<2 {
                for address in ["http://192.0.2.1", "HTTP://[2001:db8::1]:1", "http://127.example.com:1"] {
                    await request(address, user: "ann")
                }
            }
        }
        let lines = ["192.0.2.1:80", "2001:db8::1:1", "127.example.com:1"].map {
            "TSUD: TSUDSync sends the password for etcd in clear to \($0). Use https."
        }
        #expect(result?.logged == lines)
    }

    @Test func `A password over https or to this machine is not logged, nor is http without a password`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for host in ["localhost", "127.0.0.1", "127.9.8.7:1", "[::1]:1"] {
                await request("http://" + host, user: "ann")
            }
            await request("https://192.0.2.1", user: "ann")
            await request("http://192.0.2.1", user: nil)
        }
        #expect(result?.logged == [])
    }
}

private func request(_ address: String, user: String?) async {
    let endpoints = [URL(string: address)].compactMap(\.self)
    let store = EtcdStore(at: endpoints, prefix: "p/", user: user) { "secret" }
    let reading = Task { try? await store.read(["a"]) }
    reading.cancel()
    _ = await reading.value
}

extension ExitTest.Result {
    fileprivate var logged: [String] {
        String(decoding: standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("TSUD:") }
    }
}
#endif
