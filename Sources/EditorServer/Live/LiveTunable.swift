import JSONCore
import SystemCore
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
    /// The declaration; nil if the key is not declared.
    var definition: JSONObject?
    var spec: Spec?
    /// The last change that the server was notified of.
    var change: LiveChange?

    /// Takes over what the daemon says of the key.
    mutating func describe(_ description: DescribeResult) {
        (value, origin, end) = (description.value, description.origin, description.end)
        isSecret = description.isSecret == true
        definition = description.spec
        spec = description.spec.flatMap { try? Spec($0) }
    }

    /// Takes over a change.
    mutating func apply(_ record: ChangeRecord, by actor: ActorRecord?, at time: String) {
        (value, origin, end) = (record.value, record.origin, record.end)
        isSecret = record.isSecret == true
        change = LiveChange(old: record.old, client: actor?.client, time: WallTime(rfc3339: time))
    }
}

/// The last change of a value.
struct LiveChange {
    let old: JSON?
    /// The name of the client that made the change; nil if it is not known.
    let client: String?
    let time: WallTime?
}
