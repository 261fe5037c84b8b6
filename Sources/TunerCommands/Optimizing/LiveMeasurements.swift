import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// Measures shared values, one after another: each measurement is a try, which ends with the measurement.
///
/// The daemon reverts the try by itself, so it does not matter when tunerctl is killed.
final class LiveMeasurements: PointMeasuring {
    /// The time for the programs to end, and for the calls to the daemon.
    private static let grace = Duration.seconds(6)

    private let loop: MeasurementLoop
    private let connection: DaemonConnection
    private let output: Output
    /// The longest time until the programs use the values; nil to not wait for programs.
    private let appliedWithin: Duration?
    private let term: Duration
    /// The values between two tries; a key without a value is absent.
    private let before: JSONObject
    private let keys: [String]
    private var attempt: Int64?
    /// The measurement whose values a program does not use.
    private var unused: (number: Int, outcome: Measurement.Outcome)?
    /// The revision of the last commit that reverted a try.
    private(set) var revision: Int64

    /// Creates measurements of the present values of keys, which have the given revision.
    init(
        _ keys: [SearchedKey],
        _ revision: Int64,
        _ loop: MeasurementLoop,
        _ connection: DaemonConnection,
        _ output: Output,
        appliedWithin: Duration?
    ) {
        (self.loop, self.connection, self.output, self.revision) = (loop, connection, output, revision)
        self.appliedWithin = appliedWithin
        self.keys = keys.map(\.key)
        before = JSONObject(keys.compactMap { key in key.present.map { (key.key, $0) } })
        term = loop.plan.longest + LiveMeasurements.grace + (appliedWithin ?? .zero)
    }

    var isMeasuring: Bool { attempt != nil }

    func start(_ number: Int, _ values: JSONObject) throws(Failure) {
        try checkBefore()
        var parameters = TryParameters()
        parameters.values = values
        parameters.duration = term / .seconds(1)
        do throws(Failure) {
            let wait = try appliedWithin.map { limit throws(Failure) in
                try AppliedWait(keys, within: limit, on: connection, output)
            }
            let id = try connection.call(API.Tunables.attempt, parameters).result.id
            attempt = id
            let faults = try wait?.faults(of: id) ?? []
            guard faults.isEmpty else {
                unused = (number, .failed(.notApplied(faults)))
                return
            }
            try loop.start(number, in: nil)
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            throw try taken(by: error)
        } catch {
            stop()
            throw error
        }
    }

    func next() throws(Failure) -> (number: Int, outcome: Measurement.Outcome) {
        do throws(Failure) {
            let ended = if let unused { unused } else { try loop.next() }
            unused = nil
            try revert()
            return ended
        } catch {
            stop()
            throw error
        }
    }

    func stop() {
        try? loop.stop()
        // A daemon that does not respond reverts the try at its end.
        if attempt != nil { try? revert() }
    }

    /// Throws if another client has changed a key since the last try.
    private func checkBefore() throws(Failure) {
        var parameters = ListParameters()
        parameters.match = PatternList(keys)
        let list = try connection.call(API.Tunables.list, parameters).result.tunables
        let changed = list.filter { $0.value != before[$0.key] }
        guard !changed.isEmpty else { return }
        for tunable in changed {
            note("another client has changed \(tunable.key.shownWhole) to \(ValueText.line(tunable.value))")
        }
        throw .keysTaken(changed.map(\.key))
    }

    /// Returns the failure for a try of another client, which has some of the keys.
    private func taken(by error: RemoteError) throws(Failure) -> Failure {
        var parameters = TriesParameters()
        parameters.id = error.data["try"]?.number.flatMap(Int64.init(exactly:))
        let other = try connection.call(API.Tunables.tries, parameters).result.tries.first?.keys ?? []
        let shared = other.filter(keys.contains)
        guard parameters.id != nil, !shared.isEmpty else { return .refused(error) }
        note(error.message.shownWhole)
        return .keysTaken(shared)
    }

    /// Reverts the try; throws if another client has changed some of its keys, or has ended it.
    private func revert() throws(Failure) {
        guard let id = attempt else { return }
        attempt = nil
        var parameters = CancelParameters()
        (parameters.id, parameters.reason) = (id, "the measurement of tunerctl optimize has ended")
        do throws(Failure) {
            let result = try connection.call(API.Tunables.cancel, parameters).result
            revision = result.result.revision
            let replaced = result.replaced ?? []
            for change in replaced { note(TryText.line(change)) }
            if !replaced.isEmpty { throw .keysTaken(replaced.compactMap(\.key)) }
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            let ending = try TryEnding.find(id, on: connection)
            guard ending.outcome == "replaced" else { throw .searchEnded(ending.sentence) }
            note(ending.sentence)
            throw .keysTaken(keys)
        }
    }

    private func note(_ sentence: String) { output.note("tunerctl: \(sentence)\n") }
}

@available(*, unavailable)
extension LiveMeasurements: Sendable {}
