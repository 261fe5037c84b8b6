import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

/// Values and overrides of flags for a world; everything else has its present value there.
struct WorldSetting: WorldContents {
    var values = JSONObject()
    var overrides: [String: FlagOverride] = [:]
    /// Prints a note about a key that keeps its present value.
    let note: (String) -> Void

    init(note: @escaping (String) -> Void) { self.note = note }

    /// Creates the setting of an earlier revision.
    init(_ past: PastSetting, note: @escaping (String) -> Void) {
        (values, overrides) = (past.values, past.overrides)
        self.note = note
    }

    func fill(_ connection: DaemonConnection) throws(Failure) -> [ChangeRecord] {
        try fillValues(connection)
        for (key, override) in overrides.sorted(by: { $0.key < $1.key }) {
            do throws(Failure) {
                try override.set(key, on: connection)
            } catch .refused(let error) {
                note("the flag \(key.shownWhole) keeps its present value: \(error.message.shownWhole)")
            }
        }
        // A key that has no value outside of the world was there at the earlier revision: it is no typing error.
        return []
    }

    /// Sets the values, without those that the daemon refuses, such as those that a declaration no longer allows.
    private func fillValues(_ connection: DaemonConnection) throws(Failure) {
        for (key, reason) in try connection.update(values) {
            note("\(key.shownWhole) keeps its present value: \(reason.shownWhole)")
        }
    }
}

extension DaemonConnection {
    /// Returns the values that the daemon would refuse now, by key with the reason; changes nothing.
    func refusals(of values: JSONObject) throws(Failure) -> [(key: String, reason: String)] {
        try update(values, isDryRun: true)
    }

    /// Sets the values that the daemon accepts, and returns the others, by key with the reason.
    fileprivate func update(
        _ values: JSONObject,
        isDryRun: Bool = false
    ) throws(Failure) -> [(key: String, reason: String)] {
        var parameters = UpdateParameters()
        parameters.values = values
        parameters.isDryRun = isDryRun
        var refused: [(key: String, reason: String)] = []
        while !parameters.values.isEmpty {
            do throws(Failure) {
                _ = try callInPieces(API.Tunables.update, parameters)
                break
            } catch .refused(let error) {
                let faults = (error.data["faults"]?.elements ?? [error.data]).filter { fault in
                    fault["key"]?.text.flatMap { parameters.values[$0] } != nil
                }
                guard !faults.isEmpty else { throw .refused(error) }
                for fault in faults {
                    guard let key = fault["key"]?.text, parameters.values[key] != nil else { continue }
                    parameters.values[key] = nil
                    refused.append((key, fault["message"]?.text ?? error.message))
                }
            }
        }
        return refused
    }
}
