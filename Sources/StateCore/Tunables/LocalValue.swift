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
        /// The pending try that the end belongs to; nil if it is the end of one change.
        package let tryID: Int64?

        package init(time: Moment, before: JSON?, tryID: Int64? = nil) {
            self.time = time
            self.before = before
            self.tryID = tryID
        }

        /// Returns whether both end at the same time, restore the same value and belong to the same try.
        package static func == (left: Ending, right: Ending) -> Bool {
            left.time == right.time && left.before == right.before && left.tryID == right.tryID
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

    /// The value with the same end, but in no try.
    var outsideTry: LocalValue {
        guard let ending, ending.tryID != nil else { return self }
        return LocalValue(value, ending: Ending(time: ending.time, before: ending.before))
    }

    /// Returns the local value that is stored after a temporary value has ended.
    static func restored(_ local: LocalValue?) -> LocalValue? {
        lasting(local).map { LocalValue($0) }
    }
}
