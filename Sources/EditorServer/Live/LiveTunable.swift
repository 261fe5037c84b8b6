import JSONCore
import TunableEngine
import TunerAPI

/// What the server knows of a tunable.
struct LiveTunable {
    /// The value in effect; nil if the key has none.
    var value: JSON?
    var origin: String?
    /// The time at which a temporary value ends, in UTC.
    var end: String?
    var isSecret = false
    /// Whether the members that a subscription does not have are known.
    private(set) var isDescribed = false
    /// The declaration; nil if the key is not declared.
    var definition: JSONObject?
    var spec: Spec?
    /// The name of the client that made the last change of which the server was notified; nil if it is not known.
    var author: String?

    /// Takes over what the daemon says of the key.
    mutating func describe(_ description: DescribeResult) {
        (value, origin, end) = (description.value, description.origin, description.end)
        isSecret = description.isSecret == true
        definition = description.spec
        spec = description.spec.flatMap { try? Spec($0) }
        isDescribed = true
    }

    /// Takes over a change.
    mutating func apply(_ record: ChangeRecord, by actor: ActorRecord?) {
        (value, origin, end) = (record.value, record.origin, record.end)
        isSecret = record.isSecret == true
        author = actor?.client
    }
}
