import FlagEngine
package import JSONCore
import LayerPayloads

/// The stored state of a machine's part in a rollout, which a restart continues.
package struct TrialRecord: JSONRecord, Equatable, Sendable {
    package static let fields = JSONFieldTable<TrialRecord>([
        .required("layer", \.layer, "The name of the layer."),
        .required("rollout", \.rollout, "The id of the rollout."),
        .required("content", \.content, "A hash of the content."),
        .required("first", \.first, "When the machine first saw the rollout, in milliseconds since 1970."),
        .optional("stage", \.stage, "The stage in which the machine has taken the content; the first one is 1."),
        .optional("state", \.stateWord, "The last reported state; absent before the first report."),
        .optional("time", \.time, "When the state began, in milliseconds since 1970."),
        .optional("version", \.version, "The version of the content."),
        .optional("reason", \.reason, "Why the content was reverted or has failed."),
        .defaulted("attempts", \.attempts, "How often the machine has begun to try the content."),
        .optional("previous", \.previousMembers, "The content that the applied one has replaced."),
    ])

    package var layer = ""
    package var rollout = ""
    package var content = ""
    package var first: Int64 = 0
    package var stage: Int64?
    package var stateWord: String?
    package var time: Int64?
    package var version: String?
    package var reason: String?
    package var attempts: Int64 = 0
    package var previousMembers: JSON?

    package init() {}

    /// Creates the record of a new content.
    init(_ rollout: Rollout, _ candidate: KeptLayer, at now: SyncMoment) {
        (layer, self.rollout) = (candidate.layer, rollout.id)
        content = TrialRecord.hash(of: candidate.payload)
        first = now.wall.wholeMilliseconds
        if case .string(let version)? = candidate.payload.members["version"] { self.version = version }
    }

    package var state: FleetReport.State? {
        get { stateWord.flatMap(FleetReport.State.init) }
        set { stateWord = newValue?.rawValue }
    }

    /// The content that the rollout has replaced; nil if there was none.
    var previous: LayerPayload? {
        get {
            guard case .object(let members)? = previousMembers else { return nil }
            return LayerPayload(stored: members)
        }
        set { previousMembers = newValue.map { .object($0.members) } }
    }

    /// The report of the machine; nil before the first one.
    package var report: FleetReport? {
        guard let state, let stage, let time else { return nil }
        return FleetReport(
            layer: layer,
            rollout: rollout,
            stage: Int(stage),
            state: state,
            version: version,
            time: time,
            reason: reason
        )
    }

    /// Returns whether the record belongs to this rollout of this content.
    func isOf(_ rollout: Rollout, _ candidate: KeptLayer) -> Bool {
        layer == candidate.layer && self.rollout == rollout.id && content == TrialRecord.hash(of: candidate.payload)
    }

    private static func hash(of payload: LayerPayload) -> String {
        let text = (try? JSON.object(payload.members).written()) ?? ""
        let halves = [Murmur3.hash(text), Murmur3.hash("\(text.utf8.count) \(text)")]
        return halves.map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}

extension Duration {
    /// The time in milliseconds, without a fraction.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
