import JSONCore
import StateCore
import TunableEngine

/// A commit of the history in a snapshot.
struct PastLine: JSONRecord {
    package static let fields = JSONFieldTable<PastLine>([
        .required("commit", \.commit, "The commit."),
        .required("stored", \.stored, "The stored value before the commit, for each edited local value."),
        .defaulted("forced", \.overrides, "The override before the commit, for each edited override."),
        .required("changes", \.changes, "The changes of shared values."),
        // A daemon that does not know the member ignores it, because its name begins with x-.
        .optional("x-secret", \.secret, "The keys that were secret before the commit, but are not after it."),
    ])

    var commit: CommitLine = CommitLine()
    var stored: [StoredLine] = []
    var overrides: [OverrideLine] = []
    var changes: [ChangeLine] = []
    var secret: [String]?

    package init() {}
}

/// The local value of a key before a commit; all members are nil if there was none.
struct StoredLine: JSONRecord {
    package static let fields = JSONFieldTable<StoredLine>([
        .optional("value", \.value, "The value."),
        .optional("end", \.end, "The time when the value was to end."),
        .optional("before", \.before, "The value that was to follow."),
        .optional("try", \.tryID, "The try that the value belonged to."),
    ])

    var value: JSON?
    var end: Int64?
    var before: JSON?
    var tryID: Int64?

    package init() {}
}

/// A change of an effective value.
struct ChangeLine: JSONRecord {
    package static let fields = JSONFieldTable<ChangeLine>([
        .required("key", \.key, "The key."),
        .optional("value", \.value, "The new value."),
        .optional("old", \.old, "The old value."),
        .required("origin", \.origin, "The origin of the new value."),
        .optional("end", \.end, "The time when the new value was to end."),
    ])

    var key: String = ""
    var value: JSON?
    var old: JSON?
    var origin: String = ""
    var end: Int64?

    package init() {}
}

extension PastLine {
    /// Creates the line for a commit, with everything that cannot be computed from the edits.
    init(_ commit: Commit) {
        self.init()
        self.commit = CommitLine(commit)
        stored = commit.before.map { StoredLine($0) }
        overrides = commit.overridesBefore.map { OverrideLine($0) }
        changes = commit.changes.map { ChangeLine($0) }
        let declared = PastLine.keysDeclaredSecret(by: commit.edits)
        let others = commit.secretKeys.filter { !declared.contains($0) }
        secret = others.isEmpty ? nil : others.map(\.text)
    }

    /// Returns the keys of the secret declarations among the edits.
    private static func keysDeclaredSecret(by edits: [Edit]) -> [Key] {
        edits.compactMap { edit in
            guard case .declaration(let key, let declaration?) = edit, declaration.spec.isSecret else { return nil }
            return key
        }
    }

    /// Returns the commit.
    func past() throws(CodingFault) -> Commit {
        let edits = try commit.stored()
        let others = try (secret ?? []).map { (key) throws(CodingFault) in try Key(stored: key) }
        return Commit(
            revision: commit.revision,
            time: Moment(milliseconds: commit.time),
            actor: commit.actor,
            operation: Operation(named: commit.operation),
            edits: edits,
            before: stored.map(\.local),
            overridesBefore: overrides.map(\.override),
            changes: try changes.map { (line) throws(CodingFault) in try line.change() },
            secretKeys: PastLine.keysDeclaredSecret(by: edits) + others
        )
    }
}

extension StoredLine {
    fileprivate init(_ local: LocalValue?) {
        self.init()
        value = local?.value
        (end, before, tryID) = (local?.storedEnd, local?.storedBefore, local?.storedTry)
    }

    fileprivate var local: LocalValue? {
        value.map { LocalValue(stored: $0, end: end, before: before, tryID: tryID) }
    }
}

extension ChangeLine {
    fileprivate init(_ change: Change) {
        self.init()
        key = change.key.text
        value = change.value
        old = change.old
        origin = change.origin.name
        end = change.end?.milliseconds
    }

    fileprivate func change() throws(CodingFault) -> Change {
        guard let origin = Origin(name: origin) else { throw .origin(origin) }
        return Change(
            key: try Key(stored: key),
            value: value,
            old: old,
            origin: origin,
            end: end.map { Moment(milliseconds: $0) }
        )
    }
}
