import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that stores values, outside every world or in the author's world.
    func writing(
        _ entries: [Mutation.Entry],
        _ options: WriteOptions,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        var draft = Draft()
        draft.edits.reserveCapacity(world == nil ? entries.count : 0)
        var faults: [StateRefusal] = []
        for entry in try joiningMembers(entries, options, in: world) {
            do throws(StateRefusal) {
                let shared = tunable(entry.key)
                let value = try checked(entry.key, entry.value, shared, options, in: world)
                let stored = world.map { $0.values.value(of: entry.key) } ?? shared?.local
                store(value, for: entry.key, over: stored, options, in: author.world, at: time, &draft)
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
        return draft
    }

    /// Returns the draft that makes the entries the only local values, or the only ones that match the patterns.
    ///
    /// Keys with the built-in prefix that are not named keep their values. A value that would be effective without
    /// being stored is not stored, except with `storesAll`. Locked keys keep their values. So do keys whose value could
    /// not be stored again, because `undo` could not restore it, secret keys, whose values an exported file does not
    /// have, and with `keepsEqual` those that have the given value already. With `ifRevision`, a later change of a key that would be reset is a conflict, as that of a named key.
    func replacing(
        with entries: [Mutation.Entry],
        _ options: WriteOptions,
        resetting patterns: KeyPatterns?
    ) throws(StateRefusal) -> Draft {
        let others =
            options.keepsEqual
            ? entries.filter { resolved($0.key.text.utf8.span).resolution.value != $0.value } : entries
        let named = Set(entries.map(\.key))
        var resets = Draft()
        var conflicts: [StateRefusal] = []
        tunables.entries.forEachInOrder { bytes, tunable in
            guard tunable.local != nil, !Key.isBuiltIn(bytes), patterns?.matches(bytes) ?? true else { return }
            let key = Key(known: bytes)
            guard !named.contains(key) else { return }
            if let locked = locked(key, tunable.declaration) {
                resets.skipped.append(locked)
            } else if tunable.declaration?.spec.isSecret == true {
                resets.skipped.append(SkippedKey(key: key, reason: .secret))
            } else if let reason = tunable.obstacle(rules) {
                resets.skipped.append(SkippedKey(key: key, reason: reason))
            } else {
                do throws(StateRefusal) {
                    try checkUnchanged(key, tunable, exists: true, options)
                    resets.edits.append(.local(key, nil))
                } catch {
                    conflicts.append(error)
                }
            }
        }
        var draft = try pushing(others, options, refusing: conflicts)
        draft.edits += resets.edits
        draft.skipped += resets.skipped
        return draft
    }

    /// Returns the draft that declares tunables and then stores values.
    ///
    /// Keys that are not named do not change.
    func importing(
        _ entries: [Mutation.Entry],
        _ specs: [Mutation.KeyedSpec],
        _ options: WriteOptions,
        by author: Author
    ) throws(StateRefusal) -> Draft {
        if options.ifRevision != nil {
            try checkUnchanged(entries, options)
        }
        var options = options
        // The declarations of this import must not count as a change after `ifRevision`.
        options.ifRevision = nil
        var draft = try declaring(specs, replaces: true, by: author)
        let pushed = try storing(draft.edits).pushing(entries, options)
        draft.edits += pushed.edits
        draft.skipped = pushed.skipped
        return draft
    }

    private func checkUnchanged(_ entries: [Mutation.Entry], _ options: WriteOptions) throws(StateRefusal) {
        var conflicts: [StateRefusal] = []
        for key in entries.lazy.map(\.key) {
            let shared = tunable(key)
            do throws(StateRefusal) {
                try checkUnchanged(key, shared, exists: shared != nil, options)
            } catch {
                conflicts.append(error)
            }
        }
        try StateRefusal.check(conflicts)
    }

    /// Returns the draft that stores the entries as lasting values outside every world.
    ///
    /// A value that would be effective without being stored is removed instead, except with `storesAll`. A locked key
    /// keeps its value. `others` are the faults of keys that are not among the entries.
    private func pushing(
        _ entries: [Mutation.Entry],
        _ options: WriteOptions,
        refusing others: [StateRefusal] = []
    ) throws(StateRefusal) -> Draft {
        var draft = Draft()
        var faults: [StateRefusal] = []
        for entry in entries {
            let bytes = entry.key.text.utf8.span
            let shared = tunable(bytes)
            // Ignore the kill switch: the local value is visible only after the kill switch ends.
            let beneath = resolver.resolveUnlimited(bytes, shared?.declaration, local: nil, world: nil).value
            do throws(StateRefusal) {
                if let locked = locked(entry.key, shared?.declaration) {
                    try checkUnchanged(entry.key, shared, exists: shared != nil, options)
                    if isChange(entry.value, from: shared, of: bytes) {
                        draft.skipped.append(locked)
                    }
                    continue
                }
                if entry.value == beneath, !options.storesAll {
                    try checkUnchanged(entry.key, shared, exists: shared != nil, options)
                    if let edit = edit(entry.key, from: shared, to: nil) {
                        draft.edits.append(edit)
                    }
                    continue
                }
                let value = try checked(entry.key, entry.value, shared, options, in: nil)
                let local = value == beneath && !options.storesAll ? nil : LocalValue(value)
                if let edit = edit(entry.key, from: shared, to: local) {
                    draft.edits.append(edit)
                }
            } catch {
                if entry.mayBeInvalid, let reason = SkippedKey.Reason(error) {
                    if isChange(entry.value, from: shared, of: bytes) {
                        draft.skipped.append(SkippedKey(key: entry.key, reason: reason))
                    }
                } else {
                    faults.append(error)
                }
            }
        }
        try StateRefusal.check(faults + others)
        return draft
    }

    /// Returns whether a value is neither stored for a key nor effective.
    ///
    /// A file that repeats the stored or effective value requests no change.
    private func isChange(_ value: JSON, from shared: StoredTunable?, of key: Span<UInt8>) -> Bool {
        guard shared?.local?.value != value else { return false }
        let effective = resolver.resolveUnlimited(key, shared?.declaration, local: shared?.local?.value, world: nil)
        return effective.value != value
    }

    func toggling(
        _ key: Key,
        _ options: WriteOptions,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> Draft {
        try moving(key, options, by: author, at: time) { value, spec throws(ValueFault) in
            if let spec {
                return try spec.toggled(value)
            }
            return try FreeKind.first(value).toggled(value)
        }
    }

    func stepping(
        _ key: Key,
        by count: Int64,
        _ options: WriteOptions,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> Draft {
        try moving(key, options, by: author, at: time) { value, spec throws(ValueFault) in
            if let spec {
                return try spec.stepped(value, by: count)
            }
            return try FreeKind.first(value).stepped(value, by: count)
        }
    }

    private func moving(
        _ key: Key,
        _ options: WriteOptions,
        by author: Author,
        at time: Moment,
        _ move: (JSON, Spec?) throws(ValueFault) -> JSON
    ) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        guard let value = lookUp(key, in: world).resolution.value else { throw unknown(key, in: world) }
        let spec = member(key, in: world).map(\.spec) ?? tunable(key)?.declaration?.spec
        let moved: JSON
        do throws(ValueFault) {
            moved = try move(value, spec)
        } catch {
            throw .value(key, error)
        }
        return try writing([Mutation.Entry(key, moved)], options, by: author, at: time)
    }

    /// Returns the draft that removes the value of a key, outside every world or in the author's world.
    ///
    /// The draft is refused if the key has changed after a revision; for a member, its tunable counts.
    func resetting(_ key: Key, ifRevision: Int64?, by author: Author) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        var options = WriteOptions()
        options.ifRevision = ifRevision
        if let member = member(key, in: world) {
            try checkUnchanged(member.tunable, tunable(member.tunable), exists: true, options)
            return try resetting(member, in: world, author.world)
        }
        let bytes = key.text.utf8.span
        let shared = tunable(bytes)
        guard shared != nil || world?.values.contains(bytes) == true else { throw unknown(key, in: world) }
        try checkWritable(key, shared?.declaration)
        try checkUnchanged(key, shared, exists: true, options)
        var draft = Draft()
        reset(key, in: world, author.world, &draft)
        return draft
    }

    /// Returns the draft that removes the values of all matching keys.
    ///
    /// Keys that no client may write stay unchanged.
    ///
    /// If `patterns` is nil, it removes the values of all keys without the built-in prefix.
    func resetting(_ patterns: KeyPatterns?, by author: Author) throws(StateRefusal) -> Draft {
        let world = try world(of: author)
        var draft = Draft()
        func reset(_ bytes: Span<UInt8>) {
            guard patterns.map({ $0.matches(bytes) }) ?? !Key.isBuiltIn(bytes) else { return }
            let key = Key(known: bytes)
            if let locked = locked(key, tunable(bytes)?.declaration) {
                draft.skipped.append(locked)
            } else {
                self.reset(key, in: world, author.world, &draft)
            }
        }
        if let world {
            world.values.forEachInOrder { bytes, _ in
                reset(bytes)
            }
        } else {
            tunables.entries.forEachInOrder { bytes, tunable in
                if tunable.local != nil {
                    reset(bytes)
                }
            }
        }
        return draft
    }

    private func reset(_ key: Key, in world: World?, _ id: String?, _ draft: inout Draft) {
        if let world, let id {
            if world.values.contains(key) {
                draft.worldEdits.append(.value(id, key, nil))
            }
        } else if let edit = edit(key, to: nil) {
            draft.edits.append(edit)
        }
    }

    private func store(
        _ value: JSON,
        for key: Key,
        over stored: LocalValue?,
        _ options: WriteOptions,
        in world: String?,
        at time: Moment,
        _ draft: inout Draft
    ) {
        let ending = options.duration.map {
            LocalValue.Ending(
                time: time.advanced(byMilliseconds: $0),
                before: LocalValue.lasting(stored),
                tryID: options.tryID
            )
        }
        let local = LocalValue(value, ending: ending)
        draft.value = value
        guard local != stored else { return }
        if let world {
            draft.worldEdits.append(.value(world, key, local))
        } else {
            draft.edits.append(.local(key, local))
        }
    }

    /// Returns the edit of a local value, or nil if the value is stored already.
    func edit(_ key: Key, to local: LocalValue?) -> Edit? {
        edit(key, from: tunable(key), to: local)
    }

    /// Returns the edit of a local value, or nil if `shared` has the value already.
    func edit(_ key: Key, from shared: StoredTunable?, to local: LocalValue?) -> Edit? {
        shared?.local == local ? nil : .local(key, local)
    }
}

extension SkippedKey.Reason {
    /// Creates the reason for a value that is invalid or not declared, or returns nil for another refusal.
    fileprivate init?(_ refusal: StateRefusal) {
        switch refusal {
        case .value: self = .invalid
        case .undeclared: self = .undeclared
        default: return nil
        }
    }
}
