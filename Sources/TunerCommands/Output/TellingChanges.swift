import TunerAPI

/// A result that tells what has changed.
protocol TellingChanges {
    var changes: [ChangeRecord] { get }
    /// What was done to flags, where that is told.
    var flags: [FlagEditRecord]? { get }
    /// The keys that kept their values.
    var left: [LeftKeyRecord]? { get }
    var more: Bool? { get }
}

extension TellingChanges {
    var flags: [FlagEditRecord]? { nil }
    var left: [LeftKeyRecord]? { nil }
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
extension DiffResult: TellingChanges {}
