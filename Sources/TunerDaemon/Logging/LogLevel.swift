/// How much an event matters to whoever reads the log.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Something does not work.
    case error
    /// Something may stop working, or was refused.
    case warning
    /// The life of the daemon.
    case info
    /// Each connection and what it asks for, values left out.
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

/// How an event is written down.
package enum LogFormat: String, CaseIterable, Sendable {
    case text
    case json
}
