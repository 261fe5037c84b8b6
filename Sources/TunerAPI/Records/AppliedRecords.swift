package import JSONCore

/// The parameters of `tunables.applied`.
package struct AppliedParameters: JSONRecord {
    /// The largest number of keys in each list.
    package static let maxKeys = 64

    package static let fields = JSONFieldTable<AppliedParameters>([
        .required("revision", \.revision, "The newest revision that the client has processed."),
        .optional(
            "subscription",
            \.subscription,
            "One subscription; by default every subscription of the connection that has ack."
        ),
        .optional("unread", \.unread, "The keys whose new value the program has not read yet, at most 64."),
        .optional("refused", \.refused, "The values that the program does not use, at most 64."),
    ])

    package var revision: Int64 = 0
    package var subscription: String?
    package var unread: [String]?
    package var refused: [RefusedValueRecord]?

    package init() {}
}

/// A value that a client has received and does not use.
package struct RefusedValueRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<RefusedValueRecord>([
        .required("key", \.key, "The key of the tunable."),
        .required("reason", \.reason, "The reason in one sentence, for people; the daemon keeps 256 bytes."),
    ])

    package var key = ""
    package var reason = ""

    package init() {}

    package init(key: String, reason: String) {
        self.init()
        (self.key, self.reason) = (key, reason)
    }
}

/// The parameters of `tunables.subscribers`.
package struct SubscribersParameters: JSONRecord {
    package static let fields = JSONFieldTable<SubscribersParameters>([
        .optional("keys", \.keys, "Only subscribers of one of these keys, at most 1,024."),
        .optional("revision", \.revision, "The revision that a subscriber must have applied; by default the last one."),
        .optional("after", \.after, "The member next of the result before, for the next subscriptions."),
    ])

    package var keys: [String]?
    package var revision: Int64?
    package var after: String?

    package init() {}
}

/// The result of `tunables.subscribers`.
package struct SubscribersResult: JSONRecord {
    package static let fields = JSONFieldTable<SubscribersResult>([
        .required("revision", \.revision, "The revision that the states are about."),
        .required(
            "subscribers",
            \.subscribers,
            "At most 256 subscriptions, the oldest connection first."
        ),
        .optional("next", \.next, "The parameter after for the next subscriptions; absent if there are no more."),
    ])

    package var revision: Int64 = 0
    package var subscribers: [SubscriberRecord] = []
    package var next: String?

    package init() {}
}

/// What a subscriber has done with the values that it received.
package enum AppliedState: String, Sendable, CaseIterable {
    /// The client has not received, reported or read a value yet.
    case waiting
    /// The client does not use a value.
    case refused
    /// The client uses all values that it has received.
    case applied
    /// The client does not report.
    case unknown
}

/// A subscription to tunables, with what its client has reported.
package struct SubscriberRecord: JSONRecord {
    package static let fields = JSONFieldTable<SubscriberRecord>([
        .required("client", \.client, "The name from session.hello, or else the name of the process."),
        .optional("version", \.version, "The version from session.hello."),
        .required("pid", \.pid, "The process ID."),
        .required("uid", \.uid, "The user ID."),
        .required(
            "connection",
            \.connection,
            "The number of the connection; the daemon counts connections from its start."
        ),
        .required("subscription", \.subscription, "The name of the subscription in its connection."),
        .optional("world", \.world, "The world of the subscription."),
        .required("state", \.stateName, "waiting, refused, applied, or unknown if the client does not report."),
        .required("sent", \.sent, "The revision through which the daemon has sent all changes."),
        .optional("lags", \.lags, "true if the daemon has not sent all changes; see \"Slow readers\"."),
        .optional("applied", \.applied, "The revision that the client has reported last."),
        .optional("time", \.time, "The time of the last report, in UTC."),
        .optional("took", \.took, "The milliseconds between the publication of applied and the first report of it."),
        .optional("unread", \.unread, "The keys whose new value the program has not read yet."),
        .optional("refused", \.refused, "The values that the program does not use."),
    ])

    package var client = ""
    package var version: String?
    package var pid: Int64 = 0
    package var uid: Int64 = 0
    package var connection: Int64 = 0
    package var subscription = ""
    package var world: String?
    package var stateName = AppliedState.unknown.rawValue
    package var sent: Int64 = 0
    package var lags: Bool?
    package var applied: Int64?
    package var time: String?
    package var took: Double?
    package var unread: [String]?
    package var refused: [RefusedValueRecord]?

    package init() {}

    /// The state; a state of a newer daemon counts as unknown.
    package var state: AppliedState {
        get { AppliedState(rawValue: stateName) ?? .unknown }
        set { stateName = newValue.rawValue }
    }
}

/// A program that subscribes to a key, in the result of `tunables.describe`.
package struct ReaderRecord: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<ReaderRecord>([
        .required("client", \.client, "The name from session.hello, or else the name of the process."),
        .required("pid", \.pid, "The process ID."),
        .required("state", \.state, "waiting, refused, applied, or unknown if the program does not report."),
        .optional("reason", \.reason, "The reason why the program does not use the value."),
    ])

    package var client = ""
    package var pid: Int64 = 0
    package var state = ""
    package var reason: String?

    package init() {}
}

/// The times between the publication of a revision and the first report of a subscriber that it is applied.
package struct AppliedStats: JSONRecord {
    package static let fields = JSONFieldTable<AppliedStats>([
        .required(
            "reports",
            \.reports,
            "The number of measured reports: the first reports of a revision whose publication time the daemon knows."
        ),
        .required("p50", \.median, "The microseconds within which half of the measured reports arrived."),
        .required("p99", \.nearlyAll, "The microseconds within which 99 of 100 measured reports arrived."),
        .required("max", \.maximum, "The microseconds of the slowest measured report."),
        .required("total", \.total, "The microseconds of all measured reports together."),
        .required(
            "buckets",
            \.buckets,
            "For each of bounds, the number of measured reports that took less time; empty without any."
        ),
    ])

    package var reports: Int64 = 0
    package var median = 0.0
    package var nearlyAll = 0.0
    package var maximum = 0.0
    package var total = 0.0
    package var buckets: [Int64] = []

    package init() {}
}
