/// The importance of an event.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case error
    /// Something failed or is limited, but the daemon continues.
    case warning
    /// The start, the configuration and the end of the daemon, and each change with its values.
    case info
    /// Details of the daemon's work, such as finished snapshots.
    case debug

    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// The format of a log line.
package enum LogFormat: String, CaseIterable, Sendable {
    case text
    case json
}
