import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let edit = Command(
        "edit",
        "Edit values in an editor.",
        "[PATTERN]...",
        details: """
            The editor is $VISUAL, else $EDITOR, else vi. It opens a JSON file with the values, and with a schema beside
            it, which many editors use to complete and check values.

            When the editor exits, the changed values are stored in one commit, and printed. A member that was removed
            changes nothing.

            Nothing is stored if a value is invalid, or if another client has changed it in the meantime. On a terminal,
            tunerctl then offers to open the editor again. Otherwise it keeps the file, and prints its path. Nothing is
            stored either if the editor exits with an error, as Vim does after :cq.
            """,
        settings: PatternList?.none,
        options: [.match(\.self)],
        examples: ["tunerctl edit 'ui.*'"]
    ) { (invocation, match, output) throws(Failure) in
        match.add(try invocation.arguments)
        return try EditedValues(match, invocation, output).run()
    }
}
