import OptionCore
import TunerAPI

/// The manual pages, generated from the same declarations as the help texts.
enum ManualPage {
    /// The page of the whole program.
    static var text: String {
        let sections: [String] = [
            Roff.head("tunerctl", Help.summary, release: API.release),
            Roff.synopsis("tunerctl", ["[OPTION]...", "COMMAND", "[ARGUMENT]..."]),
            Roff.section("COMMANDS", Roff.list(Command.all.map { ($0.name, $0.summary) })),
            Roff.section("OPTIONS", Roff.list(GlobalOptions.shapes)),
            Roff.section("EXIT STATUS", Roff.list(Help.exitCodes.map { ("\($0.code)", $0.meaning) })),
            Roff.section("ENVIRONMENT", Roff.list(environment)),
            Roff.section("FILES", Roff.list(files)),
            Roff.references(["tunerd"] + Command.all.map { "tunerctl-\($0.name)" }),
        ]
        return sections.joined()
    }

    /// Returns the page of a command.
    static func text(of command: Command) -> String {
        var page = Roff.head("tunerctl-\(command.name)", command.summary, release: API.release)
        page += Roff.synopsis("tunerctl \(command.name)", [command.usage])
        let details = command.details()
        if !details.isEmpty { page += Roff.section("DESCRIPTION", Roff.prose(details)) }
        for action in command.actions() {
            let text = [action.summary, action.details()].filter { !$0.isEmpty }.joined(separator: "\n\n")
            page += Roff.section(action.name.uppercased(), Roff.command("tunerctl \(action.name)", [action.usage]))
            page += Roff.prose(text) + Roff.list(action.options) + Roff.literal(action.examples())
        }
        if command.hasActions { return page + references }
        if !command.options.isEmpty { page += Roff.section("OPTIONS", Roff.list(command.options)) }
        return page + Roff.section("EXAMPLES", Roff.literal(command.examples())) + references
    }

    private static var references: String { Roff.references(["tunerctl", "tunerd"]) }

    private static let environment =
        PathVariables.all + [
            ("TUNER_WORLD", "The world to which calls belong; tunerctl with sets it."),
            ("VISUAL, EDITOR", "The editor of tunerctl edit; by default vi."),
            ("TMPDIR", "The directory for the file of tunerctl edit; by default /tmp."),
            ("PATH", "Where tunerctl searches tunerd and tunerweb, after its own directory."),
            (
                "BROWSER",
                "Commands with colons between them. tunerctl web runs the first one whose program exists, with the URL in place "
                    + "of %s or as the last argument. Without such a command it runs xdg-open, if there is a desktop."
            ),
            ("DISPLAY, WAYLAND_DISPLAY", "Say that there is a desktop, if one of them is not empty."),
            ("NO_COLOR", "Print no color if it is not empty."),
            ("TERM", "The type of the terminal; dumb has no color and no tunerctl top."),
            ("TUNER_KEY, TUNER_VALUE, TUNER_OLD, TUNER_REVISION", "The change, for the command of watch --exec."),
            ("TUNABLE_*", "The values, for the command of tunerctl exec."),
        ]

    private static let files = [
        (
            "$XDG_RUNTIME_DIR/tuner/tunerd.sock",
            "The socket of the daemon; without XDG_RUNTIME_DIR, /tmp/tuner-UID/tunerd.sock."
        ),
        (
            "$XDG_STATE_HOME/tuner",
            "The directory of tunerd.log, tunerweb.log, history and sync; without XDG_STATE_HOME, ~/.local/state/tuner."
        ),
        (
            "$XDG_STATE_HOME/tuner/tunerd.log",
            "The log of a daemon that tunerctl start has started. A full log is renamed to tunerd.log.1."
        ),
        ("$XDG_STATE_HOME/tuner/tunerweb.log", "The log of a gateway that tunerctl web has started."),
        ("$XDG_STATE_HOME/tuner/history", "The lines that were typed in tunerctl shell."),
        ("$XDG_STATE_HOME/tuner/sync", "The last values that tunerctl sync has found equal."),
        ("FILE.conflicts", "The values of FILE that tunerctl sync has replaced after a conflict."),
        (
            "FILE.saved",
            "An older text of FILE, which tunerctl sync kept because it was killed while it replaced FILE."
        ),
        (
            "$XDG_RUNTIME_DIR/tuner/tunerweb.token",
            "The token of the gateway. tunerctl web reads tunerweb.token.status beside it, and adds a one-time token to "
                + "the directory tunerweb.token.once."
        ),
    ]
}
