/// The binary Unicode properties that the standard library provides, with their ECMAScript names.
enum BinaryProperty: String, Sendable {
    case ascii = "ASCII"
    case any = "Any"
    case assigned = "Assigned"
    case alphabetic = "Alphabetic"
    case asciiHexDigit = "ASCII_Hex_Digit"
    case bidiControl = "Bidi_Control"
    case bidiMirrored = "Bidi_Mirrored"
    case caseIgnorable = "Case_Ignorable"
    case cased = "Cased"
    case changesWhenLowercased = "Changes_When_Lowercased"
    case changesWhenUppercased = "Changes_When_Uppercased"
    case changesWhenTitlecased = "Changes_When_Titlecased"
    case changesWhenCasefolded = "Changes_When_Casefolded"
    case changesWhenCasemapped = "Changes_When_Casemapped"
    case changesWhenNFKCCasefolded = "Changes_When_NFKC_Casefolded"
    case dash = "Dash"
    case defaultIgnorableCodePoint = "Default_Ignorable_Code_Point"
    case deprecated = "Deprecated"
    case diacritic = "Diacritic"
    case emoji = "Emoji"
    case emojiModifier = "Emoji_Modifier"
    case emojiModifierBase = "Emoji_Modifier_Base"
    case emojiPresentation = "Emoji_Presentation"
    case extender = "Extender"
    case graphemeBase = "Grapheme_Base"
    case graphemeExtend = "Grapheme_Extend"
    case hexDigit = "Hex_Digit"
    case idsBinaryOperator = "IDS_Binary_Operator"
    case idsTrinaryOperator = "IDS_Trinary_Operator"
    case idContinue = "ID_Continue"
    case idStart = "ID_Start"
    case ideographic = "Ideographic"
    case joinControl = "Join_Control"
    case logicalOrderException = "Logical_Order_Exception"
    case lowercase = "Lowercase"
    case math = "Math"
    case noncharacterCodePoint = "Noncharacter_Code_Point"
    case patternSyntax = "Pattern_Syntax"
    case patternWhiteSpace = "Pattern_White_Space"
    case quotationMark = "Quotation_Mark"
    case radical = "Radical"
    case sentenceTerminal = "Sentence_Terminal"
    case softDotted = "Soft_Dotted"
    case terminalPunctuation = "Terminal_Punctuation"
    case unifiedIdeograph = "Unified_Ideograph"
    case uppercase = "Uppercase"
    case variationSelector = "Variation_Selector"
    case whiteSpace = "White_Space"
    case xidContinue = "XID_Continue"
    case xidStart = "XID_Start"

    /// Creates a property from its short alias.
    init?(short name: String) {
        guard let property = BinaryProperty.shortNames[name] else { return nil }
        self = property
    }

    private static let shortNames: [String: BinaryProperty] = [
        "Alpha": .alphabetic,
        "AHex": .asciiHexDigit,
        "Bidi_C": .bidiControl,
        "Bidi_M": .bidiMirrored,
        "CI": .caseIgnorable,
        "CWL": .changesWhenLowercased,
        "CWU": .changesWhenUppercased,
        "CWT": .changesWhenTitlecased,
        "CWCF": .changesWhenCasefolded,
        "CWCM": .changesWhenCasemapped,
        "CWKCF": .changesWhenNFKCCasefolded,
        "DI": .defaultIgnorableCodePoint,
        "Dep": .deprecated,
        "Dia": .diacritic,
        "EMod": .emojiModifier,
        "EBase": .emojiModifierBase,
        "EPres": .emojiPresentation,
        "Ext": .extender,
        "Gr_Base": .graphemeBase,
        "Gr_Ext": .graphemeExtend,
        "Hex": .hexDigit,
        "IDSB": .idsBinaryOperator,
        "IDST": .idsTrinaryOperator,
        "IDC": .idContinue,
        "IDS": .idStart,
        "Ideo": .ideographic,
        "Join_C": .joinControl,
        "LOE": .logicalOrderException,
        "Lower": .lowercase,
        "NChar": .noncharacterCodePoint,
        "Pat_Syn": .patternSyntax,
        "Pat_WS": .patternWhiteSpace,
        "QMark": .quotationMark,
        "STerm": .sentenceTerminal,
        "SD": .softDotted,
        "Term": .terminalPunctuation,
        "UIdeo": .unifiedIdeograph,
        "Upper": .uppercase,
        "VS": .variationSelector,
        "space": .whiteSpace,
        "XIDC": .xidContinue,
        "XIDS": .xidStart,
    ]

    func holds(for scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch self {
        case .ascii: scalar.isASCII
        case .any: true
        case .assigned: properties.generalCategory != .unassigned
        case .alphabetic: properties.isAlphabetic
        case .asciiHexDigit: properties.isASCIIHexDigit
        case .bidiControl: properties.isBidiControl
        case .bidiMirrored: properties.isBidiMirrored
        case .caseIgnorable: properties.isCaseIgnorable
        case .cased: properties.isCased
        case .changesWhenLowercased: properties.changesWhenLowercased
        case .changesWhenUppercased: properties.changesWhenUppercased
        case .changesWhenTitlecased: properties.changesWhenTitlecased
        case .changesWhenCasefolded: properties.changesWhenCaseFolded
        case .changesWhenCasemapped: properties.changesWhenCaseMapped
        case .changesWhenNFKCCasefolded: properties.changesWhenNFKCCaseFolded
        case .dash: properties.isDash
        case .defaultIgnorableCodePoint: properties.isDefaultIgnorableCodePoint
        case .deprecated: properties.isDeprecated
        case .diacritic: properties.isDiacritic
        case .emoji: properties.isEmoji
        case .emojiModifier: properties.isEmojiModifier
        case .emojiModifierBase: properties.isEmojiModifierBase
        case .emojiPresentation: properties.isEmojiPresentation
        case .extender: properties.isExtender
        case .graphemeBase: properties.isGraphemeBase
        case .graphemeExtend: properties.isGraphemeExtend
        case .hexDigit: properties.isHexDigit
        case .idsBinaryOperator: properties.isIDSBinaryOperator
        case .idsTrinaryOperator: properties.isIDSTrinaryOperator
        case .idContinue: properties.isIDContinue
        case .idStart: properties.isIDStart
        case .ideographic: properties.isIdeographic
        case .joinControl: properties.isJoinControl
        case .logicalOrderException: properties.isLogicalOrderException
        case .lowercase: properties.isLowercase
        case .math: properties.isMath
        case .noncharacterCodePoint: properties.isNoncharacterCodePoint
        case .patternSyntax: properties.isPatternSyntax
        case .patternWhiteSpace: properties.isPatternWhitespace
        case .quotationMark: properties.isQuotationMark
        case .radical: properties.isRadical
        case .sentenceTerminal: properties.isSentenceTerminal
        case .softDotted: properties.isSoftDotted
        case .terminalPunctuation: properties.isTerminalPunctuation
        case .unifiedIdeograph: properties.isUnifiedIdeograph
        case .uppercase: properties.isUppercase
        case .variationSelector: properties.isVariationSelector
        case .whiteSpace: properties.isWhitespace
        case .xidContinue: properties.isXIDContinue
        case .xidStart: properties.isXIDStart
        }
    }
}
