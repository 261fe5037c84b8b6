import JSONCore
import OptionCore
import TunerAPI

extension Command {
    private enum FlagAction: String, CaseIterable {
        case get
        case list
        case on
        case off
        case toggle
        case set
        case reset
        case create
        case define
        case remove
        case watch
        case test
    }

    static let flag = Command(
        "flag",
        "Evaluate, list, override, create, define, remove, watch and test feature flags.",
        Arguments(
            "[get KEY | list [PATTERN]... | on KEY... | off KEY... | toggle KEY... | "
                + "set KEY VARIANT|VALUE | reset KEY... | "
                + "create KEY [VALUE]... | define FILE | remove KEY | watch [KEY]... | test FILE CASES]",
            least: 0,
            most: .max
        ),
        details: """
            get      \(API.Flags.evaluate.summary)
            list     \(API.Flags.list.summary)
            on, off  Override a boolean flag with true, or with false.
            toggle   Override a boolean flag with the opposite of its value.
            set      \(API.Flags.set.summary)
            reset    \(API.Flags.reset.summary)
            create   Define a flag with these values; --bool, --string, --number or --object names their type.
            define   \(API.Flags.define.summary)
            remove   \(API.Flags.remove.summary)
            watch    Print each change of the values of all or of some flags, as tunerctl watch does.
            test     Evaluate the flags of a file in the contexts of another file, without a daemon.

            get prints the value alone on a line; with --explain, it prints the path through the rule. It exits with 3
            if the flag does not exist, and with 1 if the flag gives no value. In both cases --default gives a value
            instead.

            list searches for a single word that is no key in the keys and descriptions. on, off, toggle and reset change
            their flags one after the other, and stop at the first that is refused. On a terminal, each change is
            printed.

            VALUE is JSON or a number such as .5. For a text that is not the name of a variant, use --string. FILE is a
            document in flagd's format, or - for standard input. CASES is a JSON object:

              {
                "context": {...},
                "cases": [{"flag": KEY, "context": {...}, "variant": NAME}, ...]
              }

            A case has the expected "variant", "value" or "reason", or several of them. It can also have the caller's
            "default", and the "timestamp" for rules, in seconds since 1970. The context of the file applies to all
            cases; a member of a case's context replaces the member with the same name. test prints the cases that fail,
            and then exits with 1. It exits with 2 if a file is not valid.

            \(LineTemplate.help)
            """,
        settings: FlagOptions(),
        options: FlagOptions.all,
        examples: ["tunerctl flag on ui.DarkMode", "tunerctl flag create theme --string day,night --default night"],
        completion: CommandCompletion(words: ["KEY": .flags, "VALUE": .none])
    ) { (invocation, options, output) throws(Failure) in
        let (name, action) = try ActionArguments.read(invocation, "flag", else: FlagAction.list)
        let (areStrings, duration) = (options.areStrings, options.duration)
        func write(_ key: String, _ body: (FlagOverrideWriter) throws(Failure) -> FlagWrite) throws(Failure) {
            let connection = try invocation.connect()
            let writer = FlagOverrideWriter(key, areStrings: areStrings, for: duration, on: connection)
            try show(try body(writer), connection)
        }
        func show(_ write: FlagWrite, _ connection: DaemonConnection) throws(Failure) {
            try output.print(write.response, else: output.isTerminal ? write.line : "")
            if let note = write.note(on: connection) { output.note(note) }
        }
        switch name {
        case .get:
            let evaluation = try FlagEvaluation(try action.word("KEY"), options, invocation)
            return try evaluation.show(explains: options.explains, output)
        case .list:
            let words = try action.words(most: .max)
            let word = options.match == nil && words.count == 1 ? words[0] : nil
            options.match.add(words)
            try FlagList(matching: options.match, orFinding: word, invocation).show(output)
        case .on:
            for key in try action.words("KEY", most: .max) {
                try write(key) { (flag) throws(Failure) in try flag.set(to: true) }
            }
        case .off:
            for key in try action.words("KEY", most: .max) {
                try write(key) { (flag) throws(Failure) in try flag.set(to: false) }
            }
        case .toggle:
            for key in try action.words("KEY", most: .max) {
                try write(key) { (flag) throws(Failure) in try flag.toggle() }
            }
        case .set:
            let words = try action.words("KEY", "VARIANT|VALUE")
            try write(words[0]) { (flag) throws(Failure) in try flag.set(toWord: words[1]) }
        case .reset:
            for key in try action.words("KEY", most: .max) {
                try write(key) { (flag) throws(Failure) in try flag.reset() }
            }
        case .remove: try write(try action.word("KEY")) { (flag) throws(Failure) in try flag.remove() }
        case .create:
            let creation = try FlagCreation(try action.words("KEY", most: .max), options)
            let connection = try invocation.connect()
            try show(try creation.define(on: connection), connection)
        case .define:
            let file = try action.paths("FILE")[0]
            return try FlagDefining.define(file, isPartial: options.isPartial, invocation, output)
        case .watch:
            var parameters = SubscribeFlagsParameters()
            let keys = try action.words(most: .max)
            parameters.keys = keys.isEmpty ? nil : keys
            parameters.context = ContextText.object(of: options.context, areStrings: options.areStrings)
            let subject = WatchedFlags(parameters, isInitial: options.isInitial)
            try ChangeWatch.run(subject, invocation, output, options.changes)
        case .test:
            let words = try action.paths("FILE", "CASES")
            return try FlagTest(of: words[0], by: words[1]).run(explains: options.explains, output)
        }
        return .done
    }
}
