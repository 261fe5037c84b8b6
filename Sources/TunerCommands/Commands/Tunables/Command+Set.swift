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
        Arguments(usage: "KEY VALUE", first: "KEY", least: 1, most: .max),
        details: """
            The declaration of the key decides how VALUE is read: on is true for a boolean, and 12 is a text for a
            string. For a key without a declaration, JSON and numbers such as .5 are values, and anything else is a
            text. Write a text that begins with - after --. A number whose unit is ms, s, min, h or d takes a duration:
            500ms, 2s, 3sec, 5m, 5min, 1h30min or 1d.

            The key game.wind.x names the member x of the object game.wind, unless there is a tunable with that key.

            The form KEY=VALUE... sets several keys, all or none. On a terminal, the old and the new value are printed.
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
        let response = try texts.send(on: connection) { (values) throws(Failure) in
            parameters.values = values
            return try connection.callInPieces(API.Tunables.update, parameters)
        }
        if output.isJSON || output.isTerminal || parameters.isDryRun {
            try output.print(response)
        }
        if !parameters.isDryRun {
            noteFlags(among: response.result.changes.filter { $0.old == nil }, connection, output)
        }
        return .done
    }

    /// Prints a note for each new key that is also the key of a flag.
    private static func noteFlags(
        among created: [ChangeRecord],
        _ connection: DaemonConnection,
        _ output: Output
    ) {
        // The values are stored: a failure of this request must not become the result of the command.
        guard !created.isEmpty, let flags = try? connection.call(API.Flags.list).result.flags else { return }
        let keys = Set(flags.map(\.key))
        for change in created where keys.contains(change.key) {
            guard let value = change.value, let variants = connection.variants(ofFlag: change.key) else { continue }
            let advice = FlagForcing.advice(change.key, value, variants: variants)
            output.note("tunerctl: \(change.key.shownWhole) was set as a tunable\(advice)\n")
        }
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
        let response = try texts.send(on: connection) { (values) throws(Failure) in
            parameters["value"] = values[key]
            return try connection.call(plainly: API.Tunables.set, .object(parameters))
        }
        let isNew = response["old"] == nil && response["changed"] == true
        let isShown = guards.isDryRun || output.isTerminal
        if guards.clamps || isShown || isNew || response["effective"] != nil {
            let result: SetResult = try connection.read(response)
            try report(result, instead: parameters["value"] ?? .null, connection, guards, output)
            if isShown, !output.isJSON {
                try output.print("\(ChangeText.line(result))\n")
            }
        }
        return try output.print(response, else: "")
    }

    /// Prints a note if the daemon stored another value than the one typed, if another value is in effect, or if the key
    /// is new.
    static func report(
        _ result: SetResult,
        instead value: JSON,
        _ connection: DaemonConnection,
        _ guards: UpdateParameters,
        _ output: Output
    ) throws(Failure) {
        let would = guards.isDryRun ? "would be " : "is "
        let key = result.key.shownWhole
        if guards.clamps, result.value.line != value.line {
            output.note(
                "tunerctl: \(key) \(would)\(ValueText.line(result.value)), the nearest legal value to \(ValueText.line(value))\n"
            )
        }
        if let effective = result.effective, let origin = result.origin {
            let reason = origin == "limited" ? "a kill switch limits it to its default" : origin.shownWhole
            output.note(
                "tunerctl: \(key) is still \(ValueText.line(effective)) (\(reason)); see: tunerctl describe \(key)\n"
            )
        }
        guard result.old == nil, result.hasChanged, let kind = FreeKind(of: result.value) else { return }
        let description = try? connection.call(plainly: API.Tunables.describe, ["key": .string(result.key)])
        guard description?["spec"] == nil else { return }
        let nearest = description?["nearest"]?.text
        let variants = connection.variants(ofFlag: result.key)
        let advice =
            variants.map { FlagForcing.advice(result.key, result.value, variants: $0) } ?? NearestName.question(nearest)
        let parts = result.key.split(separator: ".", omittingEmptySubsequences: false)
        let remark = parts.contains { $0.isEmpty } ? "; it has a period without a word on both sides" : ""
        output.note("tunerctl: \(key) \(would)a new tunable of type \(kind.type.rawValue)\(remark)\(advice)\n")
    }
}
