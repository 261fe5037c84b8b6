import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods about the jobs that programs run: `jobs.report` and `jobs.list`.
struct JobService {
    let jobs: Jobs
    let notifications: JobNotifications
    let states: StateVersions

    /// The largest number of running jobs in a result.
    private static let maxRunning = 32

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Jobs.report) { [self] (job, caller) throws(RPCError) in
            let job = try job.checked()
            try jobs.replace(job, taking: job.memory, caller, at: states.now)
            notifications.noteChange()
            return true
        }
        methods.add(API.Jobs.list) { [jobs, states] _, caller in
            var result = JobListResult()
            let (state, filter) = (states.committed, SecretFilter(states.committed, for: caller))
            result.jobs = jobs.listed(atMost: JobService.maxRunning).map { job in
                filter.showsAll ? job : job.hidingValues { filter.hides($0.utf8.span, in: state) }
            }
            result.more = jobs.runningCount > JobService.maxRunning ? true : nil
            return result
        }
    }
}

extension ListedJob {
    /// Returns the job with marks in place of the values of hidden keys.
    fileprivate func hidingValues(of isHidden: (String) -> Bool) -> ListedJob {
        var shown = self
        for member in job.values?.members ?? [] where isHidden(member.name) {
            shown.job.values?[member.name] = .secretMark
        }
        return shown
    }
}

extension JobRecord {
    /// The memory of a job without its numbers and values.
    private static let memoryOfEach = 4_096
    /// The most bytes of memory for a byte of a value, such as an array of digits.
    private static let memoryOfByte = 16

    /// The bytes of memory that the report uses, or somewhat more.
    fileprivate var memory: Int {
        let numbers = points.count + (a?.points.count ?? 0) + (b?.points.count ?? 0)
        let text = values.map(JobRecord.size) ?? 0
        return JobRecord.memoryOfEach + numbers * MemoryLayout<Double>.size + text * JobRecord.memoryOfByte
    }

    /// Returns the report with shortened texts; throws if it is not valid.
    fileprivate func checked() throws(RPCError) -> JobRecord {
        guard JobKind(rawValue: kind) != nil else {
            throw RPCError(parameter: "kind", kind, isNot: JobKind.allCases.map(\.rawValue))
        }
        guard JobState(rawValue: state) != nil else {
            throw RPCError(parameter: "state", state, isNot: JobState.allCases.map(\.rawValue))
        }
        guard done >= 0 else { throw RPCError(parameter: "done", "done must be 0 or more, got \(done)") }
        if let total, total < 1 { throw RPCError(parameter: "total", "total must be 1 or more, got \(total)") }
        try JobRecord.check("points", points)
        try JobRecord.check("a", a?.points ?? [])
        try JobRecord.check("b", b?.points ?? [])
        try checkValues()
        var job = self
        (job.title, job.metric, job.message) = (title.shortened, metric?.shortened, message?.shortened)
        job.a?.name.shorten()
        job.b?.name.shorten()
        return job
    }

    private static func check(_ parameter: StaticString, _ points: [Double]) throws(RPCError) {
        guard points.count > maxPoints else { return }
        let sentence = "points may have at most \(maxPoints) numbers, got \(points.count)"
        throw RPCError(limit: "points", maxPoints, parameter: parameter, sentence)
    }

    private func checkValues() throws(RPCError) {
        guard let values else { return }
        guard values.count <= JobRecord.maxValues else {
            let sentence = "values may have at most \(JobRecord.maxValues) keys, got \(values.count)"
            throw RPCError(limit: "values", JobRecord.maxValues, parameter: "values", sentence)
        }
        let size = JobRecord.size(of: values)
        guard size <= JobRecord.maxValueBytes else {
            let sentence = "values may have at most \(JobRecord.maxValueBytes) bytes, got \(size)"
            throw RPCError(limit: "values", JobRecord.maxValueBytes, parameter: "values", bytes: size, sentence)
        }
        for member in values.members { _ = try Key(parameter: "values", member.name) }
    }

    private static func size(of values: JSONObject) -> Int {
        (try? JSON.object(values).written().utf8.count) ?? .max
    }
}

extension String {
    fileprivate mutating func shorten() { self = shortened }
}
