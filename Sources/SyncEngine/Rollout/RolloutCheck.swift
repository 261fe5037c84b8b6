/// How a machine checks a layer that it tries.
package struct RolloutCheck: Sendable, Equatable {
    /// The name of a program in the directory of checks.
    package var command: String
    /// The time from the end of a check to the beginning of the next one.
    package var every = Duration.seconds(5)
    /// The longest time of a check.
    package var timeout = Duration.seconds(10)
    /// The number of failures in a row after which the layer is reverted.
    package var failures = 3

    package init(_ command: String) { self.command = command }

    /// The result of one check.
    package enum Outcome: Sendable, Equatable {
        case passed
        /// The exit code was not 0. The reason is what the program has printed, or its exit code.
        case failed(String)
        /// The program could not be started, was ended by a signal, or did not end in time.
        case noResult(String)
    }
}
