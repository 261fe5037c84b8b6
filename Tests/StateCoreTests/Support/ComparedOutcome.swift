import JSONCore
import StateCore

/// The parts of an outcome that a test compares.
struct ComparedOutcome: Equatable {
    let revision: Int64?
    let edits: [Edit]?
    let changes: [Change]
    let hasChanged: Bool
    let value: JSON?
    let old: JSON?
    let keyRevision: Int64
    let undone: [Int64]

    init(_ outcome: MutationOutcome) {
        revision = outcome.commit?.revision
        edits = outcome.commit?.edits
        changes = outcome.changes
        hasChanged = outcome.hasChanged
        value = outcome.value
        old = outcome.old
        keyRevision = outcome.keyRevision
        undone = outcome.undone
    }
}
