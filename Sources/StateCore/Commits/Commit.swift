package import FlagEngine
package import TunableEngine

/// A durable change of the state: the actor, the time, the operation, the edits and their effect on effective values.
package final class Commit: Sendable {
    /// A change of one local value.
    package struct LocalChange: Equatable, Sendable {
        package let key: Key
        package let before: LocalValue?
        package let after: LocalValue?
    }

    /// A change of one flag's override.
    package struct OverrideChange: Equatable, Sendable {
        package let key: FlagKey
        package let before: StoredOverride?
        package let after: StoredOverride?
    }

    /// The revision that the commit created.
    package let revision: Int64
    package let time: Moment
    package let actor: Actor
    package let operation: Operation
    /// About how many bytes of memory the commit takes.
    let weight: Int
    private let content: Content

    /// Most commits only set one value.
    ///
    /// They store it without allocating lists.
    private enum Content {
        case plain(PlainSet)
        case lists(
            edits: [Edit],
            before: [LocalValue?],
            overridesBefore: [StoredOverride?],
            changes: [Change],
            secretKeys: [Key]
        )
    }

    /// Creates a commit from lists.
    ///
    /// `before` has one element for each edit of a local value, and `overridesBefore` one for each edit of a flag's
    /// override. `secretKeys` are the declared keys that were secret before the commit or are secret after it.
    package init(
        revision: Int64,
        time: Moment,
        actor: Actor,
        operation: Operation,
        edits: [Edit],
        before: [LocalValue?],
        overridesBefore: [StoredOverride?] = [],
        changes: [Change],
        secretKeys: [Key] = []
    ) {
        self.revision = revision
        self.time = time
        self.actor = actor
        self.operation = operation
        content = .lists(
            edits: edits,
            before: before,
            overridesBefore: overridesBefore,
            changes: changes,
            secretKeys: secretKeys
        )
        weight = Commit.weight(edits, before, overridesBefore, changes)
    }

    /// Creates a commit that sets one value.
    init(revision: Int64, time: Moment, actor: Actor, setting plain: consuming PlainSet) {
        self.revision = revision
        self.time = time
        self.actor = actor
        operation = .mutation(.set)
        weight = plain.weight
        content = .plain(plain)
    }

    /// The commit as the history keeps it: its layers have only their names.
    ///
    /// An undo does not restore layers, and they may be large.
    var remembered: Commit {
        guard case .lists(let edits, let before, let overridesBefore, let changes, let secretKeys) = content,
            edits.contains(where: \.isOfLayer)
        else { return self }
        let kept = edits.map { edit in
            guard case .layer(let name, .some) = edit else { return edit }
            return .layer(name, Layer(name: name, values: KeyMap()))
        }
        return Commit(
            revision: revision,
            time: time,
            actor: actor,
            operation: operation,
            edits: kept,
            before: before,
            overridesBefore: overridesBefore,
            changes: changes,
            secretKeys: secretKeys
        )
    }

    /// Returns whether both commits have the same time, actor and operation.
    package func isMadeLike(_ other: Commit) -> Bool {
        time == other.time && actor == other.actor && operation == other.operation
    }

    /// Whether the commit stores a `PlainSet` instead of lists.
    package var isPlain: Bool {
        guard case .plain = content else { return false }
        return true
    }

    /// Calls `body` with the plain set, if the commit is one.
    ///
    /// Returning a copy would retain each of its parts.
    package func withPlainSet<Failure: Error>(_ body: (PlainSet) throws(Failure) -> Void) throws(Failure) {
        guard case .plain(let plain) = content else { return }
        try body(plain)
    }

    /// The plain set; nil if the commit is not one.
    var plainSet: PlainSet? {
        guard case .plain(let plain) = content else { return nil }
        return plain
    }

    /// The edits of what is stored, in order.
    package var edits: [Edit] {
        switch content {
        case .plain(let plain): [.local(plain.key, LocalValue(plain.value))]
        case .lists(let edits, _, _, _, _): edits
        }
    }

    /// Returns the first edits of flags, at most `count`.
    package func flagEdits(atMost count: Int) -> [Edit] {
        guard case .lists(let edits, let before, _, _, _) = content, before.count < edits.count else { return [] }
        var found: [Edit] = []
        // A span refers to its elements without a copy, and there may be many.
        let span = edits.span
        for index in span.indices where found.count < count {
            switch span[index] {
            case .definition, .flagDeclaration, .override: found.append(span[index])
            default: break
            }
        }
        return found
    }

    /// The edits that begin and end tries.
    ///
    /// They follow the other edits of their commit, so the cost does not depend on the number of those.
    package var tryEdits: ArraySlice<Edit> {
        guard case .lists(let edits, _, _, _, _) = content else { return [] }
        let last = edits.lastIndex { !$0.isOfTry } ?? -1
        return edits[(last + 1)...]
    }

    /// The previous local values, one for each edit of a local value, in order.
    package var before: [LocalValue?] {
        switch content {
        case .plain(let plain): [plain.before.map { LocalValue($0) }]
        case .lists(_, let before, _, _, _): before
        }
    }

    /// The previous overrides of flags, one for each edit of a flag's override, in order.
    package var overridesBefore: [StoredOverride?] {
        switch content {
        case .plain: []
        case .lists(_, _, let before, _, _): before
        }
    }

    /// The changes of shared values, at most one for each key; empty if none changed.
    package var changes: [Change] {
        switch content {
        case .plain(let plain): plain.change.map { [$0] } ?? []
        case .lists(_, _, _, let changes, _): changes
        }
    }

    /// The declared keys that were secret before the commit or are secret after it.
    package var secretKeys: [Key] {
        switch content {
        case .plain: []
        case .lists(_, _, _, _, let secretKeys): secretKeys
        }
    }

    /// The number of changes of shared values, flags, layers and the kill switch.
    package var changeCount: Int {
        guard case .lists(let edits, let before, _, let changes, _) = content else { return changes.count }
        guard before.count < edits.count else { return changes.count }
        // A span refers to its elements without a copy, and there may be many.
        let span = edits.span
        var count = changes.count
        for index in span.indices {
            switch span[index] {
            case .definition, .flagDeclaration, .override, .layer, .activation, .killSwitch, .killSwitchEntry:
                count += 1
            case .local, .declaration, .undone, .redone, .beginTry, .endTry: break
            }
        }
        return count
    }

    /// The number of changes of local values.
    package var localCount: Int {
        switch content {
        case .plain: 1
        case .lists(_, let before, _, _, _): before.count
        }
    }

    /// Calls `body` with the key and the new local value of each edit of a local value, until `body` returns false.
    package func visitLocals(_ body: (Key, LocalValue?) -> Bool) {
        switch content {
        case .plain(let plain): _ = body(plain.key, LocalValue(plain.value))
        case .lists(let edits, _, _, _, _):
            let span = edits.span
            for index in span.indices {
                guard case .local(let key, let after) = span[index] else { continue }
                guard body(key, after) else { return }
            }
        }
    }

    /// The changes of local values, in the order of the edits.
    package var locals: [LocalChange] {
        var before = before.makeIterator()
        return edits.compactMap { edit in
            guard case .local(let key, let after) = edit else { return nil }
            return LocalChange(key: key, before: before.next() ?? nil, after: after)
        }
    }

    /// The changes of flag overrides, in the order of the edits.
    package var overrideChanges: [OverrideChange] {
        var before = overridesBefore.makeIterator()
        return edits.compactMap { edit in
            guard case .override(let key, let after) = edit else { return nil }
            return OverrideChange(key: key, before: before.next() ?? nil, after: after)
        }
    }

    /// The tunables and flags whose local value or override the commit changes, in the order of the edits.
    var subjects: [Subject] {
        edits.compactMap(\.subject)
    }

    /// Whether the commit stores or removes a local value or a flag override.
    var storesValues: Bool {
        switch content {
        case .plain: true
        case .lists(_, let before, let overridesBefore, _, _): !before.isEmpty || !overridesBefore.isEmpty
        }
    }

    /// The keys whose local value or declaration the commit changed.
    ///
    /// A plain set is included only if it did not change the shared value. Otherwise ``changes`` has the key.
    var editedKeys: [Key] {
        switch content {
        case .plain(let plain): plain.value == plain.old ? [plain.key] : []
        case .lists(let edits, _, _, _, _):
            edits.compactMap { edit in
                switch edit {
                case .local(let key, _), .declaration(let key, _): key
                case .definition, .flagDeclaration, .override, .layer, .activation, .killSwitch, .killSwitchEntry,
                    .undone, .redone, .beginTry, .endTry:
                    nil
                }
            }
        }
    }

    /// Whether the commit changed layers or the kill switch, so that the value of any key may have changed.
    package var changesLayersOrKillSwitch: Bool {
        guard case .lists(let edits, _, _, _, _) = content else { return false }
        return edits.contains { edit in
            switch edit {
            case .layer, .activation, .killSwitch, .killSwitchEntry: true
            case .local, .declaration, .definition, .flagDeclaration, .override, .undone, .redone, .beginTry, .endTry:
                false
            }
        }
    }

    /// Whether the commit only undoes, redoes or ends what other commits did.
    package var isConsequence: Bool { operation.undoRule == .consequence }

    /// Whether the commit changes values and can be undone.
    ///
    /// A try with a layer cannot be undone: an undo restores no layers.
    package var changesValues: Bool {
        switch content {
        case .plain: true
        case .lists: operation.undoRule == .undoable && storesValues && !changesLayersOrKillSwitch
        }
    }
}

extension Edit {
    fileprivate var isOfTry: Bool {
        switch self {
        case .beginTry, .endTry: true
        default: false
        }
    }

    fileprivate var isOfLayer: Bool {
        guard case .layer = self else { return false }
        return true
    }
}
