import FlagEngine
import JSONCore
import StateCore
import SystemCore
import TunableEngine

/// The lines that the log has about a commit: one for each change, up to a limit.
struct LoggedCommit {
    /// A sentence for people, and facts for programs.
    typealias Line = (sentence: String, facts: JSONObject)

    /// The largest number of changes of one commit that get a line.
    static let maxChanges = 10

    private(set) var lines: [Line] = []
    /// The number of changes, also of those without a line.
    private var changeCount = 0
    /// The largest number of lines about changes.
    private let maxLines: Int
    /// Returns whether the values of a key are secret.
    private let isSecret: (Key) -> Bool

    /// The operation, its author and the revision, which end every line.
    private let author: String
    private let authorFacts: JSONObject

    /// Creates at most `room` lines about a commit; `room` is at least 1.
    ///
    /// The lines name the user of the author if it is not `user`. `isLimited` returns whether a kill switch selects the
    /// default of a key. `isSecret` returns whether its values are left out.
    init(
        _ commit: Commit,
        atMost room: Int = .max,
        user: UInt32 = Kernel.userID,
        isSecret: @escaping (Key) -> Bool = { _ in false },
        isLimited: (Key) -> Bool
    ) {
        self.isSecret = isSecret
        let changes = commit.changes
        let mostChanges = commit.changeCount + max(0, commit.localCount - changes.count)
        // The last line has the number of the changes without a line.
        maxLines = min(LoggedCommit.maxChanges, mostChanges > room ? room - 1 : room)
        let client = commit.actor.client.shown
        let other = commit.actor.uid == user ? "" : " of user \(commit.actor.uid)"
        let program = "\(client)[\(commit.actor.pid)]\(other)"
        author = "\(commit.operation.name.shown) by \(program), revision \(commit.revision)"
        authorFacts = [
            "operation": .string(commit.operation.name.shown), "client": .string(client),
            "pid": .integer(commit.actor.pid), "uid": .integer(Int64(commit.actor.uid)),
            "revision": .integer(commit.revision),
        ]
        for change in changes.prefix(maxLines) {
            add(change)
        }
        changeCount = changes.count
        addHiddenValues(commit, changes, isLimited)
        addFlags(commit)
        addLayersAndKillSwitch(commit)
        addTries(commit)
        if changeCount == 0 {
            add("no effective value has changed")
        } else if changeCount > lines.count {
            let more = changeCount - lines.count
            let words = lines.isEmpty ? "\(more) change\(more == 1 ? "" : "s")" : "and \(more) more"
            end(words, ["more": .integer(Int64(more))])
        }
    }

    // MARK: Subjects

    /// Adds the stored values that do not change the effective value of their key.
    private mutating func addHiddenValues(_ commit: Commit, _ changes: [Change], _ isLimited: (Key) -> Bool) {
        guard hasRoom, changes.count < commit.localCount else { return }
        let changed = Set(changes.map(\.key))
        commit.visitLocals { key, local in
            guard !changed.contains(key) else { return true }
            guard hasRoom else {
                changeCount += 1
                return true
            }
            let text = isSecret(key) ? LoggedValue.secret : LoggedValue.text(of: local?.value)
            let stored = local == nil ? "removed the stored value" : "stored \(text)"
            let effect = isLimited(key) ? "hidden by the kill switch" : "the effective value is unchanged"
            var facts: JSONObject = ["key": .string(key.text.shortened), "limited": .boolean(isLimited(key))]
            facts["stored"] = local.map { _ in .string(text) }
            add("\(key.text.shown): \(stored), \(effect)", facts)
            return true
        }
    }

    private mutating func addFlags(_ commit: Commit) {
        guard !commit.isPlain else { return }
        for edit in commit.flagEdits(atMost: .max) {
            switch edit {
            case .definition(let key, let definition):
                add(key, definition.map { LoggedCommit.words("defined", $0) } ?? "removed")
            case .flagDeclaration(let key, let declaration):
                add(key, declaration.map { LoggedCommit.words("declared", $0.definition) } ?? "declaration removed")
            default: break
            }
        }
        guard !commit.overridesBefore.isEmpty else { return }
        for change in commit.overrideChanges {
            guard hasRoom else {
                changeCount += 1
                continue
            }
            let (old, new) = (LoggedCommit.text(of: change.before), LoggedCommit.text(of: change.after))
            let facts: JSONObject = [
                "flag": .string(change.key.text.shortened), "old": .string(old), "value": .string(new),
            ]
            add("flag \(change.key.text.shown): override \(old) -> \(new)", facts)
        }
    }

