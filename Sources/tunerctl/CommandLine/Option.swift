/// One option: its name, what it does, and what help says of it.
struct Option: Sendable {
    /// What an option does to the options so far.
    enum Effect: Sendable {
        case flag(@Sendable (inout Options) -> Void)
        /// With a value, as help names it, what it must be, and whether it was.
        case value(String, String, @Sendable (inout Options, String) -> Bool)
    }

    let name: String
    let summary: String
    let effect: Effect

    /// What may stand anywhere.
    static let global: [Option] = [
        Option("--socket", "PATH", "a path", "where the daemon listens") { options, value in
            options.socket = value
            return true
        },
        Option("--timeout", "SECONDS", "a number of seconds above 0", "how long to wait for the daemon") {
            options,
            value in
            guard let seconds = Double(value), seconds > 0, seconds <= Option.longestTimeout else { return false }
            options.timeout = .seconds(seconds)
            return true
        },
        Option("--json", "results and the daemon's errors as JSON") { $0.isJSON = true },
        Option("--color", "WHEN", "auto, always or never", "when to use colour: auto, always or never") {
            options,
            value in
            guard let choice = Options.ColorChoice(rawValue: value) else { return false }
            options.color = choice
            return true
        },
        Option("--help", "what the program or the command does") { $0.wantsHelp = true },
        Option("--version", "the program's version") { $0.wantsVersion = true },
    ]

    /// Years: more than anyone waits, and still a number that clocks can count to.
    private static let longestTimeout = 1e9

    /// An option without a value.
    init(_ name: String, _ summary: String, _ apply: @escaping @Sendable (inout Options) -> Void) {
        self.name = name
        self.summary = summary
        effect = .flag(apply)
    }

    /// An option with a value.
    init(
        _ name: String,
        _ placeholder: String,
        _ expectation: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Options, String) -> Bool
    ) {
        self.name = name
        self.summary = summary
        effect = .value(placeholder, expectation, apply)
    }

    /// The option with its value, as help shows it.
    var usage: String {
        switch effect {
        case .flag: name
        case .value(let placeholder, _, _): "\(name) \(placeholder)"
        }
    }
}
