import CAllocations
import CBenchmark
import FlagEngine
import JSONCore

/// A benchmark of evaluations, and of look-ups in a dictionary of the standard library, in turn in each round.
enum EvaluationBenchmark {
    /// Prints the table, and returns whether everything is within its limits; a short run checks only allocations.
    static func run(rounds: Int, evaluations: Int, judgesTime: Bool) throws -> Bool {
        let flags = try FlagSet(Array(MeasuredFlag.document.utf8).span)
        let dictionary = Dictionary(uniqueKeysWithValues: flags.definitions.map { ($0.key.text, $0) })
        let context = try MeasuredFlag.context()
        var isGood = true
        print("| a flag | look-up ns | evaluation ns | times | at most | allocations |")
        print("|---|---|---|---|---|---|")
        for flag in MeasuredFlag.all {
            var lookups: [Double] = []
            var times: [Double] = []
            for _ in 0..<rounds {
                lookups.append(nanoseconds(evaluations) { dictionary[flag.key.text] == nil ? 0 : 1 })
                times.append(
                    nanoseconds(evaluations) { flags.evaluate(flag.key, in: context).value == nil ? 0 : 1 }
                )
            }
            let before = callocations_count()
            _ = flags.evaluate(flag.key, in: context)
            let allocations = callocations_count() - before
            let ratios = zip(times, lookups).map { $0 / $1 }
            let ratio = median(ratios)
            print(
                "| \(flag.name) | \(shown(median(lookups))) | \(shown(median(times))) | \(shown(ratio)) "
                    + "(\(shown(ratios.min() ?? 0)) to \(shown(ratios.max() ?? 0))) | \(Int(flag.maxLookups)) "
                    + "| \(allocations) |"
            )
            isGood = isGood && allocations <= flag.maxAllocations && (!judgesTime || ratio <= flag.maxLookups)
        }
        return isGood
    }

    private static func nanoseconds(_ count: Int, _ work: () -> Int) -> Double {
        let start = cbenchmark_processor_time()
        var sum = 0
        for _ in 0..<count {
            sum &+= work()
        }
        precondition(sum == count, "all was there")
        return Double(cbenchmark_processor_time() - start) / Double(count)
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    static func shown(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
