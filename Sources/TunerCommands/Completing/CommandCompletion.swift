/// How a command's words are completed where their names in its usage do not say.
struct CommandCompletion {
    /// What a word may be.
    enum Source {
        /// Nothing that is known.
        case none
        case flags
        case presets
    }

    /// By the word's name in the usage.
    var words: [String: Source] = [:]
    /// What may stand first besides, in a shell.
    var firstInShell: [String] = []
}
