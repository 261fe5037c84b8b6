/// Unicode's general categories and groups by name, as sets of bits.
enum GeneralCategories {
    /// Returns the bit of one category.
    static func bit(of category: Unicode.GeneralCategory) -> UInt32 {
        switch category {
        case .uppercaseLetter: 1 << 0
        case .lowercaseLetter: 1 << 1
        case .titlecaseLetter: 1 << 2
        case .modifierLetter: 1 << 3
        case .otherLetter: 1 << 4
        case .nonspacingMark: 1 << 5
        case .spacingMark: 1 << 6
        case .enclosingMark: 1 << 7
        case .decimalNumber: 1 << 8
        case .letterNumber: 1 << 9
        case .otherNumber: 1 << 10
        case .connectorPunctuation: 1 << 11
        case .dashPunctuation: 1 << 12
        case .openPunctuation: 1 << 13
        case .closePunctuation: 1 << 14
        case .initialPunctuation: 1 << 15
        case .finalPunctuation: 1 << 16
        case .otherPunctuation: 1 << 17
        case .mathSymbol: 1 << 18
        case .currencySymbol: 1 << 19
        case .modifierSymbol: 1 << 20
        case .otherSymbol: 1 << 21
        case .spaceSeparator: 1 << 22
        case .lineSeparator: 1 << 23
        case .paragraphSeparator: 1 << 24
        case .control: 1 << 25
        case .format: 1 << 26
        case .surrogate: 1 << 27
        case .privateUse: 1 << 28
        case .unassigned: 1 << 29
        @unknown default: 0
        }
    }

    /// Returns the bits of a category or a group, or nil if the name is unknown.
    ///
    /// Known are the short and the long names, and the aliases `punct`, `digit`, `cntrl` and `Combining_Mark`.
    static func bits(named name: String) -> UInt32? {
        if let group = groups.first(where: { $0.short == name || $0.long == name }) {
            return single.reduce(0) { group.members.contains($1.short) ? $0 | bit(of: $1.category) : $0 }
        }
        switch name {
        case "punct": return bits(named: "P")
        case "digit": return bits(named: "Nd")
        case "cntrl": return bits(named: "Cc")
        case "Combining_Mark": return bits(named: "M")
        default: return single.first { $0.short == name || $0.long == name }.map { bit(of: $0.category) }
        }
    }

    private static let groups: [(short: String, long: String, members: [String])] = [
        ("L", "Letter", ["Lu", "Ll", "Lt", "Lm", "Lo"]),
        ("LC", "Cased_Letter", ["Lu", "Ll", "Lt"]),
        ("M", "Mark", ["Mn", "Mc", "Me"]),
        ("N", "Number", ["Nd", "Nl", "No"]),
        ("P", "Punctuation", ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"]),
        ("S", "Symbol", ["Sm", "Sc", "Sk", "So"]),
        ("Z", "Separator", ["Zs", "Zl", "Zp"]),
        ("C", "Other", ["Cc", "Cf", "Cs", "Co", "Cn"]),
    ]

    private static let single: [(short: String, long: String, category: Unicode.GeneralCategory)] = [
        ("Lu", "Uppercase_Letter", .uppercaseLetter),
        ("Ll", "Lowercase_Letter", .lowercaseLetter),
        ("Lt", "Titlecase_Letter", .titlecaseLetter),
        ("Lm", "Modifier_Letter", .modifierLetter),
        ("Lo", "Other_Letter", .otherLetter),
        ("Mn", "Nonspacing_Mark", .nonspacingMark),
        ("Mc", "Spacing_Mark", .spacingMark),
        ("Me", "Enclosing_Mark", .enclosingMark),
        ("Nd", "Decimal_Number", .decimalNumber),
        ("Nl", "Letter_Number", .letterNumber),
        ("No", "Other_Number", .otherNumber),
        ("Pc", "Connector_Punctuation", .connectorPunctuation),
        ("Pd", "Dash_Punctuation", .dashPunctuation),
        ("Ps", "Open_Punctuation", .openPunctuation),
        ("Pe", "Close_Punctuation", .closePunctuation),
        ("Pi", "Initial_Punctuation", .initialPunctuation),
        ("Pf", "Final_Punctuation", .finalPunctuation),
        ("Po", "Other_Punctuation", .otherPunctuation),
        ("Sm", "Math_Symbol", .mathSymbol),
        ("Sc", "Currency_Symbol", .currencySymbol),
        ("Sk", "Modifier_Symbol", .modifierSymbol),
        ("So", "Other_Symbol", .otherSymbol),
        ("Zs", "Space_Separator", .spaceSeparator),
        ("Zl", "Line_Separator", .lineSeparator),
        ("Zp", "Paragraph_Separator", .paragraphSeparator),
        ("Cc", "Control", .control),
        ("Cf", "Format", .format),
        ("Cs", "Surrogate", .surrogate),
        ("Co", "Private_Use", .privateUse),
        ("Cn", "Unassigned", .unassigned),
    ]
}
