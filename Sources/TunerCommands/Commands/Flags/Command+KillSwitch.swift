import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// The two ways of a switch.
    private enum SwitchAction: String, CaseIterable {
        case on
        case off
    }

    /// Keys made safe at once.
    static let killSwitch = Command(
        "kill-switch",
        API.Flags.killSwitch.summary,
        Arguments(usage: "on|off [PATTERN]...", first: "on or off", least: 1, most: .max),
        details: """
            Flags and tunables alike, all where no pattern is given, built-in ones too. Each on adds its patterns; off takes away
            the named ones, or all. What becomes of tunables is printed. Who limits a key is told by tunerctl describe, and by status.
            """,
        options: [.match, .reason],
        examples: ["tunerctl kill-switch on 'net.*' --reason 'the new server is down'"]
    ) { (invocation, output) throws(Failure) in
        let (name, action) = try Action.read(invocation, "kill-switch", else: SwitchAction.on)
        let patterns = try invocation.options.match + action.words(0 ... .max)
        var parameters = KillSwitchParameters()
        parameters.isOn = name == .on
        parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
        parameters.reason = invocation.options.reason
        try output.print(try invocation.connect().call(API.Flags.killSwitch, parameters))
        return .done
    }
}
