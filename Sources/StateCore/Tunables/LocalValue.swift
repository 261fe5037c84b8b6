package import JSONCore

/// A value that a user set, either without an end or as a temporary override.
package struct LocalValue: Equatable, Sendable {
    package let value: JSON
    /// The end of the value; nil if it has no end.
    package let override: Override?

    /// The end of a temporary value.
    ///
    /// It is a class because few values have an end. The other values need only one word for it.
    package final class Override: Equatable, Sendable {
        package let end: Moment
        /// The lasting value from before the first of consecutive temporary values.
        ///
        /// It is restored at the end. If it is nil, the key then has no local value.
        package let before: JSON?

        package init(end: Moment, before: JSON?) {
            self.end = end
            self.before = before
        }

        /// Returns whether both end at the same time and restore the same value.
        package static func == (left: Override, right: Override) -> Bool {
            left.end == right.end && left.before == right.before
        }
    }

    /// Creates a value, which is temporary if `override` is given.
    package init(_ value: JSON, override: Override? = nil) {
        self.value = value
        self.override = override
    }

    /// Returns the lasting value: the value that a temporary override will restore, or else the value itself.
    package static func lasting(_ local: LocalValue?) -> JSON? {
        guard let local else { return nil }
        return local.override.map(\.before) ?? local.value
    }

    /// Returns the local value that is stored after a temporary override has ended.
    static func restored(_ local: LocalValue?) -> LocalValue? {
        lasting(local).map { LocalValue($0) }
    }
}
