import JSONCore
import OptionCore
import TunerAPI

extension Command {
    private enum SwitchAction: String, CaseIterable {
        case on
        case off
    }

    static let killSwitch = Command(
        "kill-switch",
        API.Flags.killSwitch.summary,
        Arguments(usage: "on|off [PATTERN]...", first: "on or off", least: 1, most: .max),
        details: """
            on limits the flags and tunables that match a pattern; without a pattern, all of them, including built-in
            ones. Further patterns are added. off lifts the limit for the named patterns, or for all. The changes of
            tunables are printed. tunerctl describe and tunerctl status print what limits a key, and why.
            """,
        settings: KillSwitchParameters(),
        options: [.match(\.match), .text("--reason", "TEXT", "the reason, for people") { $0.reason = $1 }],
        examples: ["tunerctl kill-switch on 'net.*' --reason 'the new server is down'"]
    ) { (invocation, parameters, output) throws(Failure) in
        let (name, action) = try ActionArguments.read(invocation, "kill-switch", else: SwitchAction.on)
        parameters.match.add(try action.words(most: .max))
        parameters.isOn = name == .on
        let connection = try invocation.connect()
        let code = try output.print(try connection.call(API.Flags.killSwitch, parameters))
        if parameters.isOn {
            try UnmatchedPatterns(among: parameters.match, includesFlags: true, on: connection).note(invocation.global)
        }
        return code
    }
}
