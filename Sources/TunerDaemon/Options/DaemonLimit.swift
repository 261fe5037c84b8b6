import JSONCore
import RPCCore
import SystemCore

/// A limit: its name in errors and in `server.info`, its option, and where it is kept.
struct DaemonLimit: Sendable {
    let name: String
    let summary: String
    let range: ClosedRange<Int>
    let get: @Sendable (ServerLimits) -> Int
    let set: @Sendable (inout ServerLimits, Int) -> Void

    static let all: [DaemonLimit] = [
        number("message", "bytes of a message", 1_024...FramingLimits.longestMessage, \.framing.message),
        number("nesting", "arrays and objects inside each other", 2...JSON.deepestLimit, \.framing.nesting),
        number("header", "bytes of a message's header", 64...1 << 20, \.framing.header),
        number("batch", "requests of a batch", 1...1 << 20, \.batch),
        number("connections", "connections of all users", 1...1 << 20, \.connections),
        number("connectionsPerUser", "connections of one user", 1...1 << 20, \.connectionsPerUser),
        number("unreadInput", "bytes of messages that have not ended", 1 << 16...1 << 40, \.unreadInput),
        number("unsentAnswers", "bytes of answers one client has not read", 1 << 12...1 << 40, \.unsentAnswers),
        DaemonLimit(
            name: "messageTime",
            summary: "seconds from a message's first byte to its last",
            range: 1...86_400,
            get: { Int($0.messageTime.components.seconds) },
            set: { $0.messageTime = .seconds($1) }
        ),
    ]

    /// The name as an option: words joined by hyphens.
    var option: String {
        name.reduce(into: "--max-") { option, letter in
            option += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }

    private static func number(
        _ name: String,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: any WritableKeyPath<ServerLimits, Int> & Sendable
    ) -> DaemonLimit {
        DaemonLimit(
            name: name,
            summary: summary,
            range: range,
            get: { $0[keyPath: path] },
            set: { $0[keyPath: path] = $1 }
        )
    }
}

extension ServerLimits {
    /// Every limit by its name.
    var json: JSONObject {
        DaemonLimit.all.reduce(into: JSONObject()) { $0[$1.name] = .integer(Int64($1.get(self))) }
    }
}
