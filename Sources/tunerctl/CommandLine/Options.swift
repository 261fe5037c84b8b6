/// What the options of a command line ask for.
struct Options: Equatable {
    /// When colour is used.
    enum ColorChoice: String, CaseIterable {
        /// On a terminal that has it, unless `NO_COLOR` is set.
        case auto
        case always
        case never
    }

    var socket: String?
    var timeout: Duration?
    var color = ColorChoice.auto
    var isJSON = false
    var wantsHelp = false
    var wantsVersion = false
    /// The folder that a daemon is to keep its state in.
    var state: String?
    /// To go on until interrupted.
    var watches = false
}
