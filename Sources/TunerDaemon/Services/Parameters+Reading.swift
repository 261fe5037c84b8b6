import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension Key {
    /// Creates the key in a parameter; the error names the parameter.
    init(parameter name: StaticString, _ text: String) throws(RPCError) {
        do {
            self = try Key(text)
        } catch .tooLong(let limit) {
            let sentence = KeyFault.tooLong(limit: limit).sentence(about: text)
            throw RPCError(limit: "key", limit, parameter: name, bytes: text.utf8.count, "\(name): \(sentence)")
        } catch {
            throw RPCError(parameter: name, "\(name): \(error.sentence(about: text))")
        }
    }
}

extension FlagKey {
    /// Creates the flag key in a parameter; the error names the parameter.
    init(parameter name: StaticString, _ text: String) throws(RPCError) {
        do {
            self = try FlagKey(text)
        } catch {
            throw RPCError(parameter: name, "\(name): \(error.sentence(about: text))")
        }
    }
}

extension PatternList {
    /// The largest number of patterns, because a search tries each pattern on every key.
    private static let most = 1_024

    /// Returns the parsed patterns; the error names the parameter.
    func patterns(parameter name: StaticString) throws(RPCError) -> KeyPatterns {
        guard texts.count <= PatternList.most else {
            let sentence = "\(name) may have at most \(PatternList.most) patterns, got \(texts.count)"
            throw RPCError(limit: "patterns", PatternList.most, parameter: name, sentence)
        }
        var patterns: [KeyPattern] = []
        for text in texts {
            do {
                patterns.append(try KeyPattern(text))
            } catch {
                throw RPCError(parameter: name, "\(name): \(error.sentence(aboutPattern: text))")
            }
        }
        return KeyPatterns(patterns: patterns)
    }
}
