package import JSONCore

/// What rules know of who asks, in four parts that are merged by top-level name, later over earlier.
///
/// The parts are not copied into one object: most evaluations look at few names. They stand behind one reference, since a copy
/// of them all costs more than a look at one.
package final class EvaluationContext: Sendable {
    /// What the daemon knows of itself: its `targetingKey`, its `device`.
    package let own: JSONObject

    /// What the caller says of itself.
    package let given: JSONObject

    /// What the daemon was started with.
    package let configured: JSONObject

    /// What the daemon knows of the caller, who cannot say otherwise.
    package let unforgeable: JSONObject

    /// Seconds since 1970, for rules that look at the time.
    package let timestamp: Int64

    /// What flags bucket by unless they say otherwise; looked up once, for every evaluation looks at it.
    let targetingKey: JSON?

    /// A context of its four parts, each weaker than the next.
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
        let name = "targetingKey"
        targetingKey = unforgeable[name] ?? configured[name] ?? given[name] ?? own[name]
    }

    /// The same at another time.
    package func at(_ timestamp: Int64) -> EvaluationContext {
        timestamp == self.timestamp
            ? self
            : EvaluationContext(
                own: own,
                given: given,
                configured: configured,
                unforgeable: unforgeable,
                timestamp: timestamp
            )
    }

    /// All of it in one object, as a rule of such a flag sees it.
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

    /// How many names there are in all parts.
    var count: Int { own.count + given.count + configured.count + unforgeable.count }

    /// What stands under a top-level name, other than the reserved one.
    func value(named name: String) -> JSON? {
        unforgeable[name] ?? configured[name] ?? given[name] ?? own[name]
    }

    /// What stands under the reserved name.
    func reserved(for flagKey: String) -> JSON {
        ["flagKey": .string(flagKey), "timestamp": .integer(timestamp)]
    }
}
