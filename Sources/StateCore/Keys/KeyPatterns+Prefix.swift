package import TunableEngine

extension KeyPatterns {
    /// The longest prefix that every matching key has.
    package var commonPrefix: String {
        guard var common = patterns.first?.prefix.utf8[...] else { return "" }
        for pattern in patterns.dropFirst() {
            let shared = zip(common, pattern.prefix.utf8).prefix { $0 == $1 }.count
            common = common.prefix(shared)
        }
        return String(common) ?? ""
    }

    /// Whether a pattern can match a key with the built-in prefix.
    var mayMatchBuiltIn: Bool {
        let builtIn = Key.builtInPrefix.description
        return patterns.contains { pattern in
            !pattern.beginsWithStar && (pattern.prefix.hasPrefix(builtIn) || builtIn.hasPrefix(pattern.prefix))
        }
    }
}
