import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunerAPI

private struct StewOptions {
    var parameters = JSONObject()
    var weight: String?
    var context: [String] = []
    /// The unit to remember; null removes it.
    var preferredUnits: JSON?
    var isLast = false
    var isVerbose = false
    var watches = false
}

extension Command {
    static let stew = Command(
        "stew",
        API.Stew.compute.summary,
        details: """
            Prints how long and how hot to stew, the steps of the computation, and tips if the flag ui.showAdvancedTips is
            on. To a pipe, prints one line, unless --verbose is given. Without --weight, --varietal and --style, the inputs
            are those of the last plan, or 28 oz of crushed Roma. WEIGHT is a number of ounces, or ends with oz, lb, g or
            kg.

            The daemon stores the unit of --prefer, and uses it for every user who does not give --units. --last prints the
            last plan of any user, and exits with 3 if there is none.

            With --watch, the command prints the plan again whenever flags, constants or the preferred unit change it.
            If the daemon stops, the command prints a message and waits for it.

            The constants are tunables: tunerctl list 'stew.*'. Flags choose the model (algo.reductionModel: v1 or v2),
            the tips, and the default unit (units.defaultCelsius): tunerctl help flag.
            """,
        settings: StewOptions(),
        options: [
            .parsed(
                "--weight",
                "WEIGHT",
                WeightText.expectation,
                "the weight, such as 28oz, 2lb, 800g or 1.2kg",
                { text in WeightText.ounces(in: text).map { (text, $0) } },
                { ($0.weight, $0.parameters["weightOz"]) = ($1.0, .plain($1.1)) }
            ),
            .text("--varietal", "roma|sanMarzano|cherry|genovese|beefsteak|plum", "the variety of tomato") {
                $0.parameters["varietal"] = .string($1)
            },
            .text("--style", "crushed|diced|wholePeeled|stewed", "the preparation") {
                $0.parameters["style"] = .string($1)
            },
            .text("--units", "F|C", "print heat in this unit first") { $0.parameters["units"] = .string($1) },
            Option("--prefer", among: ["F", "C", "none"], "use this unit from now on without --units; none removes it")
            {
                $0.preferredUnits = $1 == "none" ? .null : .string($1)
            },
            .context(\.context),
            Option("--last", "print the last plan") { $0.isLast = true },
            Option("--verbose", "print the steps of the computation and the tips, also to a pipe") {
                $0.isVerbose = true
            },
            Option("--watch", "print each plan that changes") { $0.watches = true },
        ],
        examples: ["tunerctl stew --weight 800g --varietal cherry", "tunerctl stew --watch"]
    ) { (invocation, options, output) throws(Failure) in
        if let units = options.preferredUnits {
            _ = try invocation.connect().call(plainly: API.Stew.prefer, ["units": units])
        }
        var parameters = options.parameters
        if !options.isLast, !inputNames.contains(where: { parameters[$0] != nil }) {
            let last = try invocation.connect().call(plainly: API.Stew.last, [:])
            for name in inputNames {
                parameters[name] = last["inputs"]?[name]
            }
        }
        parameters["context"] = ContextText.object(of: options.context).map { .object($0) }
        let isVerbose = options.isVerbose
        if options.watches {
            var last = ""
            try inWordsTyped(options.weight) { () throws(Failure) in
                try ChangeWatch.run(WatchedStew(parameters), invocation, output) { change in
                    let plan = change.change.value ?? .null
                    let text =
                        output.isJSON
                        ? "\(JSONText.compact(plan).escapedForTerminals)\n"
                        : StewText.text(of: plan, output, isVerbose: isVerbose)
                    // A plan can change in parts that the short line does not have.
                    defer { last = text }
                    return text == last ? "" : text
                }
            }
        }
        let connection = try invocation.connect()
        let plan = try inWordsTyped(options.weight) { () throws(Failure) in
            options.isLast
                ? try connection.call(plainly: API.Stew.last, [:])
                : try connection.call(plainly: API.Stew.compute, .object(parameters))
        }
        guard plan != .null else {
            output.note("tunerctl: there is no plan yet; try: tunerctl stew\n")
            return .notFound
        }
        return try output.print(plan, else: StewText.text(of: plan, output, isVerbose: isVerbose))
    }

    /// The parameters that are inputs of the plan.
    private static let inputNames = ["weightOz", "varietal", "style"]

    /// Performs requests; in the daemon's error, names the option instead of the parameter, and quotes the typed weight.
    private static func inWordsTyped<Result>(
        _ weight: String?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try body()
        } catch .refused(let error) {
            let parameter = error.data["parameter"]?.text ?? ""
            var message = error.message
            if parameter == "weightOz", let weight, let least = error.data["minimum"], let most = error.data["maximum"]
            {
                let range = "from \(JSONText.compact(least)) to \(JSONText.compact(most)) ounces"
                message = "--weight must be \(range), got \(weight)"
            } else if ["varietal", "style", "units"].contains(parameter), message.hasPrefix("\(parameter) ") {
                message = "--\(message)"
            }
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }
}
