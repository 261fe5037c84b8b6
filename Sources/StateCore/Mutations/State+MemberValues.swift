import JSONCore
import TunableEngine

extension State {
    /// Returns the entries in which a member's key is replaced by the key and the new value of its tunable.
    ///
    /// Members of one tunable become one entry. If an entry has the tunable's value, the members are set in that value.
    func joiningMembers(
        _ entries: [Mutation.Entry],
        _ options: WriteOptions,
        in world: World?
    ) throws(StateRefusal) -> [Mutation.Entry] {
        var plain: [Mutation.Entry] = []
        var members: [(member: TunableMember, value: JSON)] = []
        var faults: [StateRefusal] = []
        for entry in entries {
            do throws(StateRefusal) {
                if let member = try writtenMember(entry.key, in: world) {
                    members.append((member, try member.checked(entry, options)))
                } else {
                    plain.append(entry)
                }
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
        guard !members.isEmpty else { return entries }
        var wholes: [Key: JSON] = [:]
        for (member, _) in members where wholes[member.tunable] == nil {
            wholes[member.tunable] = base(of: member, options, in: world)
        }
        for entry in plain where wholes[entry.key] != nil {
            wholes[entry.key] = entry.value
        }
        for (member, value) in members {
            wholes[member.tunable] = wholes[member.tunable]?.replacingMember(at: member.path[...], by: value)
        }
        let joined = wholes.sorted { $0.key < $1.key }.map { Mutation.Entry($0.key, $0.value) }
        return plain.filter { wholes[$0.key] == nil } + joined
    }

    /// Returns the value of a tunable whose member a write changes.
    ///
    /// A lasting write changes the lasting value, so that it does not keep the other members of a temporary value. The
    /// kill switch is ignored: it must not replace the other stored members.
    private func base(of member: TunableMember, _ options: WriteOptions, in world: World?) -> JSON {
        let key = member.tunable.text.utf8.span
        let shared = tunable(key)
        let stored = world.map { $0.values.value(of: key) } ?? shared?.local
        let kept = options.duration == nil ? LocalValue.lasting(stored) : stored?.value
        let resolution = resolver.resolveUnlimited(
            key,
            shared?.declaration,
            local: world == nil ? kept : shared?.local?.value,
            world: world == nil ? nil : kept
        )
        return resolution.value ?? .object(JSONObject())
    }

    /// Returns the draft that gives a member the value that it has without the value that was set.
    ///
    /// If no other member differs, it removes the value of the tunable.
    func resetting(_ member: TunableMember, in world: World?, _ id: String?) throws(StateRefusal) -> Draft {
        let key = member.tunable.text.utf8.span
        let shared = tunable(key)
        try checkWritable(member.tunable, shared?.declaration)
        var draft = Draft()
        let stored = world.map { $0.values.value(of: key) } ?? shared?.local
        guard let stored else { return draft }
        let beneath = resolver.resolveUnlimited(
            key,
            shared?.declaration,
            local: world == nil ? nil : shared?.local?.value,
            world: nil
        ).value
        let value = LocalValue.lasting(stored)?.replacingMember(
            at: member.path[...],
            by: beneath?.member(at: member.path)
        )
        let local = value == beneath ? nil : value.map { LocalValue($0) }
        if let local, let fault = shared?.declaration?.spec.fault(in: local.value) {
            throw .value(member.tunable, fault)
        }
        guard local != stored else { return draft }
        if let id {
            draft.worldEdits.append(.value(id, member.tunable, local))
        } else {
            draft.edits.append(.local(member.tunable, local))
        }
        return draft
    }
}

extension TunableMember {
    /// Returns the value to store for the member, or throws the refusal of a write.
    fileprivate func checked(_ entry: Mutation.Entry, _ options: WriteOptions) throws(StateRefusal) -> JSON {
        do throws(ValueFault) {
            guard let spec else {
                _ = try FreeKind.first(entry.value)
                return entry.value
            }
            return try options.clamps ? spec.clamped(entry.value) : spec.accepted(entry.value)
        } catch {
            throw .value(entry.key, error)
        }
    }
}
