import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let killSwitch = Command(
        "kill-switch",
        API.Flags.killSwitch.summary,
        details: "tunerctl describe and tunerctl status print what limits a key, and why.",
        hasUsualAction: false,
        actions: [.killSwitchOn, .killSwitchOff]
    )

    private static let killSwitchOn = Command(
        "kill-switch on",
        "Limit the flags and tunables that match a pattern, and print the changes of tunables.",
        "[PATTERN]...",
        details: """
            Without a pattern, limits all flags and tunables, including built-in ones. Further patterns are added to those
            of an earlier kill switch.
            """,
        settings: KillSwitchParameters(),
        options: [.match(\.match), .text("--reason", "TEXT", "the reason, for people") { $0.reason = $1 }],
        examples: ["tunerctl kill-switch on 'net.*' --reason 'the new server is down'"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.isOn = true
        parameters.match.add(try invocation.arguments)
        let connection = try invocation.connect()
        let code = try output.print(try connection.call(API.Flags.killSwitch, parameters))
        try UnmatchedPatterns(among: parameters.match, includesFlags: true, on: connection).note(invocation.global)
        return code
    }

    private static let killSwitchOff = Command(
        "kill-switch off",
        "Lift the limit for the named patterns, or for all, and print the changes of tunables.",
        "[PATTERN]...",
        settings: KillSwitchParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl kill-switch off"]
    ) { (invocation, parameters, output) throws(Failure) in
        parameters.isOn = false
        parameters.match.add(try invocation.arguments)
        return try output.print(try invocation.connect().call(API.Flags.killSwitch, parameters))
    }
}
