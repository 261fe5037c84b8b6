import FlagEngine
import OptionCore

extension Command {
    static let flagCreate = Command(
        "flag create",
        "Define a flag with these values; --bool, --string, --number or --object names their type.",
        "KEY [VALUE]...",
        details: """
            --bool takes no VALUE, or the default: true or false. --string and --number take values with commas between
            them. --object takes JSON objects, each as OBJECT or NAME=OBJECT.

            Without --default, the first value is the default, or false.
            """,
        settings: FlagCreation.Settings(),
        options: [
            Option("--bool", "a flag that is true or false") { $0.types.append(.boolean) },
            Option("--string", "a flag with these texts") { $0.types.append(.string) },
            Option("--number", "a flag with these numbers") { $0.types.append(.number) },
            Option("--object", "a flag with these JSON objects") { $0.types.append(.object) },
            .text("--default", "VARIANT", "the default variant") { $0.fallback = $1 },
            .text("--description", "TEXT", "the purpose of the flag") { $0.summary = $1 },
        ],
        examples: ["tunerctl flag create theme --string day,night --default night"],
        completion: CommandCompletion(words: ["KEY": .none, "VALUE": .none])
    ) { (invocation, settings, output) throws(Failure) in
        let creation = try FlagCreation(try invocation.arguments, settings)
        let connection = try invocation.connect()
        return try creation.define(on: connection).show(on: connection, output)
    }
}
