package import JSONCore

extension API {
    /// The programs that fetch layers, such as `tunersync`.
    package enum Sync {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [status, fetch, reset, report, attach, detach]

        /// An earlier call for the examples: a program that fetches the layer `team`.
        private static let reported =
            #"sync.report {"sources":[{"layer":"team","address":"https://config.example/team.json","state":"waiting","fetches":1,"changes":1}]}"#

        /// Returns the sources of layers.
        package static let status = MethodDeclaration<NoFields, SyncStatusResult>(
            "sync.status",
            .reads,
            .daemon,
            "Return the sources of layers that the connected programs have reported.",
            examples: Example(
                after: [#"session.hello {"client":"tunersync"}"#, reported],
                "",
                #"""
                {"sources":[{"layer":"team","address":"https://config.example/team.json","state":"waiting","fetches":1,"changes":1,"unchanged":0,"rejected":0,"failed":0,"failures":0,"activations":0,"fetchTime":0,"client":"tunersync","pid":4711}]}
                """#
            )
        )

        /// Requests a fetch.
        package static let fetch = MethodDeclaration<FetchParameters, SyncRequestResult>(
            "sync.fetch",
            .writes,
            .daemon,
            "Request the program that fetches a layer to fetch it now; the response does not wait for the fetch.",
            errors: [.unknownLayer, .denied],
            examples: Example(
                after: ["sync.attach", reported],
                #"{"layer":"team"}"#,
                #"{"layers":["team"]}"#
            )
        )

        /// Requests a reset.
        package static let reset = MethodDeclaration<LayerNameParameters, SyncRequestResult>(
            "sync.reset",
            .writes,
            .daemon,
            "Request the program that fetches a layer to remove the layer and its own copy, and to fetch it again.",
            errors: [.unknownLayer, .denied],
            examples: Example(
                after: ["sync.attach", reported],
                #"{"layer":"team"}"#,
                #"{"layers":["team"]}"#
            )
        )

        /// Stores the sources of the calling program.
        package static let report = MethodDeclaration<SyncReportParameters, Bool>(
            "sync.report",
            .writes,
            .daemon,
            "Report the sources of the layers that this client fetches; the daemon keeps the report in memory until the connection ends.",
            errors: [.denied],
            examples: Example(
                #"{"sources":[{"layer":"team","address":"https://config.example/team.json","state":"fetching"}]}"#,
                "true"
            )
        )

        /// Starts a subscription to requests.
        package static let attach = MethodDeclaration<NoFields, SyncSubscribeResult>(
            "sync.attach",
            .reads,
            .daemon,
            "Subscribe to requests for the layers that the calling program reports with sync.report.",
            errors: [.tooLarge],
            examples: Example("", #"{"subscription":"y1"}"#)
        )

        /// Ends a subscription.
        package static let detach = MethodDeclaration<UnsubscribeParameters, Bool>(
            "sync.detach",
            .reads,
            .daemon,
            "End a subscription to requests.",
            examples: Example(after: ["sync.attach"], #"{"subscription":"y1"}"#, "true")
        )

        /// The notification of a request.
        package static let requested = NotificationDeclaration<SyncRequestedParameters>(
            "sync.requested",
            "Sent when somebody requests a fetch or a reset of a layer; it has all requests since the last one.",
            example: NotificationExample(
                after: ["sync.attach", reported, #"sync.fetch {"layer":"team"}"#],
                #"{"subscription":"y1","fetch":["team"]}"#
            )
        )
    }
}
