#if os(macOS)
import Foundation
import TSUD
import TestSupport
import Testing

#if canImport(SwiftUI)
import SwiftUI
#endif

extension Apple {
    /// Behavior that only Apple's own Foundation can show.
    ///
    /// The fake proves nothing about it.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct AppleSystemTests {
        let store = TestStore()

        @Test func `Random changes by several processes end with every observer at the last value`() async throws {
            let trial = Trial(minutes: 1)
            var random = SeededGenerator(seed: trial.seed)
            let reader = LastValue(number.self, store.suite)
            var step = 1_000
            while !trial.isOver(after: UInt64(step - 1_000)) {
                step += 10
                switch Int.random(in: 0..<5, using: &random) {
                case 0: number[store.suite] = step
                case 1: store.suite.set(step, forKey: "number")
                case 2: number.in(store.suite).reset()
                case 3: try number.in(store.suite).update { $0 += 1 }
                default:
                    let process = try writeElsewhere(step...(step + 5), to: store)
                    number[store.suite] = step
                    process.waitUntilExit()
                }
            }
            let process = try writeElsewhere(7...7, to: store)
            process.waitUntilExit()
            while reader.value != 7 {
                _ = number[store.suite]
                await Task.yield()
            }
            await reader.end()
        }

        @Test func `An ephemeral suite leaves no file behind`() async throws {
            let directory = FileManager.default.temporaryDirectory
            func files() throws -> Set<String> {
                let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
                return Set(names.filter { $0.hasPrefix("TSUD-") })
            }
            let before = try files()
            for _ in 0..<20 { withEphemeralSettings { _ in number.value = 2 } }
            // Long enough for the daemon, had it anything left to write.
            let process = try writeElsewhere(1...20, to: store, pause: 0.1)
            process.waitUntilExit()
            #expect(try files().subtracting(before).isEmpty)
        }
    }
}

/// The same, on the main thread.
@MainActor @Suite(.serialized, .timeLimit(.minutes(10))) struct AppleSystemMainThreadTests {
    let store = TestStore()

    @Test func `Tracked reads on the main thread find sixty external changes a second`() async throws {
        let process = try writeElsewhere(1...300, to: store, pause: 0.016)
        let notified = Counter()
        while number[store.suite] != 300 {
            observing {
                _ = number[store.suite]
            } onChange: {
                MainActor.assertIsolated()
                notified.increment()
            }
            await Task.yield()
        }
        process.waitUntilExit()
        #expect(notified.total > 0)
    }

    #if SwiftUI && canImport(SwiftUI)
    @Test func `An animated binding has its animation, and stores the new value`() {
        struct Settings {
            @Stored(number.self) var size
        }
        withEphemeralSettings { _ in
            let animated = Settings().$size.animation(.linear)
            #expect(animated.transaction.animation == .linear)
            animated.wrappedValue = 5
            #expect(number.value == 5)
        }
    }
    #endif

    #if canImport(SwiftUI)
    @Test func `Keys are read in an app, a scene and commands`() {
        withEphemeralSettings { _ in
            let notified = observing {
                _ = Program().body
                _ = ProgramCommands().body
            }
            number.value += 1
            #expect(notified.total == 1)
        }
    }
    #endif
}

/// Writes numbers in another process, one after the other.
private func writeElsewhere(_ numbers: ClosedRange<Int>, to store: TestStore, pause: Double = 0) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let loop = """
        i=\(numbers.lowerBound)
        while [ $i -le \(numbers.upperBound) ]; do
          defaults write "$0" number -int $i; sleep \(pause); i=$((i + 1))
        done
        """
    process.arguments = ["-c", loop, store.name]
    try process.run()
    return process
}

private enum number: TSUD { static let defaultValue = 0 }

#if canImport(SwiftUI)
private struct Program: App {
    var body: some Scene {
        WindowGroup("Window \(number.value)") { Text("\(number.value)") }
            .commands { ProgramCommands() }
    }
}

private struct ProgramCommands: Commands {
    var body: some Commands { CommandMenu("Number \(number.value)") { Text("\(number.value)") } }
}
#endif
#endif
