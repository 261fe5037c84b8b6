import ConsoleCore
import JSONCore
import TunableEngine

/// The keys that an agent may read and write.
struct KeyLimits {
    private let patterns: KeyPatterns?
    /// The patterns as the user gave them.
    let words: [String]

    init(_ options: AgentOptions) { (patterns, words) = (options.keys, options.keyWords) }

    /// Whether some keys are not allowed.
    var isLimited: Bool { patterns != nil }

    func allows(_ key: String) -> Bool { patterns.map { $0.matches(key.utf8.span) } ?? true }

    /// Returns a sentence about the first key that is not allowed; nil if all are.
    func fault(in keys: some Sequence<String>) -> String? {
        keys.first { !allows($0) }.map {
            "\($0.shown) is not among the keys of this session, which are \(words.joined(separator: ", "))"
        }
    }

    /// Returns the entries of a list that are about allowed keys.
    func allowed(_ entries: [JSON]) -> [JSON] {
        guard isLimited else { return entries }
        return entries.filter { allows($0["key"]?.text ?? "") }
    }

    /// Returns a commit or a result without the changes of other keys.
    func allowed(in record: JSON) -> JSON {
        guard isLimited, var object = record.object else { return record }
        for name in ["changes", "flags"] {
            object[name] = object[name]?.elements.map { .array(allowed($0)) }
        }
        object["names"] = object["names"]?.elements.map { .array($0.filter { allows($0.text ?? "") }) }
        return .object(object)
    }

    /// Returns a sentence if a world differs in keys that are not allowed, without their names; nil if it does not.
    func fault(inDifferences differences: JSON) -> String? {
        guard isLimited else { return nil }
        let entries = ["changes", "flags"].flatMap { differences[$0]?.elements ?? [] }
        let count = entries.count - allowed(entries).count
        let scope = "the keys of this session, which are \(words.joined(separator: ", "))"
        guard differences["more"] != true else {
            return "the world has too many differences to check that all are among \(scope)"
        }
        guard count > 0 else { return nil }
        return "the world also has \(count == 1 ? "a difference" : "\(count) differences") outside of \(scope); "
            + "a proposal would include \(count == 1 ? "it" : "them"), so it was not made"
    }

    /// Returns a sentence about a pattern that matches keys that are not allowed; nil if it matches only allowed keys.
    func fault(inPattern pattern: String) -> String? {
        // A star of the pattern is a character that only a star of the session matches.
        guard isLimited, !words.contains(pattern), !allows(pattern) else { return nil }
        return "\(pattern.shown) can match other keys than those of this session, which are "
            + words.joined(separator: ", ")
    }

    /// Returns the patterns that a method must search, and the check of the entries that it returns.
    ///
    /// With limits, the method searches the keys of the session, so that no page ends at another key.
    func search(_ own: JSON?) -> (match: JSON?, isFound: (String) -> Bool) {
        guard isLimited else { return (own, { _ in true }) }
        let patterns = own.flatMap { try? KeyPatterns($0) }
        return (match, { key in allows(key) && patterns?.matches(key.utf8.span) != false })
    }

    /// The patterns of the session as the parameter `match` of a method; nil if all keys are allowed.
    var match: JSON? { isLimited ? .array(words.map { .string($0) }) : nil }
}
