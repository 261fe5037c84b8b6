import ConsoleCore
import JSONCore
import OptionCore
import TunableEngine
import TunerAPI

/// The daemon's response to the evaluation of a flag.
struct FlagEvaluation {
    /// The options of an evaluation.
    struct Settings {
        var context: [String] = []
        var type: TunableType?
        var fallback: String?
        var explains = false
        var areStrings = false
    }

    private let key: String
    private let json: JSON

    /// Evaluates a flag with the options of the command line.
    init(_ key: String, _ options: Settings, _ invocation: Invocation) throws(Failure) {
        let parameters = try FlagEvaluation.parameters(key, options)
        self.key = key
        json = try invocation.connect().call(plainly: API.Flags.evaluate, .object(parameters))
    }

    /// Prints the value, or the reason for which there is none.
    func show(explains: Bool, _ output: Output) throws(Failure) -> ExitCode {
        if output.isJSON {
            try output.print(json: json)
            return exitCode
        }
        if explains {
            try output.print(ExplanationText.text(of: json) { Color.up.paint($0, output) })
        } else if let value = json["value"] {
            try output.print(ValueText.bare(value, for: output))
        }
        if exitCode != .done { Output.writeError("\(failureMessage)\n") }
        return exitCode
    }

    private var exitCode: ExitCode {
        if json["value"] != nil { return .done }
        return json["errorCode"] == .string("FLAG_NOT_FOUND") ? .notFound : .refused
    }

    /// The reason for which there is no value: the daemon's message if there is one.
    private var failureMessage: String {
        if case .string(let sentence)? = json["errorMessage"] { return sentence.shownWhole }
        let reason = json["reason"] == .string("DISABLED") ? "it is disabled" : "it has no default variant"
        return "tunerctl: \(key.shownWhole) gives no value: \(reason); use --default to give one"
    }

    private static func parameters(_ key: String, _ options: Settings) throws(Failure) -> JSONObject {
        var parameters: JSONObject = ["key": .string(key)]
        parameters["type"] = options.type.map { .string($0.rawValue) }
        if let text = options.fallback {
            parameters["default"] =
                options.areStrings
                ? .string(text) : try OptionText.value(of: text, as: options.type, "--default", for: "flag get")
        }
        let context = ContextText.object(of: options.context, areStrings: options.areStrings)
        parameters["context"] = context.map { .object($0) }
        if options.explains { parameters["explain"] = true }
        return parameters
    }
}
