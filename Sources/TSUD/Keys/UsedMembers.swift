import Foundation

/// What a setting knows of its members only since they were used: `formerKeys(of:)` can't be asked which members it has
/// names of.
struct UsedMembers {
    /// The members that were found under a former name.
    fileprivate var found: Set<String> = []
    /// The former names that were reported as not usable.
    fileprivate var reported: Set<String> = []
}

extension BoundKey {
    /// Notes that a member is stored under a former name, for lists.
    func noteFormerName(of member: String) { _ = usedMembers?.withLock { $0.found.insert(member) } }

    /// The members that were found under a former name, and are stored still.
    var membersUnderFormerNames: [String] {
        let found = usedMembers?.withLock { $0.found } ?? []
        return found.filter { BoundKey($0, of: self).storedObject != nil }
    }

    /// Whether a name is no other setting's, nor that of the setting or of one of its members; else it is reported once.
    func mayBeFormer(_ name: String, of member: BoundKey) -> Bool {
        // The default of a setting that lists its current name.
        if name == member.key, Key.formerKeys.contains(key) { return false }
        let owner: String
        if name == key || name.hasUTF8Prefix(MemberName.prefix(of: key)) {
            owner = "\(readableName(of: Key.self)) itself"
        } else if let type = backend.observations.user(of: name), type != Key.self {
            owner = readableName(of: type)
        } else {
            return true
        }
        guard usedMembers?.withLock({ $0.reported.insert(name).inserted }) == true else { return false }
        Key.report(
            TSUDError(
                .duplicateKey,
                key: member.key,
                suite: backend.name,
                description: "Former key '\(name)' of key '\(member.key)' is ignored, because it is a key of \(owner)."
            )
        )
        return false
    }
}
