import FlagEngine
import StateCore

/// An override of a flag, and its end.
struct Forced: Equatable {
    var override: FlagOverride
    var end: Moment?
    /// The override from before the first of consecutive temporary overrides.
    var before: FlagOverride?

    init(_ override: FlagOverride) {
        self.override = override
    }

    init?(_ override: FlagOverride?) {
        guard let override else { return nil }
        self.override = override
    }

    init?(_ forced: ForcedFlag?) {
        guard let forced else { return nil }
        override = forced.override
        end = forced.ending?.time
        before = forced.ending?.before
    }

    /// Returns the lasting override: the one that a temporary override will restore, or else the override itself.
    static func lasting(_ forced: Forced?) -> FlagOverride? {
        forced?.end == nil ? forced?.override : forced?.before
    }

    func reverted(by time: Moment) -> Forced? {
        guard let end, end <= time else { return self }
        return Forced(before)
    }
}
