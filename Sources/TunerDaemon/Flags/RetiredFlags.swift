import FlagEngine
import StateCore

/// Flags that a load of the flags file replaces: the thread of the load frees them, because that takes long.
///
/// The event loop may hold them for a while, for instance for a slow subscriber. Whoever holds an object last frees it. So
/// the thread keeps its reference until it has the last one.
struct RetiredFlags {
    private var shared: KeyMap<StoredFlag>?
    private var file: FlagSet?
    private var changes: [FlagChange]
    /// The definitions that no new state has.
    private var definitions: [FlagDefinition]

    init(_ prepared: PreparedFileFlags, _ file: FlagSet?) {
        shared = prepared.before
        self.file = file
        changes = prepared.changes
        definitions = prepared.changes.compactMap { $0.old?.origin == .file ? $0.old?.definition : nil }
    }

    /// Frees what nothing else refers to; returns whether everything is freed.
    mutating func free() -> Bool {
        if shared != nil {
            guard shared?.isOnlyCopy == true else { return false }
            shared = nil
            file = nil
            changes = []
        }
        var kept: [FlagDefinition] = []
        while var last = definitions.popLast() {
            if !isKnownUniquelyReferenced(&last) {
                kept.append(last)
            }
        }
        definitions = kept
        return kept.isEmpty
    }
}
