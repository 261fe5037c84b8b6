package import JSONCore
import OptionCore
import TunableEngine

/// The variants of a new flag, as words: the values that it can have, and the one of them that it has at first.
package struct NewFlag: Equatable {
    /// The reason why words are no variants.
    package enum Fault: Error, Equatable {
        /// There is no value.
        case missing
        /// A boolean flag has no further values.
        case unexpected(String)
        /// A word is not what the kind of the values demands.
        case value(String, expectation: String)
        /// The first variant is not one of the variants.
        case fallback(String, expectation: String)
    }

    private let variants: JSONObject
    private let fallback: String

    /// Reads the variants of a flag with values of a kind.
    ///
    /// A number or a text is its own name, and commas separate several of them. An object has the name in NAME=OBJECT,
    /// or its position. A boolean flag may have one word: true or false, the value that it has at first.
    package init(_ words: [String], of kind: JSONKind, fallback: String?) throws(Fault) {
        let initial = kind == .boolean && fallback == nil ? words.first : nil
        variants = try NewFlag.variants(initial == nil ? words : Array(words.dropFirst()), kind)
        if let initial, !["true", "false", "on", "off"].contains(initial) {
            throw .value(initial, expectation: "true or false")
        }
        var name = fallback ?? initial ?? (kind == .boolean ? "off" : variants.members[0].name)
        if kind == .boolean {
            name = name == "true" ? "on" : name == "false" ? "off" : name
        }
        guard variants[name] != nil else {
            let names = variants.members.map(\.name.shown).joined(separator: ", ")
            throw .fallback(name, expectation: "one of \(names)")
        }
        self.fallback = name
    }

    /// Returns the parameters of `flags.define` for a key that has no definition yet.
    package func parameters(key: String, summary: String?) -> JSONObject {
        var definition: JSONObject = [
            "state": "ENABLED", "variants": .object(variants), "defaultVariant": .string(fallback),
        ]
        definition["metadata"] = summary.map { ["description": .string($0)] }
        return ["flags": .object([key: .object(definition)]), "create": true]
    }

    private static func variants(_ words: [String], _ kind: JSONKind) throws(Fault) -> JSONObject {
        guard kind != .boolean else {
            if let word = words.first { throw .unexpected(word) }
            return ["on": true, "off": false]
        }
        guard !words.isEmpty else { throw .missing }
        var variants = JSONObject()
        func add(_ name: String, _ value: JSON?, from word: String, _ expectation: String) throws(Fault) {
            guard let value, !name.isEmpty, variants[name] == nil else {
                throw .value(word, expectation: expectation)
            }
            variants[name] = value
        }
        for word in words {
            guard kind != .object else {
                // A text that begins with a brace has no name: its position is the name.
                let pair = word.utf8.first == UInt8(ascii: "{") ? nil : NamedText.split(word)
                let name = pair?.name ?? "\(variants.count + 1)"
                let object = (try? JSON.parse(pair?.text ?? word))?.object
                try add(name, object.map(JSON.object), from: word, "JSON objects, or NAME=OBJECT with different names")
                continue
            }
            for piece in word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
                if kind == .string {
                    try add(piece, .string(piece), from: word, "different texts with commas between them")
                } else {
                    try add(piece, TextValue.number(piece), from: word, "different numbers with commas between them")
                }
            }
        }
        return variants
    }
}
