import CBenchmark
import FlagEngine
import JSONCore

/// A benchmark of parsing a document of many flags, and loading the flags.
enum LoadingBenchmark {
    /// The limit of a load, in times of parsing.
    private static let most = 4.0

    /// Prints the table, and returns whether a load is within its limit.
    static func run(rounds: Int, flags count: Int, judgesTime: Bool) throws -> Bool {
        let text = Array(document(count).utf8)
        var parses: [Double] = []
        var loads: [Double] = []
        for _ in 0..<rounds {
            // The results are released after the measurement.
            var tree = JSON.null
            parses.append(try milliseconds { tree = try JSON.parse(text.span) })
            precondition(tree.kind == .object, "it was parsed")
            tree = .null
            var flags = FlagSet()
            loads.append(try milliseconds { flags = try FlagSet(text.span) })
            precondition(flags.count == count, "all are there")
        }
        let ratios = zip(loads, parses).map { $0 / $1 }
        let ratio = EvaluationBenchmark.median(ratios)
        print("\n| \(count) flags, \(text.count / 1024) KiB | parse ms | load ms | times | at most |")
        print("|---|---|---|---|---|")
        print(
            "| | \(EvaluationBenchmark.shown(EvaluationBenchmark.median(parses))) "
                + "| \(EvaluationBenchmark.shown(EvaluationBenchmark.median(loads))) | \(EvaluationBenchmark.shown(ratio)) "
                + "(\(EvaluationBenchmark.shown(ratios.min() ?? 0)) to \(EvaluationBenchmark.shown(ratios.max() ?? 0))) "
                + "| \(Int(most)) |"
        )
        return !judgesTime || ratio <= most
    }

    private static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = cbenchmark_processor_time()
        try work()
        return Double(cbenchmark_processor_time() - start) / 1_000_000
    }

    /// Returns flags of four kinds in turn: without a rule, with `if`, with `fractional`, and with a shared rule.
    private static func document(_ count: Int) -> String {
        let rules = [
            "",
            #", "targeting": {"if": [{"==": [{"var": "country"}, "Switzerland"]}, "on", null]}"#,
            #", "targeting": {"fractional": [{"var": "email"}, ["on", 10], ["off", 90]]}"#,
            #", "targeting": {"if": [{"$ref": "staff"}, "on", {"sem_ver": [{"var": "version"}, ">=", "2.1.0"]}, "on", null]}"#,
        ]
        let flags = (0..<count).map { number in
            #""team\#(number % 100).feature\#(number)": {"state": "ENABLED", "variants": {"on": true, "off": false}, "#
                + #""defaultVariant": "off"\#(rules[number % rules.count])}"#
        }
        let staff = #"{"ends_with": [{"var": "email"}, "@example.com"]}"#
        return #"{"flags": {"# + flags.joined(separator: ",\n") + #"}, "$evaluators": {"staff": \#(staff)}}"#
    }
}
