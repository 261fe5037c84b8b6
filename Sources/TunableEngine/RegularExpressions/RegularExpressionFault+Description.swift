import JSONCore

extension RegularExpressionFault: CustomStringConvertible {
    /// The end of a sentence that begins with "the pattern".
    package var description: String {
        switch reason {
        case .tooLarge(let limit): "is too large: counted repeats included, it may have \(limit) parts"
        case .tooDeep(let limit): "has groups nested deeper than \(limit) at character \(place + 1)"
        default: "has \(what) at character \(place + 1)"
        }
    }

    private var what: String {
        switch reason {
        case .unsupported(let feature): "\(feature.words), which is not supported,"
        case .nothingToRepeat: "a quantifier with nothing to repeat"
        case .unclosed(let opening): "an unclosed \(String(opening))"
        case .stray(let scalar): "a stray \(String(scalar).shown); a plain one is written \\\(String(scalar).shown),"
        case .escape(let text): "an unknown escape \(text.shown)"
        case .property(let name): "an unknown property \(name.shown)"
        case .backwards(let text): "a range out of order, \(text.shown),"
        case .rangeOfClasses: "a range between classes instead of characters"
        case .groupKind: "an unknown kind of group"
        case .groupName(let name): "a group's name that is none or stands twice, \(name.shown),"
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
