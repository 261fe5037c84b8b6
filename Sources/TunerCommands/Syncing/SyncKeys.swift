import JSONCore
import OptionCore
import TunableEngine

/// The keys that are synchronized.
struct SyncKeys {
    private let patterns: KeyPatterns

    /// Creates the keys that match patterns; without patterns, all keys that are not built in.
    init(_ words: [String]) throws(UsageError) {
        do {
            patterns = try KeyPatterns(.array((words.isEmpty ? ["*"] : words).map { .string($0) }))
        } catch {
            guard case .pattern(let word, _) = error else {
                preconditionFailure("an array of texts is one of patterns, or has a wrong one")
            }
            let expectation = "a pattern of letters, digits, _, -, . and *"
            throw UsageError(.option(.value(word, option: "--match", expectation: expectation)), command: "sync")
        }
    }

    func matches(_ key: String) -> Bool { patterns.matches(key.utf8.span) }

    /// Returns the first name in a file that is not a valid key.
    func fault(in text: SyncText) -> (key: String, sentence: String)? {
        for key in text.values.keys.sorted() {
            do throws(KeyFault) {
                _ = try Key(key)
            } catch {
                return (key, error.sentence(about: key))
            }
        }
        return nil
    }
}
