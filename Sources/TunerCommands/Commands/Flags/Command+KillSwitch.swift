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
            Flags and tunables alike, all where no pattern is given, built-in ones too. Each on adds its patterns; off takes away
            the named ones, or all. What becomes of tunables is printed. Who limits a key is told by tunerctl describe, and by status.
            """,
        settings: KillSwitchParameters(),
        options: [.match(\.match), .text("--reason", "TEXT", "why, for people") { $0.reason = $1 }],
        examples: ["tunerctl kill-switch on 'net.*' --reason 'the new server is down'"]
    ) { (invocation, parameters, output) throws(Failure) in
        let (name, action) = try Action.read(invocation, "kill-switch", else: SwitchAction.on)
        parameters.match.add(try action.words(most: .max))
        parameters.isOn = name == .on
        return try output.print(try invocation.connect().call(API.Flags.killSwitch, parameters))
    }
}
