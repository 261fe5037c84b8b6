import OptionCore
import SystemCore

extension Command {
    static let flagTest = Command(
        "flag test",
        "Evaluate the flags of a file in the contexts of another file, without a daemon.",
        "FILE CASES",
        details: """
            FILE is a document in flagd's format, or - for standard input. CASES is a JSON object:

              {
                "context": {...},
                "cases": [{"flag": KEY, "context": {...}, "variant": NAME}, ...]
              }

            A case has the expected "variant", "value" or "reason", or several of them. It can also have the caller's
            "default", and the "timestamp" for rules, in seconds since 1970. The context of the file applies to all
            cases; a member of a case's context replaces the member with the same name. Prints the cases that fail, and
            then exits with 1. Exits with 2 if a file is not valid.
            """,
        settings: false,
        options: [.explain(\.self)],
        examples: ["tunerctl flag test flags.json cases.json"]
    ) { (invocation, explains, output) throws(Failure) in
        try FlagTest(of: invocation.words[0].path, by: invocation.words[1].path).run(explains: explains, output)
    }
}
