import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension Key {
    /// A key that a parameter names.
    init(parameter name: StaticString, _ text: String) throws(RPCError) {
        do {
            self = try Key(text)
        } catch .tooLong(let limit) {
            let sentence = KeyFault.tooLong(limit: limit).sentence(about: text)
            throw RPCError(limit: "key", limit, parameter: name, "\(name): \(sentence)")
        } catch {
            throw RPCError(parameter: name, "\(name): \(error.sentence(about: text))")
        }
    }
}

extension FlagKey {
    /// A flag's key that a parameter names.
    init(parameter name: StaticString, _ text: String) throws(RPCError) {
        do {
            self = try FlagKey(text)
        } catch {
            throw RPCError(parameter: name, "\(name): \(error.sentence(about: text))")
        }
    }
}

extension PatternList {
    /// So many patterns may be tried on every key.
    private static let most = 1_024

    /// The patterns themselves.
    func patterns(parameter name: StaticString) throws(RPCError) -> KeyPatterns {
        guard texts.count <= PatternList.most else {
            let sentence = "\(name) may have \(PatternList.most) patterns, got \(texts.count)"
            throw RPCError(limit: "patterns", PatternList.most, parameter: name, sentence)
        }
        var patterns: [KeyPattern] = []
        for text in texts {
            do {
                patterns.append(try KeyPattern(text))
            } catch {
                throw RPCError(parameter: name, "\(name): \(error.sentence(about: text))")
            }
        }
        return KeyPatterns(patterns: patterns)
    }
}
