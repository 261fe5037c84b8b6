import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let flagDefine = Command(
        "flag define",
        API.Flags.define.summary,
        "FILE",
        details: "FILE is a document in flagd's format, or - for standard input.",
        settings: false,
        options: [Option("--partial", "leave out faulty definitions instead of refusing all") { $0 = true }],
        examples: ["tunerctl flag define flags.json"]
    ) { (invocation, isPartial, output) throws(Failure) in
        try FlagDefining.define(invocation.words[0].path, isPartial: isPartial, invocation, output)
    }
}
