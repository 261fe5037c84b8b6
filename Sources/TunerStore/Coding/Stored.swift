import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Key {
    /// A key that was one when it was written down, whatever the limit is today.
    init(stored text: String) throws(CodingFault) {
        do {
            self = try Key(text, limit: .max)
        } catch {
            throw .key(text, error)
        }
    }
}

extension FlagKey {
    /// A flag's key that was written down.
    init(stored text: String) throws(CodingFault) {
        do {
            self = try FlagKey(text)
        } catch {
            throw .flagKey(text, error)
        }
    }
}

extension FlagDefinition {
    /// A definition that was written down.
    static func stored(_ definition: JSONObject, of key: FlagKey) throws(CodingFault) -> FlagDefinition {
        do {
            return try FlagDefinition.read(.object(definition), key: key)
        } catch {
            throw .definition(key.text, error)
        }
    }
}

extension KeyPatterns {
    /// Patterns that were some when they were written down.
    init(stored texts: [String]) throws(CodingFault) {
        var patterns: [KeyPattern] = []
        for text in texts {
            do {
                patterns.append(try KeyPattern(text, limit: .max))
            } catch {
                throw .pattern(text, error)
            }
        }
        self.init(patterns: patterns)
    }

    /// As they are written down.
    var texts: [String] { patterns.map(\.text) }
}

extension LocalValue {
    /// A local value that was written down.
    init(stored value: JSON, end: Int64?, before: JSON?) {
        self.init(
            value,
            override: end.map { LocalValue.Override(end: Moment(milliseconds: $0), before: before) }
        )
    }
}

extension Declaration {
    /// A declaration that was written down.
    convenience init(stored spec: JSONObject, by declarer: DeclarerLine) throws(CodingFault) {
        let actor = Actor(client: declarer.client, pid: declarer.pid, uid: UInt32(clamping: declarer.uid))
        do {
            self.init(spec: try Spec(spec), actor: actor, isNamed: declarer.isNamed)
        } catch {
            throw .spec(error)
        }
    }
}

extension DeclarerLine {
    /// Who made a declaration, as it is written down.
    init(_ declaration: Declaration) {
        self.init()
        client = declaration.actor.client
        pid = declaration.actor.pid
        uid = Int64(declaration.actor.uid)
        isNamed = declaration.isNamed
    }
}
