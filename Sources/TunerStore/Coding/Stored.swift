import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Key {
    /// Creates a key from a stored text; today's length limit does not apply, since an earlier one may have been
    /// higher.
    init(stored text: String) throws(CodingFault) {
        do {
            self = try Key(text, limit: .max)
        } catch {
            throw .key(text, error)
        }
    }
}

extension FlagKey {
    /// Creates a flag's key from a stored text.
    init(stored text: String) throws(CodingFault) {
        do {
            self = try FlagKey(text)
        } catch {
            throw .flagKey(text, error)
        }
    }
}

extension FlagDefinition {
    /// Returns a definition that was stored.
    static func stored(_ definition: JSONObject, of key: FlagKey) throws(CodingFault) -> FlagDefinition {
        do {
            return try FlagDefinition.read(.object(definition), key: key)
        } catch {
            throw .definition(key.text, error)
        }
    }
}

extension KeyPatterns {
    /// Creates patterns from stored texts; today's length limit does not apply.
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

    /// The texts that are stored.
    var texts: [String] { patterns.map(\.text) }
}

extension LocalValue {
    /// Creates a local value from the stored members.
    init(stored value: JSON, end: Int64?, before: JSON?, tryID: Int64?) {
        self.init(
            value,
            ending: end.map { LocalValue.Ending(time: Moment(milliseconds: $0), before: before, tryID: tryID) }
        )
    }

    /// The stored end, in milliseconds since 1970.
    var storedEnd: Int64? { ending?.time.milliseconds }

    /// The stored value after the end.
    var storedBefore: JSON? { ending?.before }

    /// The stored try that the value belongs to.
    var storedTry: Int64? { ending?.tryID }
}

extension TunableDeclaration {
    /// Creates a declaration from a stored spec.
    convenience init(stored spec: JSONObject, by declarer: DeclarerLine) throws(CodingFault) {
        do {
            self.init(spec: try Spec(spec), actor: declarer.actor, isNamed: declarer.isNamed)
        } catch {
            throw .spec(error)
        }
    }
}

extension FlagDeclaration {
    /// Creates a declaration from a stored definition.
    convenience init(
        stored definition: JSONObject,
        of key: FlagKey,
        by declarer: DeclarerLine
    ) throws(CodingFault) {
        self.init(
            definition: try FlagDefinition.stored(definition, of: key),
            actor: declarer.actor,
            isNamed: declarer.isNamed
        )
    }
}

extension DeclarerLine {
    /// Creates the line for the actor that made a declaration.
    init(_ actor: Actor, isNamed: Bool) {
        self.init()
        client = actor.client
        pid = actor.pid
        uid = Int64(actor.uid)
        self.isNamed = isNamed
    }

    fileprivate var actor: Actor { Actor(client: client, pid: pid, uid: UInt32(clamping: uid)) }
}
