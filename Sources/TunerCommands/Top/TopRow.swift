import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// One tunable in the table of `tunerctl top`.
struct TopRow {
    /// The most samples that are kept: more than the widest sparkline shows.
    private static let maxSamples = 64

    let key: String
    private(set) var value: JSON?
    private(set) var origin: String
    let spec: JSONObject
    /// The last commit that changed the value; empty where the daemon's history does not have it.
    private(set) var changedBy = ""
    private(set) var changedAt = ""
    /// The numbers that the value was, the oldest first.
    private(set) var samples: [Double] = []

    init(_ tunable: ListedTunable) {
        key = tunable.key
        value = tunable.value
        origin = tunable.origin
        spec = tunable.spec ?? JSONObject()
        addSample()
    }

    /// The text that a person begins to edit; that of a secret value is empty.
    var editedText: String { value == .secretMark ? "" : value.map { ValueText.line($0) } ?? "" }

    /// Notes who changed the value and when.
    mutating func note(_ actor: ActorRecord?, at time: String?) {
        changedBy = actor.map { "\($0.client) (\($0.pid))" } ?? changedBy
        changedAt = time ?? changedAt
    }

    /// Takes a new value.
    mutating func apply(_ change: WatchedChange) {
        value = change.change.value
        origin = change.change.origin ?? origin
        note(change.actor, at: change.time)
        addSample()
    }

    /// Replaces the samples by those of an older row, or of the history, and adds the present number if it is another one.
    mutating func restore(_ older: [Double]) {
        samples = Array(older.suffix(TopRow.maxSamples))
        if samples.last != value?.number {
            addSample()
        }
    }

    /// The group of the declaration; empty without one.
    var group: String { spec["group"]?.text ?? "" }

    /// The range of the declaration, where it has both bounds.
    var bounds: ClosedRange<Double>? {
        guard let least = spec["minimum"]?.number, let most = spec["maximum"]?.number, least <= most else { return nil }
        return least...most
    }

    /// The value that is `steps` values after the present one in the declaration's `enum`; nil without such a list.
    func choice(after steps: Int) -> JSON? {
        guard case .array(let choices)? = spec["enum"], !choices.isEmpty else { return nil }
        let present = choices.firstIndex { $0 == value } ?? (steps > 0 ? -1 : choices.count)
        return choices[min(max(present + steps, 0), choices.count - 1)]
    }

    private mutating func addSample() {
        guard let number = value?.number else { return }
        samples.append(number)
        if samples.count > 2 * TopRow.maxSamples {
            samples.removeFirst(TopRow.maxSamples)
        }
    }
}
