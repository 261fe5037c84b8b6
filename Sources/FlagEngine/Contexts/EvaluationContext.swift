package import JSONCore

/// The evaluation context: four objects that are merged by top-level name, later ones over earlier ones.
///
/// The objects are not merged into one in advance, since most evaluations read only a few names. The context is a
/// class, since copying four objects costs more than reading one of them through a reference.
package final class EvaluationContext: Sendable {
    /// The members that describe the daemon, such as `targetingKey` and `device`; the weakest part.
    package let own: JSONObject

    /// The members that the caller sent.
    package let given: JSONObject

    /// The members that the daemon was started with.
    package let configured: JSONObject

    /// The members that the daemon sets for the caller, which the caller cannot override.
    package let unforgeable: JSONObject

    /// The time in seconds since 1970, for rules that use it.
    package let timestamp: Int64

    /// The names that the caller cannot override.
    private let fixedNames: JSONNames

    /// The context without members.
    static let empty = EvaluationContext()

    /// The `targetingKey` of all parts, by which flags bucket by default; looked up once, since every evaluation needs
    /// it.
    let targetingKey: JSON?

    /// Creates a context; each part overrides the parts before it.
    package init(
        own: JSONObject = JSONObject(),
        given: JSONObject = JSONObject(),
        configured: JSONObject = JSONObject(),
        unforgeable: JSONObject = JSONObject(),
        timestamp: Int64 = 0
    ) {
        self.own = own
        self.given = given
        self.configured = configured
        self.unforgeable = unforgeable
        self.timestamp = timestamp
        fixedNames = JSONNames((configured.members + unforgeable.members).map(\.name))
        let name = "targetingKey"
        targetingKey = unforgeable[name] ?? configured[name] ?? given[name] ?? own[name]
    }

    /// Creates a context that differs from another one in the given members or in the time.
    private init(_ other: EvaluationContext, given: JSONObject, timestamp: Int64) {
        own = other.own
        self.given = given
        configured = other.configured
        unforgeable = other.unforgeable
        fixedNames = other.fixedNames
        self.timestamp = timestamp
        let name = "targetingKey"
        targetingKey = unforgeable[name] ?? configured[name] ?? given[name] ?? own[name]
    }

    /// Returns the context with another timestamp.
    package func at(_ timestamp: Int64) -> EvaluationContext {
        timestamp == self.timestamp ? self : EvaluationContext(self, given: given, timestamp: timestamp)
    }

    /// Returns the context with the members that the caller sent.
    package func giving(_ given: JSONObject) -> EvaluationContext {
        EvaluationContext(self, given: given, timestamp: timestamp)
    }

    /// Returns all parts merged into one object, with the reserved members for a flag's rule.
    package func merged(for flagKey: String) -> JSONObject {
        var merged = own
        for part in [given, configured, unforgeable] {
            for member in part.members {
                merged[member.name] = member.value
            }
        }
        merged[VariablePath.reservedName] = reserved(for: flagKey)
        return merged
    }

    /// The sum of the members of all parts.
    var count: Int { own.count + given.count + configured.count + unforgeable.count }

    /// Returns the value of a top-level name; the reserved name is not included.
    func value(named name: String) -> JSON? {
        fixedValue(named: name) ?? given[name] ?? own[name]
    }

    /// Returns the value of a top-level name that the caller cannot override.
    func fixedValue(named name: String) -> JSON? {
        guard fixedNames.mayContain(name) else { return nil }
        return unforgeable[name] ?? configured[name]
    }

    /// Returns the value of the reserved name `$flagd`.
    func reserved(for flagKey: String) -> JSON {
        ["flagKey": .string(flagKey), "timestamp": .integer(timestamp)]
    }
}
