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
            Print how long and how hot to stew, the steps of the computation, and tips if the flag ui.showAdvancedTips is on. To
            a pipe, print one line, unless there is --verbose. Without --weight, --varietal and --style, the inputs are those of
            the last plan, or 28 oz of crushed Roma. WEIGHT is a number of ounces, or ends with oz, lb, g or kg.
            --prefer is remembered, for everybody who does not say --units. --last tells what was asked for last, by anybody, and
            ends with 3 before there is anything.

            With --watch it goes on, and shows each plan that flags, constants or a preferred unit make of it. When the daemon
            goes, it says so, waits until it is back, and shows the plan if that is another one then. The constants are tunables:
            tunerctl list 'stew.*'. Flags choose the model (algo.reductionModel: v1 or v2), the tips, and the unit where nobody else
            does (units.defaultCelsius): tunerctl help flag.
            """,
        settings: StewOptions(),
        options: [
            .parsed(
                "--weight",
                "WEIGHT",
                WeightText.expectation,
                "how much: 28oz, 2lb, 800g or 1.2kg",
                { text in WeightText.ounces(in: text).map { (text, $0) } },
                { ($0.weight, $0.parameters["weightOz"]) = ($1.0, .plain($1.1)) }
            ),
            .text("--varietal", "roma|sanMarzano|cherry|genovese|beefsteak|plum", "what sort of tomato") {
                $0.parameters["varietal"] = .string($1)
            },
            .text("--style", "crushed|diced|wholePeeled|stewed", "what was done to it") {
                $0.parameters["style"] = .string($1)
            },
            .text("--units", "F|C", "in which unit heat is shown first") { $0.parameters["units"] = .string($1) },
            Option("--prefer", among: ["F", "C", "none"], "the same from now on, wherever --units does not say") {
                $0.preferredUnits = $1 == "none" ? .null : .string($1)
            },
            .context(\.context),
            Option("--last", "the plan that was made last") { $0.isLast = true },
            Option("--verbose", "print the steps of the computation and the tips, also to a pipe") {
                $0.isVerbose = true
            },
            Option("--watch", "goes on: a plan whenever it becomes another one") { $0.watches = true },
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
            try ChangeWatch.run(WatchedStew(parameters), invocation, output) { change in
                let plan = change.change.value ?? .null
                return output.isJSON
                    ? "\(JSONText.compact(plan).escapedForTerminals)\n"
                    : StewText.text(of: plan, output, isVerbose: isVerbose)
            }
        }
        let connection = try invocation.connect()
        let plan: JSON
        do throws(Failure) {
            plan =
                options.isLast
                ? try connection.call(plainly: API.Stew.last, [:])
                : try connection.call(plainly: API.Stew.compute, .object(parameters))
        } catch .refused(let error) {
            throw .refused(inWordsTyped(error, options.weight))
        }
        guard plan != .null else {
            output.note("tunerctl: nothing was stewed yet; try: tunerctl stew\n")
            return .notFound
        }
        return try output.print(plan, else: StewText.text(of: plan, output, isVerbose: isVerbose))
    }

    /// The parameters that are inputs of the plan.
    private static let inputNames = ["weightOz", "varietal", "style"]

    /// Replaces the range in the daemon's error if the weight was typed with a unit: the daemon received ounces.
    private static func inWordsTyped(_ error: RemoteError, _ weight: String?) -> RemoteError {
        guard error.data["parameter"] == "weightOz", let weight, Double(weight) == nil,
            let least = error.data["minimum"], let most = error.data["maximum"]
        else { return error }
        let range = "from \(JSONText.compact(least)) to \(JSONText.compact(most)) ounces"
        return RemoteError(code: error.code, message: "--weight must be \(range), got \(weight)", data: error.data)
    }
}
