import TunerAPI

/// A result that contains changes.
protocol TellingChanges {
    var changes: [ChangeRecord] { get }
    /// The edits of flags, if the method reports them.
    var flags: [FlagEditRecord]? { get }
    var left: [SkippedKeyRecord]? { get }
    var more: Bool? { get }
}

extension TellingChanges {
    var flags: [FlagEditRecord]? { nil }
    var left: [SkippedKeyRecord]? { nil }
}

extension TellingChanges where Self: ChangesHolding {
    var changes: [ChangeRecord] { result.changes }
    var more: Bool? { result.more }
}

extension ChangesResult: TellingChanges {}
extension UpdateResult: TellingChanges {}
extension ResetAllResult: TellingChanges {}
extension ReplaceResult: TellingChanges {}
extension UndoResult: TellingChanges {}
extension PutLayerResult: TellingChanges {}
extension DiffResult: TellingChanges {
    var flags: [FlagEditRecord]? {
        overrides?.map { override in
            var edit = FlagEditRecord()
            (edit.key, edit.variant, edit.value) = (override.key, override.variant, override.value)
            return edit
        }
    }
}
