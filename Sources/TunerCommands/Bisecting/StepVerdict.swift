/// What the command of a search has found out about one state.
enum StepVerdict: String, Equatable {
    case good
    case bad
    /// The command cannot test the state.
    case skipped

    /// The exit code of a command that cannot test a state, as for `git bisect run`.
    private static let skipCode: Int32 = 125

    /// Reads an exit code as `git bisect run` does; nil for a code that ends the search.
    init?(_ code: ExitCode) {
        switch code.rawValue {
        case 0: self = .good
        case StepVerdict.skipCode: self = .skipped
        case 1..<128: self = .bad
        default: return nil
        }
    }
}
