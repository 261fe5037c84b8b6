package import FlagEngine

/// An override of a flag that a user set, either without an end or temporary.
package struct StoredOverride: Equatable, Sendable {
    /// The variant or the value that the flag has.
    package let content: FlagOverride
    /// The end of the override; nil if it has no end.
    package let ending: Ending?

    /// The end of a temporary override.
    package struct Ending: Equatable, Sendable {
        package let time: Moment
        /// The lasting override from before the first of consecutive temporary overrides.
        ///
        /// It is restored at the end. If it is nil, the flag then has no override.
        package let before: FlagOverride?

        package init(time: Moment, before: FlagOverride?) {
            self.time = time
            self.before = before
        }
    }

    package init(_ content: FlagOverride, ending: Ending? = nil) {
        self.content = content
        self.ending = ending
    }

    /// Returns the lasting override: the one that a temporary override will restore, or else the override itself.
    package static func lasting(_ override: StoredOverride?) -> FlagOverride? {
        guard let override else { return nil }
        return override.ending.map(\.before) ?? override.content
    }

    /// Returns the override that is stored after a temporary override has ended.
    static func restored(_ override: StoredOverride?) -> StoredOverride? {
        lasting(override).map { StoredOverride($0) }
    }
}
