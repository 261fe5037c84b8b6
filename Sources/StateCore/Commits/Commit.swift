package import FlagEngine
package import TunableEngine

/// A change of durable state: who, when, how, what is stored now, and what that did to effective values.
package final class Commit: Sendable {
    /// What became of one local value.
    package struct LocalChange: Equatable, Sendable {
        /// Whose.
        package let key: Key
        /// What was stored before.
        package let before: LocalValue?
        /// What is stored since.
        package let after: LocalValue?
    }

    /// What became of what one flag is forced to be.
    package struct ForcedChange: Equatable, Sendable {
        /// Whose.
        package let key: FlagKey
        /// What it was forced to be before.
        package let before: ForcedFlag?
        /// What it is forced to be since.
        package let after: ForcedFlag?
    }

    /// The revision of the state that it made.
    package let revision: Int64
    /// When.
    package let time: Moment
    /// Who.
    package let actor: Actor
    /// The kind of mutation that made it.
    package let operation: Operation
    /// About how many bytes of memory it takes.
    let weight: Int
    private let content: Content

    /// Most commits set one value and nothing else: they need no lists.
    private enum Content {
        case plain(PlainSet)
        case lists(edits: [Edit], before: [LocalValue?], forcedBefore: [ForcedFlag?], changes: [Change])
    }

    /// Writes down a change.
    package init(
        revision: Int64,
        time: Moment,
        actor: Actor,
        operation: Operation,
        edits: [Edit],
        before: [LocalValue?],
        forcedBefore: [ForcedFlag?] = [],
        changes: [Change]
    ) {
        self.revision = revision
        self.time = time
        self.actor = actor
        self.operation = operation
        content = .lists(edits: edits, before: before, forcedBefore: forcedBefore, changes: changes)
        weight = Commit.weight(edits, before, forcedBefore, changes)
    }

    /// Writes down that one value was set.
    init(revision: Int64, time: Moment, actor: Actor, setting plain: consuming PlainSet) {
        self.revision = revision
        self.time = time
        self.actor = actor
        operation = .mutation(.set)
        weight = plain.weight
        content = .plain(plain)
    }

    /// What history keeps of it: not the layers that it put, which it cannot take back and which may be large.
    var remembered: Commit {
        guard case .lists(let edits, let before, let forcedBefore, let changes) = content else { return self }
        let kept = edits.filter { edit in
            guard case .layer = edit else { return true }
            return false
        }
        guard kept.count < edits.count else { return self }
        return Commit(
            revision: revision,
            time: time,
            actor: actor,
            operation: operation,
            edits: kept,
            before: before,
            forcedBefore: forcedBefore,
            changes: changes
        )
    }

    /// Whether both were made by the same, at the same time, in the same way.
    package func isMadeLike(_ other: Commit) -> Bool {
        time == other.time && actor == other.actor && operation == other.operation
    }

    /// Whether one value was set, and no more than that.
    package var isPlain: Bool {
        guard case .plain = content else { return false }
        return true
    }

    /// Lends the one value that was set, where it is no more than that: a copy would hold each of its parts anew.
    package func withPlainSet<Failure: Error>(_ body: (PlainSet) throws(Failure) -> Void) throws(Failure) {
        guard case .plain(let plain) = content else { return }
        try body(plain)
    }

    /// The one value that was set, where it is no more than that.
    var plainSet: PlainSet? {
        guard case .plain(let plain) = content else { return nil }
        return plain
    }

    /// What is stored now.
    package var edits: [Edit] {
        switch content {
        case .plain(let plain): [.local(plain.key, LocalValue(plain.value))]
        case .lists(let edits, _, _, _): edits
        }
    }

    /// The first edits of flags.
    package func flagEdits(atMost count: Int) -> [Edit] {
        guard case .lists(let edits, let before, _, _) = content, before.count < edits.count else { return [] }
        var found: [Edit] = []
        // By a span, which lends its elements: there may be many.
        let span = edits.span
        for place in span.indices where found.count < count {
            switch span[place] {
            case .definition, .forced: found.append(span[place])
            default: break
            }
        }
        return found
    }

    /// What was stored before, for each edit of a local value, in their order.
    package var before: [LocalValue?] {
        switch content {
        case .plain(let plain): [plain.before.map { LocalValue($0) }]
        case .lists(_, let before, _, _): before
        }
    }

    /// What flags were forced to be before, for each edit of that, in their order.
    package var forcedBefore: [ForcedFlag?] {
        switch content {
        case .plain: []
        case .lists(_, _, let before, _): before
        }
    }

    /// What that changed for everybody, by key; perhaps nothing.
    package var changes: [Change] {
        switch content {
        case .plain(let plain): plain.change.map { [$0] } ?? []
        case .lists(_, _, _, let changes): changes
        }
    }

    /// What became of local values, in the order of the edits.
    package var locals: [LocalChange] {
        var before = before.makeIterator()
        return edits.compactMap { edit in
            guard case .local(let key, let after) = edit else { return nil }
            return LocalChange(key: key, before: before.next() ?? nil, after: after)
        }
    }

    /// What became of what flags are forced to be, in the order of the edits.
    package var forces: [ForcedChange] {
        var before = forcedBefore.makeIterator()
        return edits.compactMap { edit in
            guard case .forced(let key, let after) = edit else { return nil }
            return ForcedChange(key: key, before: before.next() ?? nil, after: after)
        }
    }

    /// Whose values and overrides it stores, in the order of the edits.
    var subjects: [Subject] {
        edits.compactMap { edit in
            switch edit {
            case .local(let key, _): .tunable(key)
            case .forced(let key, _): .flag(key)
            default: nil
            }
        }
    }

    /// Whether it stores a value or an override, or takes one away.
    var storesValues: Bool {
        switch content {
        case .plain: true
        case .lists(_, let before, let forcedBefore, _): !before.isEmpty || !forcedBefore.isEmpty
        }
    }

    /// The keys whose stored value or declaration it changed; of a plain set only where no change names the key.
    var editedKeys: [Key] {
        switch content {
        case .plain(let plain): plain.value == plain.old ? [plain.key] : []
        case .lists(let edits, _, _, _):
            edits.compactMap { edit in
                switch edit {
                case .local(let key, _), .declaration(let key, _): key
                case .definition, .forced, .layer, .activation, .limits, .limit, .undone, .redone: nil
                }
            }
        }
    }

    /// Whether it changed layers or limits, which decide the value of any key.
    package var changesLayersOrLimits: Bool {
        guard case .lists(let edits, _, _, _) = content else { return false }
        return edits.contains { edit in
            switch edit {
            case .layer, .activation, .limits, .limit: true
            case .local, .declaration, .definition, .forced, .undone, .redone: false
            }
        }
    }

    /// Whether it only takes back, or makes count again, what others did.
    package var isConsequence: Bool { operation.undoRule == .consequence }

    /// Whether it is a change of values that can be taken back.
    package var changesValues: Bool {
        switch content {
        case .plain: true
        case .lists: operation.undoRule == .undoable && storesValues
        }
    }
}
