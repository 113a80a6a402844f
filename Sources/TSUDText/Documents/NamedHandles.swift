package import TSUD

/// Settings, which are found by the names in a document.
package struct NamedHandles {
    private let handles: [any AnyHandle]
    /// The first setting with each key, and the settings with each former key.
    private var byKey: NamedValues<any AnyHandle> = [:]
    private var byFormerKey: NamedValues<[Int]> = [:]
    /// The settings that may have a member with some keys, in their order.
    private var byMembers: [MemberKeys: [Int]] = [:]
    private let known: KnownMembers
    /// The keys of members whose names are typed after the setting's key.
    private let typed: KnownMembers

    package init(_ handles: [any AnyHandle]) {
        self.handles = handles
        for (index, handle) in handles.enumerated() {
            let key = handle.stringKey
            if byKey[key] == nil { byKey[key] = handle }
            for former in handle.formerKeys { byFormerKey[former, default: []].append(index) }
            for keys in handle.allMemberKeys { byMembers[keys, default: []].append(index) }
        }
        known = KnownMembers(byMembers.keys)
        typed = KnownMembers(handles.map { MemberKeys(of: $0.stringKey) })
    }

    /// The setting or the member with a name, and the key to store it under, possibly a former one.
    ///
    /// A name is a key, or the name of a member as it is typed. A member belongs to the setting with the longest matching
    /// name.
    package subscript(name: String) -> (handle: any AnyHandle, key: String)? {
        if let handle = byKey[name] { return (handle, name) }
        let owners = typed.keys(of: name)
        let owner = owners.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
        let indices = Set((byFormerKey[name] ?? []) + known.keys(of: name).flatMap { byMembers[$0] ?? [] }).sorted()
        let found = indices.compactMap { index -> (isOwner: Bool, handle: any AnyHandle)? in
            let keys = MemberKeys(of: handles[index].stringKey)
            if keys != owner, owners.contains(keys) { return nil }
            return handles[index].handle(storedAs: name).map { (keys == owner, $0) }
        }
        if let found = found.first(where: { !$0.isOwner }) ?? found.first { return (found.handle, name) }
        return owner.flatMap { owner in
            byKey[owner.declaration].map { setting in
                let name = String(name.utf8.dropFirst(owner.prefix.utf8.count)) ?? ""
                let member = setting.setting.anyHandle(of: name, in: setting.suite)
                return (member, member.stringKey)
            }
        }
    }
}

extension [any AnyHandle] {
    /// Returns the setting or the member with a name in a document, and the key to store it under.
    package func handle(named name: String) -> (handle: any AnyHandle, key: String)? { NamedHandles(self)[name] }
}
