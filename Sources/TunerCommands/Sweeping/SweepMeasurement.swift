import JSONCore
import SearchEngine

/// Measures all points of a sweep, each as often as wanted.
struct SweepMeasurement {
    let measurements: WorldMeasurements
    let repeats: Int
    let seed: UInt64
    let progress: ProgressLine
    let job: JobReporter
    let global: GlobalOptions

    /// Returns the points with their measurements.
    ///
    /// Each round measures every point once, in another random order. So a slow change of the machine affects all alike.
    func run(_ points: [JSONObject]) throws(Failure) -> [SweptPoint] {
        var swept = points.map(SweptPoint.init)
        let order = order(of: swept.count)
        defer { progress.remove() }
        var (started, ended) = (0, 0)
        while ended < order.count {
            while started < order.count, measurements.hasFreeWorld {
                try measurements.start(started, swept[order[started]].values)
                started += 1
            }
            let last = ended == 0 ? nil : swept[order[ended - 1]].numbers.last
            progress.show("\(ended) of \(order.count)\(last.map { ", last: \(MeasureText.value($0))" } ?? "")")
            let (number, outcome) = try measurements.next()
            take(outcome, for: &swept[order[number]])
            ended += 1
            job.report(swept, done: ended)
        }
        try checkNumbers(of: swept)
        return swept
    }

    private func order(of count: Int) -> [Int] {
        var random = SeededRandom(seed: seed)
        return (0..<repeats).flatMap { _ in
            var round = Array(0..<count)
            random.shuffle(&round)
            return round
        }
    }

    private func take(_ outcome: Measurement.Outcome, for point: inout SweptPoint) {
        switch outcome {
        case .measured(let number): point.numbers.append(number)
        case .refused: preconditionFailure("a sweep has no guard")
        case .failed(let fault):
            if point.fault == nil {
                progress.remove()
                global.note("tunerctl: \(point.values.words): \(fault.description)\n")
            }
            point.fault = fault
        }
    }

    /// Throws if no point has a number.
    private func checkNumbers(of points: [SweptPoint]) throws(Failure) {
        guard points.allSatisfy(\.numbers.isEmpty), let point = points.first, let fault = point.fault else { return }
        throw .noMeasurement("no point has a number; the first one, \(point.values.words)", fault)
    }
}
