import JSONCore
import SystemCore
import TunerAPI

extension Command {
    static let wait = Command(
        "wait",
        "Waits until a value is as it should be, and prints it.",
        Arguments(usage: "KEY [VALUE | --above N | --below N | --changed]", first: "KEY", least: 1, most: 2),
        details: """
            VALUE is read as tunerctl set does. It ends at once where the value is so already, but with --changed; with the key
            alone it waits until there is a value. A key that is not there yet is waited for, which is said. With --timeout it
            ends with 5 when that time is over. Without a daemon it does not begin; when that goes later it waits until it is back,
            and hears of what has changed meanwhile.
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
