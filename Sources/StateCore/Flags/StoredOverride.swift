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
        /// The pending try that the end belongs to; nil if it is the end of one change.
        package let tryID: Int64?

        package init(time: Moment, before: FlagOverride?, tryID: Int64? = nil) {
            self.time = time
            self.before = before
            self.tryID = tryID
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

    /// The override with the same end, but in no try.
    var outsideTry: StoredOverride {
        guard let ending, ending.tryID != nil else { return self }
        return StoredOverride(content, ending: Ending(time: ending.time, before: ending.before))
    }

    /// Returns the override that is stored after a temporary override has ended.
    static func restored(_ override: StoredOverride?) -> StoredOverride? {
        lasting(override).map { StoredOverride($0) }
    }
}
