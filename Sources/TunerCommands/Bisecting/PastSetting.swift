import ConsoleCore
import JSONCore
import TunerAPI

/// What differs between the present state and that of an earlier revision, computed from the commits after it.
struct PastSetting: Equatable {
    /// The values of then that differ from the present ones.
    private(set) var values = JSONObject()
    /// The overrides of then that differ from the present ones.
    private(set) var overrides: [String: FlagOverride] = [:]
    /// The keys that had no value then, and have one now.
    private(set) var newKeys: [String] = []
    /// The flags that had no override then, and have one now.
    private(set) var newOverrides: [String] = []
    /// The flags whose definition or declaration has changed.
    private(set) var redefinedFlags: [String] = []
    /// The keys whose values of then are hidden.
    private(set) var hiddenKeys: [String] = []
    /// The commits of which the history does not have all changes.
    private(set) var incompleteCommits: [Int64] = []

    /// Reverses commits, the newest of which is the first.
    init(reversing commits: some Sequence<CommitRecord>) {
        var changes: [String: ReversedChange<JSON>] = [:]
        var flags: [String: ReversedChange<FlagOverride>] = [:]
        var redefined: Set<String> = []
        var hidden: Set<String> = []
        for commit in commits {
            for change in commit.changes {
                if change.isHidden { hidden.insert(change.key) }
                changes[change.key, default: ReversedChange(now: change.value)].then = change.old
            }
            for edit in commit.flags ?? [] {
                if edit.changesOverride {
                    flags[edit.key, default: ReversedChange(now: edit.override)].then = edit.oldOverride
                } else {
                    redefined.insert(edit.key)
                }
            }
            if commit.more == true { incompleteCommits.append(commit.revision) }
        }
        let known = changes.filter { !hidden.contains($0.key) }
        for (key, change) in known.sorted(by: { $0.key < $1.key }) where change.then != change.now {
            if let then = change.then { values[key] = then } else { newKeys.append(key) }
        }
        for (key, change) in flags.sorted(by: { $0.key < $1.key }) where change.then != change.now {
            if let then = change.then { overrides[key] = then } else { newOverrides.append(key) }
        }
        redefinedFlags = redefined.sorted()
        hiddenKeys = hidden.sorted()
    }
}

/// The two ends of a series of changes.
private struct ReversedChange<Value> {
    let now: Value?
    var then: Value?

    init(now: Value?) { self.now = now }
}

extension FlagEditRecord {
    /// Whether the override was set or removed.
    var changesOverride: Bool { override != nil || isReset == true }

    /// The override that was set; nil if it was removed.
    var override: FlagOverride? { FlagOverride(variant, value) }
    fileprivate var oldOverride: FlagOverride? { FlagOverride(oldVariant, oldValue) }
}
