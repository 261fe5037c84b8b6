/// The reason why a word is not a valid pattern, and the offset of the error.
package struct RegularExpressionFault: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The pattern uses a feature of ECMAScript that is not supported here.
        case unsupported(Feature)
        /// A quantifier has nothing before it that it could repeat.
        case nothingToRepeat
        /// The group, class or brace that begins here has no end.
        case unclosed(Unicode.Scalar)
        /// A character with a special meaning is where it has none.
        case stray(Unicode.Scalar)
        /// The escape is not valid.
        case escape(String)
        /// The Unicode property is not known.
        case property(String)
        /// The first bound of a range or a counted repeat is greater than the last.
        case backwards(String)
        /// A range begins or ends with a class instead of a character.
        case rangeOfClasses
        /// The text after `(?` begins no known kind of group.
        case groupKind
        /// The group's name is not valid, or another group already has it.
        case groupName(String)
        /// The compiled pattern would have too many instructions.
        case tooLarge(limit: Int)
        /// The groups are nested too deeply.
        case tooDeep(limit: Int)
    }

    /// A feature of ECMAScript's patterns that is not supported here.
    package enum Feature: Equatable, Sendable {
        case backreference
        case lookAhead
        case lookBehind
        case modifiers
    }

    package let reason: Reason

    /// The number of Unicode scalars of the pattern before the error.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The pattern has more parts than any pattern may have.
    static var tooLarge: RegularExpressionFault {
        RegularExpressionFault(.tooLarge(limit: RegularExpression.sizeLimit), at: 0)
    }
}
