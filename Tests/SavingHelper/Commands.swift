import Foundation
import Observation
import TSUD
import TSUDCommands

/// Executes a command and returns its output.
///
/// `nil` if there is none, or the command prints it itself.
func answer(to command: String, _ words: [String]) -> Any? {
    switch command {
    case "suite": Chosen.suite = suite(named: words[0])
    case "use-subclass": Chosen.suite = PrintingDefaults(suiteName: "subclass") ?? .standard

    // Through keys.
    case "set": set(words[0], to: Int(words[1]))
    case "get": printed(number.value)
    case "reset": number.reset()
    case "is-set": number.isSet
    case "stored": stored()
    case "set-elsewhere": Thread.detachNewThread { set(words[0], to: words.number(1)) }
    case "update-elsewhere": Thread.detachNewThread { try? number.update { $0 = words.number(1) } }
    case "update-beside": updateBeside(words.number(1))
    case "nest-updates": nestUpdates(words)
    case "update-and-flush": update { _ = flush() }
    case "update-and-exit": update { exit(0) }
    case "fail-update": failUpdate()
    case "append": append(words.number(1), times: max(1, words.number(2)))
    case "end-faults-and-append":
        append(words.number(1), times: 1) { unlink(ProcessInfo.processInfo.environment["FAULTS"] ?? "") }
    case "increment": increment(times: words.number(1))
    case "hold-update": update(hold)
    case "hold-append": append(words.number(1), times: 1, meanwhile: hold)
    case "hold-increment-elsewhere": holdIncrement(of: words[1])
    case "hold-nested-append": holdNestedAppend(words.number(1))
    case "fork-unknown-in-update": update { forkUnknown(words.number(1)) }
    case "stored-in-update": storedInUpdate()
    case "transaction": transaction(in: ["one", "two"], setting: words.number(0))
    case "transaction-in": transaction(in: words)
    case "increment-in-transaction": incrementInTransaction()
    case "loop-updates": loopUpdates()
    case "updates-between": updatesBetween(words.number(0))
    case "set-moment": moment.set(date(words[1]))
    case "get-moment": printed(moment.value?.timeIntervalSinceReferenceDate)
    case "set-edge-cases": setEdgeCases()
    case "member": memberAnswer(to: words[0], bulk.of(words.dropFirst().first ?? ""), words.number(2))
    case "flush": flush()
    case "flush-elsewhere": Thread.detachNewThread { _ = flush() }
    case "use-ephemeral": useEphemeralSettings()
    case "apply-system-files": ([number.self, observed.self] as [any TSUD.Type]).applySystemFiles()
    case "observe": observe()
    case "observe-for-ever": observeForEver()
    case "exit-when-observed": exitWhenObserved()

    // Through plain `UserDefaults`.
    case "direct-set": Chosen.suite.set(words.number(1), forKey: words[0])
    case "direct-get": printed(Chosen.suite.object(forKey: words[0]))
    case "direct-remove": Chosen.suite.removeObject(forKey: words[0])
    case "direct-set-moment": Chosen.suite.set(date(words[1]), forKey: words[0])
    case "direct-get-edge-cases": EdgeCaseObjects.differences(in: Chosen.suite)
    case "synchronize": Chosen.suite.synchronize()
    case "synchronize-ephemeral": withEphemeralSettings { $0.synchronize() }
    case "register": Chosen.suite.register(defaults: [words[0]: words.number(1)])

    default: processAnswer(to: command, words)
    }
}

private func date(_ seconds: String) -> Date { Date(timeIntervalSinceReferenceDate: Double(seconds) ?? 0) }

/// The suite with a name; "standard" is that of the process.
private func suite(named name: String) -> UserDefaults {
    name == "standard" ? .standard : UserDefaults(suiteName: name) ?? .standard
}

/// Sets a number through a key.
func set(_ key: String, to value: Int?) {
    Chosen.key = key
    number.value = value
}

private func failUpdate() { try? list.update { _ in throw CancellationError() } }

/// Appends 1 to a list, or sets a number to 7, and does something else inside the update.
private func update(_ body: () -> Void) {
    try? list.update {
        number[Chosen.suite] = 7
        body()
        $0 = [1]
    }
}

/// The error of an operation, or "done".
private func done(_ body: () throws -> Void) -> String {
    do {
        try body()
        return "done"
    } catch {
        return "\(error)"
    }
}

/// Appends a number to a list in an update each time.
///
/// Returns the error, or "done".
private func append(_ number: Int, times: Int, meanwhile: () -> Void = {}) -> String {
    done {
        for _ in 0..<times {
            try list.update {
                meanwhile()
                $0 = ($0 ?? []) + [number]
            }
        }
    }
}

/// Waits for a line.
private func hold() {
    say("holding")
    _ = readLine()
}

/// Waits for a line in an update of a list that reads a number, and then sets another number in it.
private func holdIncrement(of other: String) -> String {
    let read = Chosen.key
    return done {
        try updateSettings { settings in
            let value = settings[number.self] ?? 0
            hold()
            Chosen.key = other
            settings[number.self] = value + 1
            Chosen.key = read
        }
    }
}

