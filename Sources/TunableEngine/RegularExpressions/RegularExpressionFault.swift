/// Why a word is no pattern, and where.
package struct RegularExpressionFault: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// ECMAScript knows it, and it is not offered here.
        case unsupported(Feature)
        /// A quantifier with nothing before it that could be repeated.
        case nothingToRepeat
        /// A group, a class or a brace that begins here does not end.
        case unclosed(Unicode.Scalar)
        /// A character with a meaning of its own stands where it has none.
        case stray(Unicode.Scalar)
        /// An escape that says nothing.
        case escape(String)
        /// A property of characters that is not known here.
        case property(String)
        /// A class's range, or a counted repeat, whose first is beyond its last.
        case backwards(String)
        /// A range that begins or ends with a class instead of a character.
        case rangeOfClasses
        /// What stands behind `(?` begins no kind of group.
        case groupKind
        /// A group's name is none, or names a second group.
        case groupName(String)
        /// It would take too many states.
        case tooLarge(limit: Int)
        /// Its groups nest too deep.
        case tooDeep(limit: Int)
    }

    /// What ECMAScript's patterns have, and these do not.
    package enum Feature: Equatable, Sendable {
        case backreference
        case lookAhead
        case lookBehind
        case modifiers
    }

    /// What is wrong.
    package let reason: Reason

    /// How many characters (scalars) of the pattern stand before the fault.
    package let place: Int

    /// A fault at a place.
    package init(_ reason: Reason, at place: Int) {
        self.reason = reason
        self.place = place
    }
}
