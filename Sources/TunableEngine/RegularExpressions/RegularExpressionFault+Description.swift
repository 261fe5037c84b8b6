import JSONCore

extension RegularExpressionFault: CustomStringConvertible {
    /// The end of a sentence that begins with "the pattern".
    package var description: String {
        switch reason {
        case .tooLarge(let limit): "is too large: it may have at most \(limit) parts, including counted repeats"
        case .tooDeep(let limit): "has groups nested deeper than \(limit) at character \(offset + 1)"
        default: "has \(what) at character \(offset + 1)"
        }
    }

    private var what: String {
        switch reason {
        case .unsupported(let feature): "\(feature.words), which is not supported,"
        case .nothingToRepeat: "a quantifier with nothing to repeat"
        case .unclosed(let opening): "an unclosed \(String(opening))"
        case .stray(let scalar):
            "an unescaped \(String(scalar).shown), which must be written \\\(String(scalar).shown),"
        case .escape(let text): "an unknown escape \(text.shown)"
        case .property(let name): "an unknown property \(name.shown)"
        case .backwards(let text): "a range out of order, \(text.shown),"
        case .rangeOfClasses: "a range between classes instead of characters"
        case .groupKind: "an unknown kind of group"
        case .groupName(let name): "a group name that is not valid or is used twice, \(name.shown),"
        case .tooLarge, .tooDeep: ""
        }
    }
}

extension RegularExpressionFault.Feature {
    fileprivate var words: String {
        switch self {
        case .backreference: "a backreference"
        case .lookAhead: "a look-ahead"
        case .lookBehind: "a look-behind"
        case .modifiers: "a group with modifiers"
        }
    }
}
