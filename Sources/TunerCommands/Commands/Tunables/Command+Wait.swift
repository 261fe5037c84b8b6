import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

extension Command {
    static let wait = Command(
        "wait",
        "Wait for a value, and print it.",
        Arguments("KEY [VALUE | --above N | --below N | --changed]", least: 1, most: 2),
        details: """
            VALUE is read as by tunerctl set. N is a number, or a duration such as 2s if the unit of the key is one of
            time. Without VALUE and options, the command waits until the key has a value. If
            the value already meets the condition, the command ends at once, except with --changed.

            A key that does not exist yet is allowed; this is printed on standard error. With --timeout, the command
            exits with 5 when the time is over.

            Without a daemon, the command fails at once. If the daemon stops later, the command waits for it, and then
            checks the value again.
            """,
        settings: WaitOptions(),
        options: WaitOptions.all,
        examples: ["tunerctl wait ui.ready true --timeout 30"]
    ) { (invocation, options, output) throws(Failure) in
        Kernel.exitWhenInterrupted()
        var wait = try ValueWait(invocation, options)
        let change = try wait.run()
        return try output.print(change.json, else: change.change.value.map { ValueText.bare($0, for: output) } ?? "")
    }
}
