import JSONCore
package import TunableEngine

extension State {
    /// Returns the member that a key names, or nil if the key exists itself or names no member.
    ///
    /// The member is declared, or the tunable's effective value has it.
    package func member(_ key: Key, in world: World?) -> TunableMember? {
        guard let holder = holder(of: key, in: world) else { return nil }
        let spec = holder.spec?.member(at: holder.path)
        guard spec != nil || holder.value?.member(at: holder.path) != nil else { return nil }
        return TunableMember(tunable: holder.key, path: holder.path, spec: spec)
    }

    /// Returns the member that a write to a key changes, or nil if it writes the key itself.
    ///
    /// Throws a refusal if the declaration of an object names its members, but not this one.
    func writtenMember(_ key: Key, in world: World?) throws(StateRefusal) -> TunableMember? {
        guard let holder = holder(of: key, in: world) else { return nil }
        let spec = holder.spec?.member(at: holder.path)
        if spec != nil || holder.value?.member(at: holder.path) != nil {
            return TunableMember(tunable: holder.key, path: holder.path, spec: spec)
        }
        guard holder.spec?.memberNames.isEmpty ?? true else { throw holder.refusal(of: key) }
        return nil
    }

    /// Throws a refusal if a new key would have the name of a member of a secret object.
    ///
    /// The key would become a tunable that is not secret.
    func checkIsNoSecretMember(_ key: Key, in world: World?) throws(StateRefusal) {
        guard !secretKeys.isEmpty, let holder = holder(of: key, in: world), holder.isSecret else { return }
        throw holder.refusal(of: key)
    }

    /// Returns the key of the object that a key names a member of, also of one that it does not have; otherwise nil.
    func holderKey(of key: Key, in world: World?) -> Key? { holder(of: key, in: world)?.key }

    /// Returns the refusal for a key that names no member, although the tunable before it is an object; otherwise nil.
    func unknownMember(_ key: Key, in world: World?) -> StateRefusal? {
        holder(of: key, in: world)?.refusal(of: key)
    }

    /// Returns the effective value of a key or of a member, its origin, and the revision of the tunable.
    package func lookUp(_ key: Key, in world: World?) -> (resolution: Resolution, revision: Int64) {
        guard let member = member(key, in: world) else {
            return (resolution(of: key.text.utf8.span, in: world), tunable(key)?.revision ?? 0)
        }
        let whole = resolution(of: member.tunable.text.utf8.span, in: world)
        let revision = tunable(member.tunable)?.revision ?? 0
        guard let value = whole.value?.member(at: member.path) else { return (.nothing, revision) }
        return (Resolution(value: value, origin: whole.origin), revision)
    }

    /// Returns the tunable with the longest key that begins a missing key, if its value is an object.
    private func holder(of key: Key, in world: World?) -> Holder? {
        let bytes = key.text.utf8.span
        guard !exists(bytes, in: world) else { return nil }
        var end = bytes.count
        while end > 1 {
            end -= 1
            guard bytes[end] == UInt8(ascii: "."), exists(bytes.extracting(0..<end), in: world) else { continue }
            let beginning = bytes.extracting(0..<end)
            let spec = tunable(beginning)?.declaration?.spec
            let value = resolution(of: beginning, in: world).value
            guard spec.map({ $0.type == .object }) ?? (value?.kind == .object) else { return nil }
            let rest = key.text.utf8.dropFirst(end + 1)
            let names = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return Holder(key: Key(known: beginning), path: names.map { String($0) ?? "" }, spec: spec, value: value)
        }
        return nil
    }

    /// Returns whether a key has its own tunable, in a world or outside every world.
    private func exists(_ key: Span<UInt8>, in world: World?) -> Bool {
        tunables.entries.contains(key) || BuiltInTunables.contains(key) || world?.values.contains(key) == true
    }
}

/// A tunable whose value is an object, and the path that follows its key in a longer key.
private struct Holder {
    let key: Key
    let path: [String]
    let spec: Spec?
    /// The effective value.
    let value: JSON?

    var isSecret: Bool { spec?.isSecret == true }

    /// The largest number of members that a refusal compares with a wrong name, because a value can have very many.
    private static let maxCompared = 1_000

    /// Returns the refusal for a path that names no member.
    func refusal(of key: Key) -> StateRefusal {
        var parent = self.key.text
        var (spec, value) = (spec, value)
        for name in path {
            let (memberSpec, memberValue) = (spec?.member(at: [name]), value?[name])
            guard memberSpec != nil || memberValue != nil else {
                // The names of members that are not declared are a part of a secret value.
                let members = Holder.names(spec, isSecret ? nil : value).sorted()
                let nearest = NearestName.nearest(to: name, among: members).map { "\(parent).\($0)" }
                return .unknownMember(key, name, of: parent, members: members, nearest: nearest)
            }
            parent += ".\(name)"
            (spec, value) = (memberSpec, memberValue)
        }
        return value == nil ? .noValue(key) : .isMember(key, of: self.key)
    }

    /// Returns the names of the first declared members and of the first members of a value.
    private static func names(_ spec: Spec?, _ value: JSON?) -> Set<String> {
        var names = Set((spec?.memberNames ?? []).prefix(maxCompared))
        if case .object(let object)? = value { names.formUnion(object.members.lazy.map(\.name).prefix(maxCompared)) }
        return names
    }
}
