import ConsoleCore
import JSONCore
import SearchEngine
import TunerAPI

extension JobReporter {
    /// Reports the rounds of a comparison so far.
    func report(_ rounds: [MeasuredRound], _ files: (a: String, b: String)) {
        report { job in
            job.done = Int64(rounds.count)
            job.a = JobSettingRecord(files.a, rounds.map(\.a))
            job.b = JobSettingRecord(files.b, rounds.map(\.b))
        }
    }

    /// Reports the result of a comparison.
    func end(_ result: ComparisonResult) {
        let comparison = result.comparison
        end(comparison.verdict == .none ? .none : .found, ComparisonText(result).verdict) { job in
            (job.low, job.high) = (comparison.interval.lowerBound, comparison.interval.upperBound)
        }
    }
}

extension JobSettingRecord {
    fileprivate init(_ file: String, _ numbers: [Double]) {
        self.init()
        name = file == "-" ? "standard input" : file.shownWhole
        median = numbers.isEmpty ? nil : Median(numbers).value
        points = numbers.suffix(JobRecord.maxPoints)
    }
}
