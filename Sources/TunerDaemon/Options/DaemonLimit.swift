import JSONCore
package import RPCCore
package import StateCore
import SystemCore
import TunableEngine

/// A limit on clients: its name in errors and in `server.info`, its option, and access to its value.
struct DaemonLimit: Sendable {
    let name: String
    let summary: String
    let range: ClosedRange<Int>
    let get: @Sendable (DaemonLimits) -> Int
    let set: @Sendable (inout DaemonLimits, Int) -> Void
    /// Whether the value is a number of seconds.
    var isTime = false

    static let all: [DaemonLimit] = [
        number("message", "bytes of a message", 1_024...FramingLimits.longestMessage) { \.server.framing.message },
        number(
            "readerMessage",
            "bytes of a message of a user who may only read",
            1_024...FramingLimits.longestMessage
        ) { \.readerMessage },
        // A stored value is nested deeper in a line of the store than in a message.
        number("nesting", "arrays and objects inside each other", 2...JSON.deepestLimit - 32) {
            \.server.framing.nesting
        },
        number("header", "bytes of a message's header", 64...1 << 20) { \.server.framing.header },
        number("batch", "requests of a batch", 1...1 << 20) { \.server.batch },
        number(
            "connections",
            "connections of all users; the last 64 are reserved for root and the daemon's user",
            1...1 << 20
        ) { \.server.connections },
        number("connectionsPerUser", "connections of one user", 1...1 << 20) { \.server.connectionsPerUser },
        number("unreadInput", "bytes of messages that have not ended", 1 << 16...1 << 40) { \.server.unreadInput },
        number("unsentAnswers", "bytes of answers a client has not read", 1 << 12...1 << 40) { \.server.unsentAnswers },
        DaemonLimit(
            name: "messageTime",
            summary: "seconds from a message's first byte to its last",
            range: 1...86_400,
            get: { Int($0.server.messageTime.components.seconds) },
            set: { $0.server.messageTime = .seconds($1) },
            isTime: true
        ),
        number("subscriptions", "subscriptions of a connection", 1...1 << 20) { \.subscriptions },
        number("subscribedBytes", "bytes of memory of a connection's subscriptions", 1 << 12...1 << 40) {
            \.subscribedBytes
        },
        number("subscribedBytesPerUser", "the same of all connections of a user", 1 << 12...1 << 40) {
            \.subscribedBytesPerUser
        },
        number("stagedBytes", "bytes of memory for calls in pieces", 1 << 16...1 << 40) { \.stagedBytes },
        number("key", "bytes of a key", 1...Key.defaultLimit) { \.state.keyBytes },
        number("value", "bytes of a value", 16...1 << 29) { \.state.valueBytes },
        number("keys", "keys of all", 1...1 << 30) { \.state.keys },
        number("layers", "layers, presets among them", 1...1 << 20) { \.state.layers },
        number("worlds", "worlds at a time", 1...1 << 20) { \.state.worlds },
        number("killSwitchPatterns", "patterns of the kill switch", 1...1 << 20) { \.state.killSwitchPatterns },
        number("killSwitchBytes", "bytes of the kill switch's patterns and reasons", 1 << 10...1 << 30) {
            \.state.killSwitchBytes
        },
    ]

    /// The option's name: the limit's name in lowercase words joined by hyphens.
    var option: String {
        var option = Array("--max-".utf8)
        for letter in name.utf8 {
            let isUppercase = letter & 0x20 == 0
            if isUppercase { option.append(UInt8(ascii: "-")) }
            option.append(letter | 0x20)
        }
        return String(decoding: option, as: UTF8.self)
    }

    /// Returns a limit whose value is at a key path.
    ///
    /// The closure delays the creation of the key path: most starts need none of them.
    private static func number(
        _ name: String,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: @escaping @Sendable () -> WritableKeyPath<DaemonLimits, Int>
    ) -> DaemonLimit {
        DaemonLimit(
            name: name,
            summary: summary,
            range: range,
            get: { $0[keyPath: path()] },
            set: { $0[keyPath: path()] = $1 }
        )
    }
}

/// The limits on clients.
package struct DaemonLimits: Equatable, Sendable {
    /// The limits on connections and messages.
    package var server = ServerLimits()
    /// The largest number of bytes in one message of a user who may only read.
    ///
    /// The event loop parses a message in one turn, during which all other clients wait.
    package var readerMessage = 512 << 10
    /// The largest number of subscriptions of one connection.
    package var subscriptions = 1_024
    /// The largest number of bytes of memory for one connection's subscriptions and their backlog.
    package var subscribedBytes = 32 << 20
    /// The largest number of bytes of memory for the subscriptions and backlogs of one user's connections.
    package var subscribedBytesPerUser = 128 << 20
    /// The largest number of bytes of memory for the pieces of unfinished calls, for all connections together.
    package var stagedBytes = 512 << 20
    /// The limits on stored data.
    package var state = StateRules.Limits()

    /// The descriptors that serve no clients: files, listening sockets, and connections that are being refused.
    private var ownDescriptors: Int { 64 + server.refusedConnections }

    /// Lowers the limit of connections so that the process never runs out of descriptors.
    ///
    /// Without descriptors, even the daemon's own user could not connect.
    mutating func boundConnections(byDescriptors most: Int) {
        server.connections = max(1, min(server.connections, most - ownDescriptors))
    }

    /// The values of all limits by name.
    var json: JSONObject {
        DaemonLimit.all.reduce(into: JSONObject()) { $0[$1.name] = .integer(Int64($1.get(self))) }
    }
}
