import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunableEngine
import TunerAPI

extension Command {
    static let declare = Command(
        "declare",
        API.Tunables.declare.summary,
        Arguments("KEY [JSON] | --file FILE", least: 0, most: 2),
        shell: .repeatable,
        details: """
            A declaration is made of options, or is one JSON object with the words of JSON Schema. FILE is a JSON object
            of keys and declarations, or the output of export, whose values are ignored; - is standard input.

            Numbers whose --unit is ms, s, min, h or d can be typed as durations: 500ms, 2s, 5min, 1h30min. So can the
            texts of --format duration: 90s is stored as PT1M30S.
            """,
        settings: DeclareOptions(),
        options: [
            .word("--type", TunableType.self, "the type of the values") { $0.type = $1 }, .fallback(\.fallback),
            limit("--min", .minimum, "the smallest value"), limit("--max", .maximum, "the largest value"),
            limit("--step", .step, "the distance between two values"),
            .word("--scale", NumberScale.self, "linear or log: the scale that sweep and optimize use for the number") {
                $0.spec[SpecWord.scale.rawValue] = .string($1.rawValue)
            },
            Option("--enum", "VALUE", "a value", "an allowed value; may be repeated") {
                $0.allowed.append($1)
                return true
            },
            .text("--pattern", "REGEX", "strings must match REGEX") { $0.spec["pattern"] = .string($1) },
            .text("--format", "NAME", "the format of strings: color or duration") { $0.spec["format"] = .string($1) },
            .text("--unit", "UNIT", "the unit of numbers") { $0.spec["unit"] = .string($1) },
            .text("--title", "TEXT", "a title for people") { $0.spec["title"] = .string($1) },
            .text("--description", "TEXT", "a description for people") { $0.spec["description"] = .string($1) },
            .text("--group", "NAME", "the heading of the key in lists") { $0.spec["group"] = .string($1) },
            .text("--tag", "WORD", "a word to find the key by; may be repeated") {
                $0.spec["tags"] = .array(($0.spec["tags"]?.elements ?? []) + [.string($1)])
            },
            Option("--secret", "hide the values in lists, in the history, in logs and in errors; get prints them") {
                $0.spec["x-secret"] = true
            },
            Option("--replace", "replace a different declaration") { $0.parameters.replaces = true },
            .path("--file", "FILE", "read declarations from FILE; - is standard input") { $0.file = $1 },
        ],
        examples: [
            "tunerctl declare ui.cornerRadius --type number --default 12 --min 0 --max 40",
            "tunerctl declare api.token --type string --secret",
            "tunerctl declare --file specs.json",
        ]
    ) { (invocation, options, output) throws(Failure) in
        let words = try invocation.arguments
        switch (words.first, options.file) {
        case (nil, let file?):
            let object = try InputFile(file, for: "declare").object
            let parts = ExportedParts(object)
            options.parameters.specs = parts.specs.isEmpty ? object : parts.specs
        case (let key?, nil):
            options.parameters.key = key
            options.parameters.spec = try options.spec(words.dropFirst().first)
        case (nil, nil): throw .usage(UsageError(.missingArgument("KEY"), command: "declare"))
        case (_?, _?): throw .usage(UsageError(.twoSpecs, command: "declare"))
        }
        do throws(Failure) {
            let response = try invocation.connect().call(API.Tunables.declare, options.parameters)
            for value in response.result.invalid ?? [] {
                let remedy = "to remove it, type: tunerctl reset \(value.key.shellWord.shownWhole)"
                output.note("tunerctl: the stored value is not used: \(value.message); \(remedy)\n")
            }
            return try output.print(response.json, else: output.isTerminal ? options.line(response.result) : "")
        } catch .refused(let error) where error.data["client"] != nil {
            output.note("tunerctl: to change a declaration, add --replace\n")
            throw .refused(error)
        }
    }

    /// Returns an option with a number or, for a unit of time, a duration.
    private static func limit(_ name: String, _ keyword: SpecWord, _ summary: String) -> Option<DeclareOptions> {
        Option(name, "NUMBER", "a number", summary) {
            $0.limits.removeAll { $0.keyword == keyword }
            $0.limits.append((name, keyword, $1))
            return true
        }
    }
}

private struct DeclareOptions {
    var type: TunableType?
    /// The default as typed.
    var fallback: String?
    /// The limits as typed, with their options.
    var limits: [(option: String, keyword: SpecWord, text: String)] = []
    /// The keywords of the declaration that do not depend on its type.
    var spec = JSONObject()
    /// The allowed values as typed.
    var allowed: [String] = []
    var file: String?
    var parameters = DeclareParameters()

    /// Returns the line for a terminal: "ui.scale: declared" or "3 tunables: declared".
    func line(_ result: DeclareResult) -> String {
        let subject = parameters.key?.shownWhole ?? CountText.of(parameters.specs?.count ?? 0, "tunable")
        return "\(subject): \(result.hasChanged ? "declared" : "declared already")\n"
    }

    /// Returns the declaration from a JSON text, or from the options if `text` is nil.
    func spec(_ text: String?) throws(Failure) -> JSONObject {
        guard let text else {
            guard let type else { throw .usage(UsageError(.noSpec, command: "declare")) }
            return try spec(type)
        }
        guard type == nil, fallback == nil, limits.isEmpty, spec.isEmpty, allowed.isEmpty else {
            throw .usage(UsageError(.twoSpecs, command: "declare"))
        }
        let value: JSON
        do {
            value = try JSON.parse(text)
        } catch {
            let (line, column) = error.position(in: text.utf8.span)
            let fault = InputFile.Fault.noJSON(error, line: line, column: column)
            throw .usage(UsageError(.file("the declaration", fault), command: "declare"))
        }
        guard case .object(let object) = value else { throw .usage(UsageError(.noSpec, command: "declare")) }
        return object
    }

    private func spec(_ type: TunableType) throws(Failure) -> JSONObject {
        var whole: JSONObject = ["type": .string(type.rawValue)]
        if let text = fallback {
            whole["default"] = try value(of: text, type, "--default")
        }
        for limit in limits {
            // The daemon refuses a limit that does not fit the type.
            whole[limit.keyword.rawValue] = try value(of: limit.text, .number, limit.option)
        }
        for member in spec.members { whole[member.name] = member.value }
        if !allowed.isEmpty {
            var values: [JSON] = []
            for text in allowed {
                values.append(try value(of: text, type, "--enum"))
            }
            whole["enum"] = .array(values)
        }
        return whole
    }

    /// Returns the value of an option's text, which can be a time if the unit or the format of the key is one.
    private func value(of text: String, _ type: TunableType, _ option: String) throws(Failure) -> JSON {
        let format = spec["format"]?.text.flatMap(ValueFormat.init)
        let unit = spec["unit"]?.text
        do throws(Failure) {
            return try OptionText.value(of: text, for: type, unit: unit, format: format, option, "declare")
        } catch {
            guard spec["x-secret"] == true else { throw error }
            let sentence = "\(option) must be \(type.words); the refused value is hidden"
            throw .usage(UsageError(.text(sentence), command: "declare"))
        }
    }
}
