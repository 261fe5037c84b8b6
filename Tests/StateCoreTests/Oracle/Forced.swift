import FlagEngine
import StateCore

/// What a flag is forced to be, and when that ends.
struct Forced: Equatable {
    var override: FlagOverride
    var end: Moment?
    /// What it was forced to be when the first that had not ended began.
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

    /// What stays when those that end are left out.
    static func lasting(_ forced: Forced?) -> FlagOverride? {
        forced?.end == nil ? forced?.override : forced?.before
    }

    func reverted(by time: Moment) -> Forced? {
        guard let end, end <= time else { return self }
        return Forced(before)
    }
}
