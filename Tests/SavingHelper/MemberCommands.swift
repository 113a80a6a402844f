import TSUD

/// Executes a command on a member of a setting, or on all, and prints its answer.
func runMember(_ words: [String]) {
    let member = bulk.of(words.dropFirst().first ?? "")
    switch words[0] {
    case "set":
        member.value = Int(words[2]) ?? 0
        say("set")
    case "get": say(member.value)
    case "is-set": say(member.isSet())
    case "reset":
        member.reset()
        say("reset")
    default:
        let names = bulk.members()
        say("\(names.count) \(names == names.sorted() ? "sorted" : "unsorted")")
    }
}
