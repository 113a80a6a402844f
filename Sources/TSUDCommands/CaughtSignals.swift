import Dispatch
import Foundation

/// Signals that call a closure, and do nothing else until they are restored.
struct CaughtSignals {
    private var caught: [(number: Int32, before: (@convention(c) (Int32) -> Void)?, source: any DispatchSourceSignal)] =
        []

    init(_ numbers: [Int32], _ handle: @escaping @Sendable (Int32) -> Void) async {
        for number in numbers {
            let before: (@convention(c) (Int32) -> Void)? = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { handle(number) }
            // A signal that came before would be ignored.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.activate()
            }
            caught.append((number, before, source))
        }
    }

    func restore() {
        for (number, before, source) in caught {
            source.cancel()
            signal(number, before)
        }
    }
}
