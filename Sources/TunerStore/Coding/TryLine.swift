import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A pending try.
struct TryLine: JSONRecord {
    package static let fields = JSONFieldTable<TryLine>([
        .required("try", \.id, "The revision of the commit that began the try."),
        .required("client", \.client, "The name of the client."),
        .required("pid", \.pid, "The process ID of the client."),
        .required("uid", \.uid, "The user ID of the client."),
        .required("start", \.start, "The time when the try began, in milliseconds since 1970."),
        .required("end", \.end, "The time when the try ends, in milliseconds since 1970."),
        .defaulted("keys", \.keys, "The tunables that the try changed."),
        .defaulted("flags", \.flags, "The flags that the try overrode."),
        .optional("layer", \.layer, "The layer that the try put."),
        .defaulted("activates", \.activatesLayer, "Whether the try activated the layer."),
    ])

    var id: Int64 = 0
    var client: String = ""
    var pid: Int64 = 0
    var uid: Int64 = 0
    var start: Int64 = 0
    var end: Int64 = 0
    var keys: [String] = []
    var flags: [String] = []
    var layer: String?
    var activatesLayer: Bool = false

    package init() {}
}

extension TryLine {
    /// Creates the line for a pending try.
    init(_ pending: PendingTry) {
        self.init()
        id = pending.id
        client = pending.actor.client
        pid = pending.actor.pid
        uid = Int64(pending.actor.uid)
        start = pending.start.milliseconds
        end = pending.end.milliseconds
        for subject in pending.subjects {
            switch subject {
            case .tunable(let key): keys.append(key.text)
            case .flag(let key): flags.append(key.text)
            }
        }
        layer = pending.layer
        activatesLayer = pending.activatesLayer
    }

    /// Returns the try.
    func pending() throws(CodingFault) -> PendingTry {
        let tunables = try keys.map { (key) throws(CodingFault) in Subject.tunable(try Key(stored: key)) }
        let overridden = try flags.map { (key) throws(CodingFault) in Subject.flag(try FlagKey(stored: key)) }
        return PendingTry(
            id: id,
            actor: Actor(client: client, pid: pid, uid: UInt32(clamping: uid)),
            start: Moment(milliseconds: start),
            end: Moment(milliseconds: end),
            subjects: tunables + overridden,
            layer: layer,
            activatesLayer: activatesLayer
        )
    }
}

/// The end of a try.
struct TryEndLine: JSONRecord {
    package static let fields = JSONFieldTable<TryEndLine>([
        .required("try", \.id, "The try."),
        .required("outcome", \.outcome, "What became of the changes: kept, reverted or replaced."),
        .optional("reason", \.reason, "The reason of the client, for people."),
    ])

    var id: Int64 = 0
    var outcome: String = ""
    var reason: String?

    package init() {}
}

extension TryEndLine {
    /// Creates the line for the end of a try.
    init(_ end: TryEnd) {
        self.init()
        id = end.id
        outcome = end.outcome.rawValue
        reason = end.reason
    }

    /// Returns the end of the try.
    func end() throws(CodingFault) -> TryEnd {
        guard let outcome = TryEnd.Outcome(rawValue: outcome) else { throw .outcome(outcome) }
        return TryEnd(id: id, outcome: outcome, reason: reason)
    }
}
