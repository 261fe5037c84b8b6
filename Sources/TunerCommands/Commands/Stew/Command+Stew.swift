import JSONCore
import OptionCore
import RPCCore
import TunerAPI

extension Command {
    /// How to stew tomatoes.
    static let stew = Command(
        "stew",
        API.Stew.compute.summary,
        details: """
            A person gets a plan: how long, how hot, why, and tips where the flag ui.showAdvancedTips is on; a pipe gets one line.
            Without options it is a large can of crushed Roma. WEIGHT is a number of ounces, or ends with oz, lb, g or kg.
            --prefer is remembered, for everybody who does not say --units. --last tells what was asked for last, by anybody, and
            ends with 3 before there is anything.

            With --watch it goes on, and shows each plan that flags, constants or a preferred unit make of it. When the daemon
            goes, it says so, waits until it is back, and shows the plan if that is another one then. The constants are tunables:
            tunerctl list 'stew.*'. Flags choose the model (algo.reductionModel: v1 or v2), the tips, and the unit where nobody else
            does (units.defaultCelsius): tunerctl help flag.
            """,
        options: [
            .weight, .varietal, .style, .units, .prefer, .context,
            Option("--last", "the plan that was made last") { $0.isLast = true },
            Option("--watch", "goes on: a plan whenever it becomes another one") { $0.watches = true },
        ],
        examples: ["tunerctl stew --weight 800g --varietal cherry", "tunerctl stew --watch"]
    ) { (invocation, output) throws(Failure) in
        if let units = invocation.options.preferredUnits {
            _ = try invocation.connect().call(plainly: API.Stew.prefer, ["units": units])
        }
        let parameters = StewText.parameters(of: invocation.options)
        if invocation.options.watches {
            let isJSON = output.isJSON
            try ChangeWatch.run(WatchedStew(parameters), invocation, output) { change in
                let plan = change.change.value ?? .null
                return isJSON
                    ? "\(JSONText.compact(plan).escapedForTerminals)\n" : StewText.text(of: plan, output)
            }
        }
        let connection = try invocation.connect()
        let plan: JSON
        do throws(Failure) {
            plan =
                invocation.options.isLast
                ? try connection.call(plainly: API.Stew.last, [:])
                : try connection.call(plainly: API.Stew.compute, .object(parameters))
        } catch .refused(let error) {
            throw .refused(inWordsTyped(error, invocation.options))
        }
        guard plan != .null else {
            Output.complain("tunerctl: nothing was stewed yet; try: tunerctl stew\n")
            return .notFound
        }
        try output.print(plan, else: StewText.text(of: plan, output))
        return .done
    }

    /// A weight that was typed in another unit is told in ounces by nobody who would know it again.
    private static func inWordsTyped(_ error: RemoteError, _ options: Options) -> RemoteError {
        guard error.data["parameter"] == "weightOz", let weight = options.weight, Double(weight) == nil,
            let least = error.data["minimum"], let most = error.data["maximum"]
        else { return error }
        let range = "from \(JSONText.compact(least)) to \(JSONText.compact(most)) ounces"
        return RemoteError(code: error.code, message: "--weight must be \(range), got \(weight)", data: error.data)
    }
}
