package import JSONCore

/// What was set for all: a value, for good or for a while.
package struct LocalValue: Equatable, Sendable {
    /// The value.
    package let value: JSON
    /// What ends it, where it was set for a while only.
    package let override: Override?

    /// An end that is coming: a class, because few values have one, and the others need one word for it.
    package final class Override: Equatable, Sendable {
        /// When the value ends.
        package let end: Moment
        /// What was stored before the first override that had not ended; comes back then.
        package let before: JSON?

        /// Says what comes when.
        package init(end: Moment, before: JSON?) {
            self.end = end
            self.before = before
        }

        /// Whether both end at the same time and bring back the same value.
        package static func == (left: Override, right: Override) -> Bool {
            left.end == right.end && left.before == right.before
        }
    }

    /// A value, which ends where an override is given.
    package init(_ value: JSON, override: Override? = nil) {
        self.value = value
        self.override = override
    }

    /// What stays when overrides are left out.
    package static func lasting(_ local: LocalValue?) -> JSON? {
        guard let local else { return nil }
        return local.override.map(\.before) ?? local.value
    }

    /// The same where nothing that ends is to be left.
    static func restored(_ local: LocalValue?) -> LocalValue? {
        lasting(local).map { LocalValue($0) }
    }
}
