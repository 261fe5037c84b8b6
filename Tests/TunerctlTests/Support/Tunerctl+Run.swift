import TestSupport

/// Starts the real program, with no variables but those given.
func start(
    _ arguments: [String],
    environment: [String: String] = [:],
    on streams: Program.Streams = .pipes
) throws -> Program {
    try Program(BuiltProduct.path("tunerctl"), arguments, environment: environment, on: streams)
}

/// Runs the real program and waits for its end.
func run(
    _ arguments: String...,
    environment: [String: String] = [:],
    on streams: Program.Streams = .pipes
) throws -> Program.Result {
    try start(arguments, environment: environment, on: streams).wait()
}
