import ConsoleCore
import JSONCore
import OptionCore
import SystemCore
import TunerAPI

/// Reports what a command measures to the daemon, which shows it to other clients.
///
/// A report has no response. So a daemon that does not know the method, or that has ended, changes nothing for the command.
final class JobReporter {
    private let connection: DaemonConnection
    private var job = JobRecord()

    /// Creates a reporter on a connection that the command has already.
    init(_ kind: JobKind, _ title: String, metric: RawText? = nil, total: Int? = nil, on connection: DaemonConnection) {
        self.connection = connection
        (job.kind, job.title, job.state) = (kind.rawValue, title.shownWhole, JobState.running.rawValue)
        (job.metric, job.total) = (metric?.path.shownWhole, total.map(Int64.init))
    }

    /// Reports the job after a change.
    func report(_ change: (inout JobRecord) -> Void) {
        change(&job)
        connection.notify(API.Jobs.report, job)
    }

    /// Reports the result.
    func end(_ state: JobState, _ sentence: String, _ change: (inout JobRecord) -> Void = { _ in }) {
        report { job in
            (job.state, job.message) = (state.rawValue, sentence)
            change(&job)
        }
    }

    /// Returns the first line of a sentence, without the announcement of a command's output, which is in the next lines.
    private static func withoutOutput(_ sentence: String) -> String {
        let line = String(sentence.split(separator: "\n").first ?? "")
        let announcement = "; its output ends with:"
        return line.hasSuffix(announcement) ? String(line.dropLast(announcement.count)) : line
    }

    /// Runs the job, and reports that it begins, or that it has failed.
    func follow<Result>(_ run: () throws(Failure) -> Result) throws(Failure) -> Result {
        report { _ in }
        do throws(Failure) {
            return try run()
        } catch {
            if case .interrupted = error {
                end(.stopped, "A signal has stopped the command.")
            } else {
                end(.failed, JobReporter.withoutOutput(error.sentence))
            }
            throw error
        }
    }
}

@available(*, unavailable)
extension JobReporter: Sendable {}

extension JobRecord {
    /// Stores numbers for the chart: the last ones.
    mutating func chart(_ numbers: [Double]) { points = numbers.suffix(JobRecord.maxPoints) }

    /// Stores values, unless they are too many or too large for a report.
    mutating func store(_ values: JSONObject) {
        let size = JSONText.compact(.object(values)).utf8.count
        let fits = values.count <= JobRecord.maxValues && size <= JobRecord.maxValueBytes
        self.values = fits ? values : nil
    }
}
