/// The completion of arguments whose names in the usage do not say what they accept.
struct CommandCompletion {
    /// The source of the candidates for an argument.
    enum Source {
        case none
        case flags
        case presets
    }

    /// The sources by the names of arguments in the usage.
    var words: [String: Source] = [:]
}
