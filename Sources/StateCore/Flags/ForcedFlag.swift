package import FlagEngine

/// What somebody forces a flag to be, for good or for a while.
package struct ForcedFlag: Equatable, Sendable {
    /// What it is forced to be.
    package let override: FlagOverride
    /// What ends that, where it is for a while only.
    package let ending: Ending?

    /// An end that is coming.
    package struct Ending: Equatable, Sendable {
        /// When.
        package let time: Moment
        /// What the flag was forced to be before the first of those that had not ended; comes back then.
        package let before: FlagOverride?

        /// Says what comes when.
        package init(time: Moment, before: FlagOverride?) {
            self.time = time
            self.before = before
        }
    }

    /// Forces a flag, until an end where one is given.
    package init(_ override: FlagOverride, ending: Ending? = nil) {
        self.override = override
        self.ending = ending
    }

    /// What stays when those that end are left out.
    package static func lasting(_ forced: ForcedFlag?) -> FlagOverride? {
        guard let forced else { return nil }
        return forced.ending.map(\.before) ?? forced.override
    }

    /// The same where nothing that ends is to be left.
    static func restored(_ forced: ForcedFlag?) -> ForcedFlag? {
        lasting(forced).map { ForcedFlag($0) }
    }
}