/// Waits for a line in an update of a list, saves another number and a nested update of the same list in it, and then
/// appends a number to the older list.
private func holdNestedAppend(_ element: Int) -> String {
    done {
        try list.update { outer in
            hold()
            observed[Chosen.suite] = element
            _ = flush()
            try list.update { $0 = ($0 ?? []) + [-element] }
            outer = (outer ?? []) + [element]
        }
    }
}

/// Adds 1 to a number in an update each time.
///
/// Returns the error, or "done".
private func increment(times: Int) -> String {
    done { for _ in 0..<times { try number.update { $0 = ($0 ?? 0) + 1 } } }
}

/// Appends 1 to a list in a long update on another thread, and then on the current thread; returns the error, or
/// "done".
private func updateBeside(_ milliseconds: Int) -> String {
    let hasBegun = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        _ = append(1, times: 1) {
            hasBegun.signal()
            pause(milliseconds)
        }
        isDone.signal()
    }
    hasBegun.wait()
    defer { isDone.wait() }
    return append(1, times: 1)
}

/// Updates a number in one suite and, inside that, in another one, after it has read a line.
private func nestUpdates(_ names: [String]) -> String {
    nonisolated(unsafe) let suites = names.compactMap { UserDefaults(suiteName: $0) }
    Chosen.key = "nested"
    return done {
        try number.in(suites[0]).update { outer in
            say("holding")
            _ = readLine()
            outer = 1
            try number.in(suites[1]).update { $0 = 1 }
        }
    }
}

/// Sets a number in the suites with these names, or else adds 1 to it; returns the error, or "done".
private func transaction(in names: [String], setting value: Int? = nil) -> String {
    nonisolated(unsafe) let suites = names.map { suite(named: $0) }
    Chosen.key = "k"
    return done {
        try updateSettings { settings in
            for suite in suites { settings[number.in(suite)] = value ?? (settings[number.in(suite)] ?? 0) + 1 }
        }
    }
}

/// Adds 1 to a number by a transaction; returns the error, or "done".
private func incrementInTransaction() -> String {
    done { try updateSettings { settings in settings[number.self] = (settings[number.self] ?? 0) + 1 } }
}

/// Updates a number without pause, until it is killed or its parent exits.
private func loopUpdates() -> Any? {
    Chosen.key = "looped"
    let parent = getppid()
    say("looping")
    while getppid() == parent {
        try? number.update {
            $0 = ($0 ?? 0) + 1
            pause(20)
        }
    }
    return nil
}

/// Makes so many updates beside a program that loops on updates; returns how many of these they have waited for.
private func updatesBetween(_ count: Int) -> String {
    Chosen.key = "looped"
    var between = 0
    do {
        for _ in 0..<count {
            // For the other program to go on.
            pause(10)
            let before = numberInFile()
            try number.update { number in between += (number ?? 0) - before }
        }
        return "\(between)"
    } catch {
        return "\(error)"
    }
}

private func numberInFile() -> Int {
    let data = Chosen.suite.filePath.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
    let settings = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    return settings?[Chosen.key] as? Int ?? 0
}

/// Whether an object is stored, and which one, as read inside an update of another key.
private func storedInUpdate() -> String {
    var answer = ""
    try? observed.update { _ in answer = "\(number.isSet) \(stored())" }
    return answer
}

private func stored() -> String {
    do { return printed(try number.storedValue().flatMap { $0 }) } catch { return error.description }
}

private func setEdgeCases() {
    for (key, object) in EdgeCaseObjects.objects {
        Chosen.key = key
        anyObject.value = AnyObjectForm(object: object)
    }
}

/// Executes a command on one or all members of a setting, and returns its output.
private func memberAnswer(to command: String, _ member: TSUDHandle<bulk>, _ value: Int) -> Any {
    switch command {
    case "set":
        member.value = value
        return ()
    case "get": return member.value
    case "is-set": return member.isSet
    case "reset": return member.reset()
    default:
        let names = bulk.members().compactMap(\.member)
        return "\(names.count) \(names == names.sorted() ? "sorted" : "unsorted")"
    }
}

/// Saves the suite.
///
/// Returns the error, or "done".
func flush() -> String {
    do throws(TSUDError) {
        try Chosen.suite.flush()
        return "done"
    } catch {
        return "\(error.code) \(error.systemError ?? 0) \(error.path ?? "-")"
    }
}

/// Returns the key's value, and prints each observed change of it.
@Sendable
private func observe() -> String {
    let value = withObservationTracking {
        observed.value
    } onChange: {
        // Asynchronously, because `onChange` runs before all observers are notified.
        Task { say(observe()) }
    }
    return "observed \(value)"
}

/// Observes the key, with an observer that does not return.
private func observeForEver() {
    withObservationTracking {
        _ = observed.value
    } onChange: {
        say("stuck")
        DispatchSemaphore(value: 0).wait()
    }
}

private func exitWhenObserved() {
    withObservationTracking {
        _ = observed.value
    } onChange: {
        say("exiting")
        exit(0)
    }
}