    private mutating func addLayersAndKillSwitch(_ commit: Commit) {
        guard commit.changesLayersOrKillSwitch else { return }
        for edit in commit.edits {
            switch edit {
            case .layer(let name, let layer):
                let end = layer?.ending.map { ", until \($0.time.rfc3339)" } ?? ""
                add(
                    "layer \(name.shown): \(layer == nil ? "removed" : "put")\(end)",
                    ["layer": .string(name.shortened)]
                )
            case .activation(let names): add(LoggedState.sentence(aboutActive: names))
            case .killSwitch(let entries) where entries.isEmpty: add("kill switch: off")
            case .killSwitch(let entries):
                for entry in entries {
                    add(LoggedState.sentence(aboutLimited: entry.patterns.patterns.map(\.text), entry.reason))
                }
            case .killSwitchEntry(let removed, let added): addKillSwitchEntry(removed, added)
            case .local, .declaration, .definition, .flagDeclaration, .override, .undone, .redone, .beginTry, .endTry:
                break
            }
        }
    }

    private mutating func addTries(_ commit: Commit) {
        for edit in commit.tryEdits {
            switch edit {
            case .beginTry(let pending):
                add("try \(pending.id): until \(pending.end.rfc3339)", ["try": .integer(pending.id)])
            case .endTry(let end):
                let reason = end.reason.map { ": \(LoggedValue.text(of: .string($0)))" } ?? ""
                add("try \(end.id): \(end.outcome.rawValue)\(reason)", ["try": .integer(end.id)])
            default: break
            }
        }
    }

    private mutating func addKillSwitchEntry(_ removed: KeyPatterns, _ added: KillSwitchEntry?) {
        if let added {
            add(LoggedState.sentence(aboutLimited: added.patterns.patterns.map(\.text), added.reason))
        } else {
            add("kill switch: off for \(LoggedState.list(removed.patterns.map(\.text)))")
        }
    }

    // MARK: Texts

    private static func words(_ verb: String, _ definition: FlagDefinition) -> String {
        "\(verb), default \(definition.defaultVariantName?.shown ?? "none")"
    }

    private static func text(of override: StoredOverride?) -> String {
        switch override?.content {
        case .variant(let name): name.shown
        case .value(let value): LoggedValue.text(of: value)
        case nil: "none"
        }
    }

    // MARK: Lines

    /// Whether another change gets a line.
    private var hasRoom: Bool { lines.count < maxLines }

    private mutating func add(_ change: Change) {
        let key = change.key.text
        guard !isSecret(change.key) else {
            let verb = change.value == nil ? "removed" : change.old == nil ? "set" : "changed"
            return end("\(key.shown): \(verb) \(LoggedValue.secret)", ["key": .string(key.shortened), "secret": true])
        }
        let (old, new) = (LoggedValue.text(of: change.old), LoggedValue.text(of: change.value))
        let facts: JSONObject = ["key": .string(key.shortened), "old": .string(old), "value": .string(new)]
        end("\(key.shown): \(old) -> \(new)", facts)
    }

    /// Adds a change of a flag; only counts it if there are enough lines.
    private mutating func add(_ key: FlagKey, _ words: @autoclosure () -> String) {
        guard hasRoom else {
            changeCount += 1
            return
        }
        add("flag \(key.text.shown): \(words())", ["flag": .string(key.text.shortened)])
    }

    /// Adds a change; only counts it if there are enough lines.
    private mutating func add(_ words: String, _ facts: JSONObject = JSONObject()) {
        if hasRoom {
            end(words, facts)
        }
        changeCount += 1
    }

    private mutating func end(_ words: String, _ facts: JSONObject) {
        var facts = facts
        for fact in authorFacts.members {
            facts[fact.name] = fact.value
        }
        lines.append(("\(words) (\(author))", facts))
    }
}
