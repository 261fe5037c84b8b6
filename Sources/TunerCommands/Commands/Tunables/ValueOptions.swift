import OptionCore
import TunerAPI

/// The options of the commands that set values.
struct ValueOptions {
    static var all: [Option<ValueOptions>] {
        [
            .string(\.areStrings), .clamp(\.parameters.clamps), .dryRun(\.parameters.isDryRun),
            .ifRevision(\.parameters.ifRevision), .duration(\.parameters.duration),
            Option("--no-create", "fail if the key does not exist") { $0.parameters.creates = false },
        ]
    }

    var areStrings = false
    /// The parameters of the request, without the values.
    var parameters = UpdateParameters()
}
