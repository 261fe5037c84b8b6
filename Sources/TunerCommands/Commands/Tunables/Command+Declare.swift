import JSONCore
import OptionCore
import TunableEngine
import TunerAPI

extension Command {
    /// What keys may be.
    static let declare = Command(
        "declare",
        API.Tunables.declare.summary,
        Arguments(usage: "KEY [JSON] | --file FILE", first: "KEY", least: 0, most: 2),
        details: """
            The declaration is made of options, or is one JSON object with the words of JSON Schema. FILE is a JSON object of keys
            and their declarations, or what export prints, whose values are left alone; - is standard input.
            """,
        options: [
            .type, .fallback, .number("--min", as: "minimum", "the least value"),
            .number("--max", as: "maximum", "the greatest value"),
            .number("--step", as: "step", "what lies between neighbours"),
            Option("--enum", "VALUE", "a value", "a value that is allowed; may be repeated") {
                $0.allowed.append($1)
                return true
            },
            .word("--pattern", "REGEX", as: "pattern", "what texts must match"),
            .word("--format", "NAME", as: "format", "color or duration"),
            .word("--unit", "UNIT", as: "unit", "what numbers count"),
            .word("--title", "TEXT", as: "title", "a name for people"),
            .word("--description", "TEXT", as: "description", "what it is for"),
            .word("--group", "NAME", as: "group", "what it belongs to"), .replace, .file,
        ],
        examples: [
            "tunerctl declare ui.cornerRadius --type number --default 12 --min 0 --max 40",
            "tunerctl declare --file specs.json",
        ]
    ) { (invocation, output) throws(Failure) in
        var parameters = DeclareParameters()
        parameters.replaces = invocation.options.replaces
        let words = try invocation.arguments
        switch (words.first, invocation.options.file) {
        case (nil, let file?):
            let object = try InputFile(file, for: "declare").object
            let parts = ExportedParts(object)
            parameters.specs = parts.specs.isEmpty ? object : parts.specs
        case (let key?, nil):
            parameters.key = key
            parameters.spec = try spec(words.dropFirst().first, invocation.options)
        case (nil, nil): throw .usage(UsageError(.missingArgument("KEY"), command: "declare"))
        case (_?, _?): throw .usage(UsageError(.twoSpecs, command: "declare"))
        }
        let answer = try invocation.connect().call(API.Tunables.declare, parameters)
        try output.print(answer.json, else: "")
        return .done
    }

    /// A declaration, from JSON or from options.
    static func spec(_ text: String?, _ options: Options) throws(Failure) -> JSONObject {
        let hasOptions =
            options.type != nil || options.fallback != nil || !options.spec.isEmpty || !options.allowed.isEmpty
        guard let text else {
            guard let type = options.type else { throw .usage(UsageError(.noSpec, command: "declare")) }
            return try spec(type, options)
        }
        guard !hasOptions else { throw .usage(UsageError(.twoSpecs, command: "declare")) }
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

    private static func spec(_ type: TunableType, _ options: Options) throws(Failure) -> JSONObject {
        var spec: JSONObject = ["type": .string(type.rawValue)]
        if let text = options.fallback {
            spec["default"] = try OptionText.value(of: text, as: type, "--default", for: "declare")
        }
        for member in options.spec.members { spec[member.name] = member.value }
        if !options.allowed.isEmpty {
            var values: [JSON] = []
            for text in options.allowed {
                values.append(try OptionText.value(of: text, as: type, "--enum", for: "declare"))
            }
            spec["enum"] = .array(values)
        }
        return spec
    }
}
