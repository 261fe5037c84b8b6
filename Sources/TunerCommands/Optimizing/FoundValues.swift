import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TunerAPI

/// What `tunerctl optimize` does with the values that it has found: it saves them as a preset, and sets them.
struct FoundValues {
    let options: OptimizeOptions
    private let preset: Preset?
    private let connection: DaemonConnection?

    /// Checks the options, and connects to the daemon if they need it: a measurement changes the world of this process.
    init(_ options: OptimizeOptions, _ invocation: Invocation) throws(Failure) {
        self.options = options
        try FoundValues.checkCanAsk(options, invocation)
        if let name = options.preset { preset = try Preset(name, for: "optimize") } else { preset = nil }
        connection = options.applies || options.preset != nil ? try invocation.connect() : nil
        // A preset is shared. Without this check, the search would fail at its end.
        guard preset == nil || !DaemonEndpoint.isInWorld else { throw .onlyShared }
    }

    /// Throws unless `--apply` can ask, or needs no question.
    private static func checkCanAsk(_ options: OptimizeOptions, _ invocation: Invocation) throws(Failure) {
        if options.isSure, !options.applies {
            throw .usage(invocation.error(.text("--yes has no effect without --apply")))
        }
        guard options.applies, !options.isSure else { return }
        guard (try? Kernel.withStandardInput { Kernel.isTerminal($0) }) == true else {
            throw .usage(invocation.error(.text("--apply asks on a terminal; without a terminal, add --yes")))
        }
    }

    /// Saves the values of a result, and sets those that differ, as the options say.
    ///
    /// A change of a key after `revision`, the revision of the present values, is a conflict. With `--wait-applied`, a
    /// program that does not use the values is a refusal.
    func use(_ result: OptimizationResult, since revision: Int64, _ output: Output) throws(Failure) -> ExitCode {
        guard let connection else { return .done }
        if let preset { try save(result.values, as: preset, connection, output) }
        guard options.applies else { return .done }
        if !options.isSure, try !Confirmation.isGiven("Set these values now? [y/N] ") { return .done }
        let wait = try options.appliedWithin.map { limit throws(Failure) in
            try AppliedWait(result.changes.members.map(\.name), within: limit, on: connection, output)
        }
        var parameters = UpdateParameters()
        parameters.values = result.changes
        parameters.ifRevision = revision
        let response = try connection.callInPieces(API.Tunables.update, parameters)
        if !output.isJSON { try output.print(response) }
        let faults = try wait?.faults(of: response.result.result.revision) ?? []
        for fault in faults { Output.writeError("tunerctl: \(fault)\n") }
        return faults.isEmpty ? .done : .refused
    }

    /// Stores the values as a preset, which leaves all other keys unchanged when it is loaded.
    private func save(
        _ values: JSONObject,
        as preset: Preset,
        _ connection: DaemonConnection,
        _ output: Output
    ) throws(Failure) {
        var exported = ExportResult()
        exported.values.entries = values.members.map { ($0.name, $0.value) }
        let keys = PatternList(values.members.map(\.name))
        let parameters = preset.preset.putParameters(exported, keys)
        _ = try connection.callInPieces(API.Layers.put, parameters)
        let name = preset.preset.name.shownWhole.shellWord
        output.note("tunerctl: saved; to set the values: tunerctl preset load \(name)\n")
    }
}
