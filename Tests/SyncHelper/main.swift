// A program that the tests run fifty times. It syncs twenty settings, prints arriving values, and stores values on
// request.
//
//     sync-helper [--follow] PREFIX ENDPOINT…
//
// With `TSUD_USER` and `TSUD_PASSWORD` it logs in. Commands on standard input: `set NAME TEXT` stores a text, `get NAME`
// prints `NAME = TEXT`, `status` prints `status` and the status, `flush` prints `flushed` once nothing is pending. The
// end of the input ends it.

import Foundation
import TSUD
import TSUDSync
import TSUDText

protocol HelperKey: TSUD where ValueType == Int {}
extension HelperKey {
    static var defaultValue: Int { 0 }
    static func report(_ error: TSUDError) { say("reported \(error.code) \(error.description)") }
}

enum k00: HelperKey {}
enum k01: HelperKey {}
enum k02: HelperKey {}
enum k03: HelperKey {}
enum k04: HelperKey {}
enum k05: HelperKey {}
enum k06: HelperKey {}
enum k07: HelperKey {}
enum k08: HelperKey {}
enum k09: HelperKey {}
enum k10: HelperKey {}
enum k11: HelperKey {}
enum k12: HelperKey {}
enum k13: HelperKey {}
enum k14: HelperKey {}
enum k15: HelperKey {}
enum k16: HelperKey {}
enum k17: HelperKey {}
enum note: TSUD {
    static let defaultValue: String? = nil
    static func report(_ error: TSUDError) { k00.report(error) }
}
enum sizes: TSUD {
    static let defaultValue: [Double] = []
    static func report(_ error: TSUDError) { k00.report(error) }
}

let keys: [any TSUD.Type] = [
    k00.self, k01.self, k02.self, k03.self, k04.self, k05.self, k06.self, k07.self, k08.self, k09.self, k10.self,
    k11.self, k12.self, k13.self, k14.self, k15.self, k16.self, k17.self, note.self, sizes.self,
]

nonisolated func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

var arguments = Array(CommandLine.arguments.dropFirst())
let isFollowing = arguments.first == "--follow"
if isFollowing { arguments.removeFirst() }
let endpoints = arguments.dropFirst().compactMap { URL(string: $0) }
let environment = ProcessInfo.processInfo.environment
let store = EtcdStore(at: endpoints, prefix: arguments[0], user: environment["TSUD_USER"]) {
    ProcessInfo.processInfo.environment["TSUD_PASSWORD"] ?? ""
}

func tell(_ event: TSUDSyncEvent) {
    switch event {
    case .received(let name, let text): say("received \(name) \(text ?? "nothing")")
    case .sent(let name, let text): say("sent \(name) \(text ?? "nothing")")
    case .overwritten(let name, let text): say("lost \(name) \(text ?? "nothing")")
    case .connected: say("reached")
    case .failed(let reason): say("failed \(reason)")
    }
}
let sync = isFollowing ? keys.follow(store) : keys.sync(with: store)
let telling = Task { [events = sync.events] in for await event in events { tell(event) } }
let starting = Task {
    await sync.waitForFirstSync()
    say("ready")
}
// Reading blocks its own thread, so the main actor stays free.
let lines = AsyncStream<String> { continuation in
    Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}
for await line in lines {
    if line == "status" { say("status \(sync.status)") }
    if line == "flush" { Task { if await sync.flush(within: .seconds(600)) { say("flushed") } } }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let key = keys.first(where: { $0.stringKey == words[1] }) else { continue }
    if words[0] == "set" { try? key.storeText(words[2]) }
    say("\(words[1]) = \(key.text() ?? "nil")")
}
withExtendedLifetime(sync) {}
