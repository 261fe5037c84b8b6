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

    /// The patterns for the parameter `match` of a method: those of the agent, or else those of the session.
    func match(_ own: JSON?) -> JSON? {
        if own != nil || !isLimited { return own }
        return .array(words.map { .string($0) })
    }
}
