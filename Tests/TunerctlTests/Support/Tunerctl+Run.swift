import TestSupport

/// Runs the real program and waits for its end.
func run(
    _ arguments: String...,
    environment: [String: String] = [:],
    on streams: RunningCommand.Streams = .pipes
) throws -> RunningCommand.Result {
    try RunningCommand(arguments, environment: environment, streams).wait()
}
