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
            throw RPCError(
                ErrorKind.tooLarge,
                "\(name): \(KeyFault.tooLong(limit: limit).sentence(about: text))",
                facts: [
                    "limit": "key", "maximum": .integer(Int64(limit)), "parameter": .string(name.description),
                ]
            )
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
            throw RPCError(
                ErrorKind.tooLarge,
                "\(name) may have \(PatternList.most) patterns, got \(texts.count)",
                facts: [
                    "limit": "patterns", "maximum": .integer(Int64(PatternList.most)),
                    "parameter": .string(name.description),
                ]
            )
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
