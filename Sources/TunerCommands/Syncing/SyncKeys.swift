import JSONCore
import OptionCore
import TunableEngine

/// Which keys are kept equal.
struct SyncKeys {
    private let patterns: KeyPatterns

    /// Those that patterns match; all where there is none, but for built-in ones.
    init(_ words: [String]) throws(UsageError) {
        do {
            patterns = try KeyPatterns(.array((words.isEmpty ? ["*"] : words).map { .string($0) }))
        } catch {
            guard case .pattern(let word, let fault) = error else {
                preconditionFailure("an array of texts is one of patterns, or has a wrong one")
            }
            let expectation = fault.sentence(aboutPattern: word)
            throw UsageError(.option(.value(word, option: "--match", expectation: expectation)), command: "sync")
        }
    }

    /// Whether a key is one of them.
    func matches(_ key: String) -> Bool { patterns.matches(key.utf8.span) }

    /// The first name in a file that is no key.
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
