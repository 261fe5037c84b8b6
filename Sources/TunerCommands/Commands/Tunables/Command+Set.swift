import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

extension Command {
    static let set = Command(
        "set",
        API.Tunables.set.summary,
        Arguments(usage: "KEY VALUE", first: "KEY", least: 2, most: 2),
        details: """
            VALUE is read as the key's declaration says: on is true for a boolean, 12 a text for a string. For a key that nobody
            declared a JSON value is that value, and anything else a text. A value that begins with - stands behind --, unless it
            is a number. Nothing is printed; a key that this creates is told on standard error.
            """,
        settings: ValueOptions(),
        options: ValueOptions.all,
        examples: ["tunerctl set ui.cornerRadius 18", "tunerctl set ui.cornerRadius 40 --for 60"]
    ) { (invocation, options, output) throws(Failure) in
        let guards = options.parameters
        let key = try invocation.arguments[0]
        var texts = TypedTexts([(key, try invocation.arguments[1])], areStrings: options.areStrings)
        var parameters: JSONObject = ["key": .string(key)]
        if guards.clamps { parameters["clamp"] = true }
        if guards.isDryRun { parameters["dryRun"] = true }
        if !guards.creates { parameters["create"] = false }
        parameters["ifRevision"] = guards.ifRevision.map { .integer($0) }
        parameters["for"] = guards.duration.map { .double($0) }
        let connection = try invocation.connect()
        let answer = try texts.send(on: connection) { (values) throws(Failure) in
            parameters["value"] = values[key]
            return try connection.call(plainly: API.Tunables.set, .object(parameters))
        }
        let isNew = answer["old"] == nil && answer["changed"] == true
        if guards.clamps || guards.isDryRun || isNew {
            let result: SetResult = try connection.read(answer)
            try tell(result, instead: parameters["value"] ?? .null, connection, guards)
            if guards.isDryRun, !output.isJSON {
                try output.print("\(ChangeText.line(result))\n")
            }
        }
        return try output.print(answer, else: "")
    }

    /// Prints a note if the daemon stored another value than the one typed, or if the key is new.
    static func tell(
        _ result: SetResult,
        instead value: JSON,
        _ connection: DaemonConnection,
        _ guards: UpdateParameters
    ) throws(Failure) {
        let would = guards.isDryRun ? "would be " : "is "
        if guards.clamps, result.value.line != value.line {
            Output.complain(
                "tunerctl: \(result.key.shownWhole) \(would)\(ValueText.line(result.value)), the nearest legal value to "
                    + "\(ValueText.line(value))\n"
            )
        }
        guard result.old == nil, result.hasChanged, let kind = FreeKind(of: result.value),
            try !KeyType.isDeclared(result.key, connection)
        else { return }
        let key = result.key.shownWhole
        let isFlag = try connection.isFlag(result.key)
        let advice = isFlag ? "; the flag of that name is set by: tunerctl flag set \(key)" : ""
        Output.complain("tunerctl: \(key) \(would)new, \(kind.type.words) from now on\(advice)\n")
    }
}
