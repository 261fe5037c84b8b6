package import JSONCore

/// A job, as its program reports it.
package struct JobRecord: JSONRecord, Equatable {
    /// The limits of the numbers in a list, of the values, and of the bytes of the values as JSON.
    package static let (maxPoints, maxValues, maxValueBytes) = (200, 256, 16_384)

    package static let fields = JSONFieldTable<JobRecord>([
        .required("kind", \.kind, "The kind of job: optimize, sweep, compare or bisect."),
        .required(
            "title",
            \.title,
            "What the job is about, such as the keys of a search or the files of a comparison."
        ),
        .required(
            "state",
            \.state,
            "running; or, in the last report: found, none for a job that has found nothing, stopped or failed."
        ),
        .defaulted("done", \.done, "The number of finished measurements or runs."),
        .optional("total", \.total, "The number of measurements or runs of the whole job, if it is known."),
        .optional("metric", \.metric, "The command that prints the measured number."),
        .optional("before", \.before, "The number of the present values."),
        .optional("best", \.best, "The best number so far."),
        .optional("values", \.values, "The values with the best number, by key; at most 256, and 16384 bytes.")
            .bounded(.values),
        .defaulted("points", \.points, "Numbers for a chart, such as the last measured ones; at most 200."),
        .optional("a", \.a, "The first setting of a comparison."),
        .optional("b", \.b, "The second setting of a comparison."),
        .optional("low", \.low, "The low end of the 95 % interval: of the gain, or of B minus A in a comparison."),
        .optional("high", \.high, "The high end of that interval."),
        .optional("message", \.message, "The progress or the result in one sentence, for people."),
    ])

    package var kind = ""
    package var title = ""
    package var state = ""
    package var done: Int64 = 0
    package var total: Int64?
    package var metric: String?
    package var before: Double?
    package var best: Double?
    package var values: JSONObject?
    package var points: [Double] = []
    package var a: JobSettingRecord?
    package var b: JobSettingRecord?
    package var low: Double?
    package var high: Double?
    package var message: String?

    package init() {}
}

/// One of the two settings of a comparison.
package struct JobSettingRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<JobSettingRecord>([
        .required("name", \.name, "The name of the setting, such as its file."),
        .optional("median", \.median, "The median of its numbers."),
        .defaulted("points", \.points, "Its last measured numbers, at most 200."),
    ])

    package var name = ""
    package var median: Double?
    package var points: [Double] = []

    package init() {}
}

/// The result of `jobs.list`.
package struct JobListResult: JSONRecord {
    package static let fields = JSONFieldTable<JobListResult>([
        .required(
            "jobs",
            \.jobs,
            "At most 32 running jobs, and the last 8 that have ended; of both, the newest first."
        ),
        .optional("more", \.more, "true if there are more running jobs."),
    ])

    package var jobs: [ListedJob] = []
    package var more: Bool?

    package init() {}
}

/// A job with its program.
package struct ListedJob: JSONRecord {
    package static let fields = JSONFieldTable<ListedJob>(
        [.required("job", \.id, "The number of the job; the daemon counts jobs from its start.")]
            + JSONField.members(of: \.job) + [
                .required("client", \.client, "The name of the program that runs the job."),
                .required("pid", \.pid, "The process ID of the program."),
                .required("started", \.started, "The time of the job's first report, in UTC."),
                .optional("ended", \.ended, "The time when the job ended, in UTC; absent for a running job."),
            ]
    )

    package var id: Int64 = 0
    package var job = JobRecord()
    package var client = ""
    package var pid: Int64 = 0
    package var started = ""
    package var ended: String?

    package init() {}
}
