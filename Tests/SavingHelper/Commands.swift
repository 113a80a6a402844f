import Foundation
import Observation
import TSUD

/// Executes one command and prints its answer.
func run(_ words: [String]) {
    let command = words[0]
    let arguments = Array(words.dropFirst())
    Chosen.key = arguments.first ?? ""
    switch command {
    // Selecting the suite.
    case "suite":
        Chosen.suite = UserDefaults(suiteName: arguments[0]) ?? .standard
        say("suite")

    // Through keys.
    case "set":
        number.value = Int(arguments[1])
        say("set")
    case "get":
        say(number.value.map(String.init) ?? "none")
    case "reset":
        number.reset()
        say("reset")
    case "stored":
        do {
            say(try number.storedValue().map { "\($0.map(String.init) ?? "none")" } ?? "nothing")
        } catch {
            say(error.description)
        }
    case "set-text":
        text.value = arguments[1]
        say("set")
    case "get-text":
        say(text.value ?? "none")
    case "set-moment":
        moment.value = Double(arguments[1]).map { Date(timeIntervalSinceReferenceDate: $0) }
        say("set")
    case "get-moment":
        say(moment.value.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "none")
    case "member": runMember(arguments)
    case "flush":
        say(flush())
    case "observe":
        observe()
    case "exit-when-observed":
        exitWhenObserved()
        say("observing")

    // Through plain `UserDefaults`.
    case "plain-set":
        Chosen.suite.set(Int(arguments[1]) ?? 0, forKey: arguments[0])
        say("set")
    case "plain-get":
        say(Chosen.suite.object(forKey: arguments[0]).map { "\($0)" } ?? "none")
    case "plain-remove":
        Chosen.suite.removeObject(forKey: arguments[0])
        say("removed")
    case "plain-set-moment":
        Chosen.suite.set(Date(timeIntervalSinceReferenceDate: Double(arguments[1]) ?? 0), forKey: arguments[0])
        say("set")
    case "synchronize":
        say(Chosen.suite.synchronize())
    case "add-suite":
        UserDefaults.standard.addSuite(named: arguments[0])
        say("added")
    case "synchronize-ephemeral":
        say(withEphemeralSuite { $0.synchronize() })

    default:
        runTrial(command, arguments)
    }
}

/// Flushes the suite and returns the result.
func flush() -> String {
    do throws(TSUDError) {
        try Chosen.suite.flush()
        return "flushed"
    } catch {
        return "\(error.code) \(error.systemError ?? 0) \(error.path ?? "-")"
    }
}

/// Prints each observed change of the key.
@Sendable
private func observe() {
    let value = withObservationTracking {
        observed.value
    } onChange: {
        // Asynchronously, because `onChange` runs before all observers are notified.
        Task { observe() }
    }
    say("observed \(value)")
}

private func exitWhenObserved() {
    withObservationTracking {
        _ = observed.value
    } onChange: {
        say("exiting")
        exit(0)
    }
}

/// Prints a line without buffering.
///
/// Not with `print`, whose buffer can only be flushed together with standard input, for which `readLine` waits.
func say(_ answer: some Any) {
    FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
}
