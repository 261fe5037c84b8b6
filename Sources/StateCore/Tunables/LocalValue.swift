package import JSONCore

/// A value that a user set, either without an end or temporary.
package struct LocalValue: Equatable, Sendable {
    package let value: JSON
    /// The end of the value; nil if it has no end.
    package let ending: Ending?

    /// The end of a temporary value.
    ///
    /// It is a class because few values have an end. The other values need only one word for it.
    package final class Ending: Equatable, Sendable {
        package let time: Moment
        /// The lasting value from before the first of consecutive temporary values.
        ///
        /// It is restored at the end. If it is nil, the key then has no local value.
        package let before: JSON?

        package init(time: Moment, before: JSON?) {
            self.time = time
            self.before = before
        }

        /// Returns whether both end at the same time and restore the same value.
        package static func == (left: Ending, right: Ending) -> Bool {
            left.time == right.time && left.before == right.before
        }
    }

    /// Creates a value, which is temporary if `ending` is given.
    package init(_ value: JSON, ending: Ending? = nil) {
        self.value = value
        self.ending = ending
    }

    /// Returns the lasting value: the one that a temporary value will restore, or else the value itself.
    package static func lasting(_ local: LocalValue?) -> JSON? {
        guard let local else { return nil }
        return local.ending.map(\.before) ?? local.value
    }

    /// Returns the local value that is stored after a temporary value has ended.
    static func restored(_ local: LocalValue?) -> LocalValue? {
        lasting(local).map { LocalValue($0) }
    }
}
