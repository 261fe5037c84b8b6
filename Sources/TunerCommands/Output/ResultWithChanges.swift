import TunerAPI

/// A result that contains changes.
protocol ResultWithChanges {
    var changes: [ChangeRecord] { get }
    /// The edits of flags, if the method reports them.
    var flags: [FlagEditRecord]? { get }
    var skipped: [SkippedKeyRecord]? { get }
    var more: Bool? { get }
}

extension ResultWithChanges {
    var flags: [FlagEditRecord]? { nil }
    var skipped: [SkippedKeyRecord]? { nil }
}

extension ResultWithChanges where Self: ChangesHolding {
    var changes: [ChangeRecord] { result.changes }
    var more: Bool? { result.more }
}

extension ChangesResult: ResultWithChanges {}
extension UpdateResult: ResultWithChanges {}
extension ResetAllResult: ResultWithChanges {}
extension ReplaceResult: ResultWithChanges {}
extension UndoResult: ResultWithChanges {}
extension PutLayerResult: ResultWithChanges {}
extension DiffResult: ResultWithChanges {
    var flags: [FlagEditRecord]? {
        overrides?.map { override in
            var edit = FlagEditRecord()
            (edit.key, edit.variant, edit.value) = (override.key, override.variant, override.value)
            return edit
        }
    }
}
