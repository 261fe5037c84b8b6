package import JSONCore

extension API {
    /// The searches and comparisons that programs run.
    package enum Jobs {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [report, list]

        private static let reported = #"""
            jobs.report {"kind":"optimize","title":"cache.size","state":"running","done":2,"total":40,"metric":"./latency","before":80,"best":71,"values":{"cache.size":64},"points":[80,71]}
            """#

        /// Stores the job of the calling program.
        package static let report = MethodDeclaration<JobRecord, Bool>(
            "jobs.report",
            .writes,
            .daemon,
            "Store the job of the calling connection, which replaces its last report; see \"Jobs\".",
            errors: [.tooLarge, .denied],
            examples: Example(
                #"{"kind":"bisect","title":"./healthy","state":"running","done":3,"message":"2 commits left, about 1 run"}"#,
                "true"
            )
        )

        /// Returns the jobs.
        package static let list = MethodDeclaration<NoFields, JobListResult>(
            "jobs.list",
            .reads,
            .daemon,
            "Return the running jobs, and the last jobs that have ended, each with its last report.",
            examples: Example(
                after: [#"session.hello {"client":"tunerctl"}"#, reported],
                "",
                #"""
                {"jobs":[{"job":1,"kind":"optimize","title":"cache.size","state":"running","done":2,"total":40,"metric":"./latency","before":80,"best":71,"values":{"cache.size":64},"points":[80,71],"client":"tunerctl","pid":4711,"started":"2026-08-06T20:15:00.000Z"}]}
                """#
            )
        )
    }
}
