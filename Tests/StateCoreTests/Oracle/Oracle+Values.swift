import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    /// Stores all values, or none if one is refused, and returns the stored value of the last key.
    mutating func write(
        _ entries: [Mutation.Entry],
        _ options: WriteOptions,
        in world: String?,
        at time: Moment
    ) throws(Complaint) -> JSON? {
        let start = self
        var faults: Set<String> = []
        var last: JSON?
        for entry in entries {
            do throws(Complaint) {
                let value = try start.checked(entry.key, entry.value, options, in: world)
                var new = Stored(value)
                if let duration = options.duration {
                    new.end = time.advanced(byMilliseconds: duration)
                    new.before = Stored.lasting(start.stored(entry.key, in: world))
                }
                store(new, entry.key, in: world)
                last = value
            } catch {
                faults.formUnion(error.faults)
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
        return last
    }

    /// Stores values as `setAll` and `import` do: a value that would be effective anyway is stored only with `storesAll`.
    ///
    /// Returns the complaints about locked keys whose stored and effective values differ from the entry.
    mutating func push(_ entries: [Mutation.Entry], _ options: WriteOptions) throws(Complaint) -> Set<String> {
        let start = self
        var faults: Set<String> = []
        var skipped: Set<String> = []
        for entry in entries {
            do throws(Complaint) {
                let beneath = start.beneath(entry.key)
                if let fault = start.fault(ofWriting: entry.key) {
                    try start.checkRevision(of: entry.key, options, in: nil)
                    let isStored = start.local[entry.key]?.value == entry.value
                    if !isStored, start.shown(entry.key) != entry.value {
                        skipped.formUnion(fault.faults)
                    }
                } else if entry.value == beneath, !options.storesAll {
                    try start.checkRevision(of: entry.key, options, in: nil)
                    local[entry.key] = nil
                } else {
                    let value = try start.checked(entry.key, entry.value, options, in: nil)
                    local[entry.key] = value == beneath && !options.storesAll ? nil : Stored(value)
                }
            } catch {
                guard entry.mayBeInvalid, let reason = error.reasonToSkip(entry.key) else {
                    faults.formUnion(error.faults)
                    continue
                }
                if start.local[entry.key]?.value != entry.value, start.shown(entry.key) != entry.value {
                    skipped.insert("\(reason) \(entry.key)")
                }
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
        return skipped
    }

    /// Returns the reason why the local value of a key could not be stored again, or nil if it could.
    func reasonToSkipStored(_ key: Key) -> String? {
        guard let value = local[key]?.value else { return nil }
        guard let spec = declarations[key]?.spec else { return rules.isStrict ? "undeclared" : nil }
        return (try? spec.accepted(value)) == nil ? "invalid" : nil
    }

    /// Returns the value to store for a key.
    func checked(
        _ key: Key,
        _ value: JSON,
        _ options: WriteOptions,
        in world: String?
    ) throws(Complaint) -> JSON {
        if let fault = fault(ofWriting: key) {
            throw fault
        }
        if !options.creates, !exists(key, in: world) {
            throw Complaint("unknownKey \(key)")
        }
        if rules.isStrict, declarations[key] == nil {
            throw Complaint("undeclared \(key)")
        }
        try checkRevision(of: key, options, in: world)
        do throws(ValueFault) {
            if let spec = declarations[key]?.spec {
                return options.clamps ? try spec.clamped(value) : try spec.accepted(value)
            }
            try checkKind(kind(of: key, in: world), value)
            return value
        } catch {
            throw Complaint(key, error)
        }
    }

    /// Throws a fault if the value is of another kind, or of no kind.
    func checkKind(_ kind: FreeKind?, _ value: JSON) throws(ValueFault) {
        let kind = if let kind { kind } else { try FreeKind.first(value) }
        if let fault = kind.fault(in: value) {
            throw fault
        }
    }

    /// Returns the complaint about a write to a read-only or locked key, or nil if clients may write it.
    func fault(ofWriting key: Key) -> Complaint? {
        if declarations[key]?.spec.isReadOnly == true {
            return Complaint("readOnly \(key) ")
        }
        return locker(of: key).map { Complaint("readOnly \(key) \($0.name)") }
    }

    /// Throws a complaint if the key changed after `ifRevision`; 0 means that the key must not exist.
    private func checkRevision(of key: Key, _ options: WriteOptions, in world: String?) throws(Complaint) {
        guard let since = options.ifRevision else { return }
        if since == 0 {
            if exists(key, in: world) {
                throw Complaint("exists \(key) \(keyRevisions[key] ?? 0)")
            }
            return
        }
        let gone = history.last { $0.changes[key] != nil }?.revision ?? 0
        let changed = keys.contains(key) ? keyRevisions[key] ?? 0 : gone
        if changed > since {
            throw Complaint("changed \(key) \(since) \(changed)")
        }
    }

    /// Checks the revisions of all keys before any key is changed.
    func checkRevisions(of keys: [Key], _ options: WriteOptions) throws(Complaint) {
        let faults = faults(ofRevisionsOf: keys, options)
        guard faults.isEmpty else { throw Complaint(faults) }
    }

    /// Returns the conflicts of all keys that have changed after `ifRevision`.
    func faults(ofRevisionsOf keys: [Key], _ options: WriteOptions) -> Set<String> {
        var faults: Set<String> = []
        for key in keys {
            do throws(Complaint) {
                try checkRevision(of: key, options, in: nil)
            } catch {
                faults.formUnion(error.faults)
            }
        }
        return faults
    }

    /// Returns the effective value of a key after a toggle or a step.
    func moved(
        _ key: Key,
        in world: String?,
        _ move: (Spec?, JSON) throws(ValueFault) -> JSON
    ) throws(Complaint) -> JSON {
        guard let value = resolution(of: key, in: world)?.value else {
            throw Complaint(declarations[key] == nil ? "unknownKey \(key)" : "noValue \(key)")
        }
        do throws(ValueFault) {
            return try move(declarations[key]?.spec, value)
        } catch {
            throw Complaint(key, error)
        }
    }

    mutating func reset(_ key: Key, ifRevision: Int64?, in world: String?) throws(Complaint) {
        guard exists(key, in: world) else { throw Complaint("unknownKey \(key)") }
        if let fault = fault(ofWriting: key) {
            throw fault
        }
        var options = WriteOptions()
        options.ifRevision = ifRevision
        try checkRevision(of: key, options, in: world)
        store(nil, key, in: world)
    }

    /// Removes the values of all matching keys, and returns the complaints about the keys that clients may not write.
    mutating func resetAll(_ patterns: KeyPatterns?, in world: String?) -> Set<String> {
        var skipped: Set<String> = []
        for key in world.map({ Set((worlds[$0] ?? [:]).keys) }) ?? Set(local.keys) {
            guard patterns?.matches(key) ?? !key.isBuiltIn else { continue }
            if let fault = fault(ofWriting: key) {
                skipped.formUnion(fault.faults)
            } else {
                store(nil, key, in: world)
            }
        }
        return skipped
    }

    /// Ends the temporary overrides whose end has passed, and restores the lasting values.
    mutating func revert(by time: Moment) {
        for id in worlds.keys {
            worlds[id] = worlds[id]?.compactMapValues { $0.reverted(by: time) }
        }
        let ended = local.filter { $0.value.end.map { $0 <= time } ?? false }
        local = local.compactMapValues { $0.reverted(by: time) }
        for id in worldOverrides.keys {
            worldOverrides[id] = worldOverrides[id]?.compactMapValues { $0.reverted(by: time) }
        }
        for layer in layers.values where layer.end.map({ $0 <= time }) ?? false { restore(layer) }
        let released = overrides.filter { $0.value.end.map { $0 <= time } ?? false }
        overrides = overrides.compactMapValues { $0.reverted(by: time) }
        for over in tries.values where over.end <= time { deactivate(over) }
        markTemporary(Set(ended.keys), Set(released.keys))
    }

    /// Marks the commits that only made overrides that have ended: they can no longer be undone.
    mutating func markTemporary(_ ended: Set<Key>, _ released: Set<FlagKey>) {
        for commit in history where undone[commit.revision] == nil && !commit.subjects.isEmpty {
            if commit.locals.allSatisfy({ ended.contains($0.key) && $0.value.after?.end != nil }),
                commit.overrideChanges.allSatisfy({ released.contains($0.key) && $0.value.after?.end != nil })
            {
                undone[commit.revision] = revision
            }
        }
    }
}

extension Stored {
    fileprivate func reverted(by time: Moment) -> Stored? {
        guard let end, end <= time else { return self }
        return Stored(before)
    }
}

extension Complaint {
    /// Returns the reason for leaving a key unchanged, if the complaint is about an invalid or undeclared value.
    fileprivate func reasonToSkip(_ key: Key) -> String? {
        if faults.contains("undeclared \(key)") { return "undeclared" }
        return faults.contains("typeMismatch \(key)") || faults.contains("outOfRange \(key)") ? "invalid" : nil
    }
}
