import FlagEngine
import JSONCore

/// A measured flag, and the limits of its cost.
struct MeasuredFlag {
    let name: String
    let key: FlagKey

    /// The limit of its time, in look-ups in a dictionary.
    let maxLookups: Double

    /// The limit of its allocations.
    let maxAllocations: UInt64

    static let all: [MeasuredFlag] = [
        ("static", "checkout.banner.static", 5, 0),
        ("a rule with an if over two attributes", "checkout.banner.targeted", 30, 0),
        ("fractional by an attribute", "checkout.banner.rollout", 30, 0),
        ("fractional by flag and targeting key", "checkout.banner.shorthand", 30, 0),
        ("an if, a version, a shared rule, a fractional", "checkout.banner.everything", 60, 0),
    ].compactMap { name, key, lookups, allocations in
        (try? FlagKey(key)).map {
            MeasuredFlag(name: name, key: $0, maxLookups: lookups, maxAllocations: allocations)
        }
    }

    static let document = """
        {
          "flags": {
            "checkout.banner.static": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"
            },
            "checkout.banner.targeted": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [
                {"and": [{"==": [{"var": "country"}, "Switzerland"]}, {">=": [{"var": "age"}, 18]}]}, "on", "off"
              ]}
            },
            "checkout.banner.rollout": {
              "state": "ENABLED", "variants": {"a": "A", "b": "B", "c": "C"}, "defaultVariant": "a",
              "targeting": {"fractional": [{"var": "email"}, ["a", 50], ["b", 30], ["c", 20]]}
            },
            "checkout.banner.shorthand": {
              "state": "ENABLED", "variants": {"a": "A", "b": "B", "c": "C"}, "defaultVariant": "a",
              "targeting": {"fractional": [["a", 50], ["b", 30], ["c", 20]]}
            },
            "checkout.banner.everything": {
              "state": "ENABLED", "variants": {"a": "A", "b": "B", "c": "C"}, "defaultVariant": "a",
              "targeting": {"if": [
                {"$ref": "staff"}, "c",
                {"sem_ver": [{"var": "app.version"}, "<", "2.4.0"]}, "a",
                {"fractional": [{"var": "email"}, ["a", 50], ["b", 50]]}
              ]}
            }
          },
          "$evaluators": {
            "staff": {"and": [{"ends_with": [{"var": "email"}, "@example.com"]}, {"in": [{"var": "role"}, ["dev", "ops"]]}]}
          }
        }
        """

    /// The context of the evaluation: some attributes of a user.
    static func context() throws -> EvaluationContext {
        let given = """
            {"targetingKey": "5c3d8535-f81a-4478-a6d3-afaa4d51199e", "email": "somebody@example.com", "age": 42,
             "country": "Switzerland", "role": "guest", "app": {"name": "shop", "version": "2.5.1"}}
            """
        let own = """
            {"targetingKey": "0d1c8f0e", "device": {"id": "0d1c8f0e", "os": "linux", "arch": "x86_64", "hostname": "box"}}
            """
        let unforgeable = #"{"caller": {"uid": 1000, "client": "shop"}}"#
        return EvaluationContext(
            own: try object(own),
            given: try object(given),
            unforgeable: try object(unforgeable),
            timestamp: 1_790_000_000
        )
    }

    private static func object(_ text: String) throws -> JSONObject {
        guard case .object(let object) = try JSON.parse(text) else { return JSONObject() }
        return object
    }
}
