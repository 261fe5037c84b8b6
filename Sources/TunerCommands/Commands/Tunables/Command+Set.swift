import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunableEngine
import TunerAPI

extension Command {
    static let set = Command(
        "set",
        API.Tunables.set.summary,
        Arguments("KEY VALUE | KEY=VALUE...", least: 1),
        shell: .repeatable,
        details: """
            The declaration of the key decides how VALUE is read: on is true for a boolean, and 12 and null are texts
            for a string. For a key without a declaration, JSON and numbers such as .5 are values, and anything else is
            a text. Write a text that begins with - after --. A number whose unit is ms, s, min, h or d takes a
            duration: 500ms, 2s, 3sec, 5m, 5min, 1h30min or 1d. So does a text with the format duration: 90s is stored
            as PT1M30S, in the form of ISO 8601.

            The key game.wind.x names the member x of the object game.wind, unless there is a tunable with that key.

            null is not a value: for a string it is the text null. To remove the value of a key, use tunerctl reset.

            The form KEY=VALUE... sets several keys, all or none. On a terminal, the old and the new value are printed.

            With --wait-applied, tunerctl waits for the programs that subscribe to a KEY of the command and report. It
            prints a line for each program: the time until the program reported the value, or why it does not use the
            value. The exit code is 1 if a program refuses the value, and 5 if a program has not reported in time or has
            disconnected. The value stays set in each case. --wait-applied does not work with --dry-run, nor in a world.
            """,
        settings: ValueOptions(),
        options: ValueOptions.all,
        examples: ["tunerctl set ui.cornerRadius 18", "tunerctl set ui.scale=2 ui.title='two words'"]
    ) { (invocation, options, output) throws(Failure) in
        let words = try invocation.arguments
        guard TypedTexts.pair(words[0]) != nil else {
            guard words.count > 1 else { throw .usage(invocation.error(.missingArgument("VALUE"))) }
            guard words.count == 2 else { throw .usage(invocation.error(.option(.unexpected(words[2])))) }
            return try setOne(words[0], words[1], invocation, options, output)
        }
        let texts = try TypedTexts(words, areStrings: options.areStrings, for: "set")
        if let text = texts.only {
            return try setOne(text.key, text.text, invocation, options, output)
        }
        return try setSeveral(texts, invocation, options, output)
    }

    /// Sets several values in one commit; prints the changes on a terminal.
    static func setSeveral(
        _ texts: TypedTexts,
        _ invocation: Invocation,
        _ options: ValueOptions,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        var (texts, parameters) = (texts, options.parameters)
        let connection = try invocation.connect()
        let wait = try options.appliedWait(texts.values.members.map(\.name), connection, invocation, output)
        let response = try RefusedWrite.explaining(on: connection, typed: texts.values) { () throws(Failure) in
            try texts.send(on: connection) { (values) throws(Failure) in
                parameters.values = values
                return try connection.callInPieces(API.Tunables.update, parameters)
            }
        }
        let notes = WriteNotes(connection, output, clamps: parameters.clamps, isDryRun: parameters.isDryRun)
        notes.print(about: response.result.result, typed: parameters.values)
        notes.print(aboutNullTexts: texts.nullTexts)
        if output.isJSON && wait == nil || output.isTerminal || parameters.isDryRun {
            try output.print(response)
        }
        return try wait?.run(after: response.json, revision: response.result.result.revision) ?? .done
    }

    private static func setOne(
        _ key: String,
        _ text: String,
        _ invocation: Invocation,
        _ options: ValueOptions,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        let guards = options.parameters
        var texts = TypedTexts([(key, text)], areStrings: options.areStrings)
        var parameters: JSONObject = ["key": .string(key)]
        if guards.clamps { parameters["clamp"] = true }
        if guards.isDryRun { parameters["dryRun"] = true }
        if !guards.creates { parameters["create"] = false }
        parameters["ifRevision"] = guards.ifRevision.map { .integer($0) }
        parameters["for"] = guards.duration.map { .double($0) }
        let connection = try invocation.connect()
        let wait = try options.appliedWait([key], connection, invocation, output)
        let response = try RefusedWrite.explaining(on: connection, typed: texts.values) { () throws(Failure) in
            try texts.send(on: connection) { (values) throws(Failure) in
                parameters["value"] = values[key]
                return try connection.call(plainly: API.Tunables.set, .object(parameters))
            }
        }
        let notes = WriteNotes(connection, output, clamps: guards.clamps, isDryRun: guards.isDryRun)
        notes.print(aboutNullTexts: texts.nullTexts)
        let isNew = response["old"] == nil && response["changed"] == true
        let isShown = guards.isDryRun || output.isTerminal
        if guards.clamps || isShown || isNew || response["effective"] != nil {
            let result: SetResult = try connection.read(response)
            notes.print(about: result, typed: parameters["value"])
            if isShown, !output.isJSON {
                let isInWorld = connection.isInWorld
                try output.print("\(ChangeText.line(result, isDryRun: guards.isDryRun, isInWorld: isInWorld))\n")
            }
        }
        guard let wait else { return try output.print(response, else: "") }
        let result: SetResult = try connection.read(response)
        return try wait.run(after: response, revision: result.revision, isHidden: response["effective"] != nil)
    }
}
