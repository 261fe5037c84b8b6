import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension JobReporter {
    /// Reports the measured points of a sweep so far, in the order of the grid.
    func report(_ points: [SweptPoint], done: Int) {
        report { job in
            job.done = Int64(done)
            job.chart(points.compactMap(\.median))
        }
    }

    /// Reports the result of a sweep.
    func end(_ result: SweepResult) {
        let ends = [("lowest", result.lowest), ("highest", result.highest)].compactMap { name, index in
            index.map { "\(name) with \(result.points[$0].values.words): \(result.points[$0].medianText)" }
        }
        end(.found, "The median is \(ListText.of(ends, last: "and")).")
    }
}

extension SweptPoint {
    fileprivate var medianText: String { median.map(MeasureText.value) ?? "failed" }
}
