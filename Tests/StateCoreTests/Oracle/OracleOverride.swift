import FlagEngine
import StateCore

/// An override of a flag, and its end.
struct OracleOverride: Equatable {
    var override: FlagOverride
    var end: Moment?
    /// The override from before the first of consecutive temporary overrides.
    var before: FlagOverride?
    /// The pending try that the override belongs to.
    var tryID: Int64?

    init(_ override: FlagOverride) {
        self.override = override
    }

    init?(_ override: FlagOverride?) {
        guard let override else { return nil }
        self.override = override
    }

    init?(_ stored: StoredOverride?) {
        guard let stored else { return nil }
        override = stored.content
        end = stored.ending?.time
        before = stored.ending?.before
        tryID = stored.ending?.tryID
    }

    /// Returns the lasting override: the one that a temporary override will restore, or else the override itself.
    static func lasting(_ new: OracleOverride?) -> FlagOverride? {
        new?.end == nil ? new?.override : new?.before
    }

    func reverted(by time: Moment) -> OracleOverride? {
        guard let end, end <= time else { return self }
        return OracleOverride(before)
    }
}
