import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let edit = Command(
        "edit",
        "Opens values in an editor, and stores what was changed there.",
        Arguments(usage: "[PATTERN]...", first: "", least: 0, most: .max),
        details: """
            The editor is $VISUAL, else $EDITOR, else vi. It gets a JSON file that names a schema beside it, by which many editors
            complete and check. What was changed is stored all at once, and printed; a member that was taken out is left alone.
            Where something is wrong, or somebody else has changed a value meanwhile, nothing is stored: on a terminal it offers to
            go back to the editor, else the file is kept and named. Nothing is stored either where the editor fails, as Vim does when
            it is left by :cq.
            """,
        settings: PatternList?.none,
        options: [.match(\.self)],
        examples: ["tunerctl edit 'ui.*'"]
    ) { (invocation, match, output) throws(Failure) in
        match.add(try invocation.arguments)
        return try EditedValues(match, invocation, output).run()
    }
}
