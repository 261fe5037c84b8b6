import JSONCore
import OptionCore
package import RPCCore
package import StateCore
import SystemCore
import TunableEngine

/// A limit on clients: its name in errors and in `server.info`, its option, and access to its value.
struct DaemonLimit: Sendable {
    enum Unit {
        case count
        case bytes
        case seconds
    }

    let name: String
    let unit: Unit
    let summary: String
    let range: ClosedRange<Int>
    let get: @Sendable (DaemonLimits) -> Int
    let set: @Sendable (inout DaemonLimits, Int) -> Void

    static let all: [DaemonLimit] = [
        bytes("message", "most bytes of a message", 1_024...FramingLimits.maxMessageSize) {
            \.server.framing.message
        },
        bytes(
            "readerMessage",
            "most bytes of a message from a user who may only read",
            1_024...FramingLimits.maxMessageSize
        ) { \.readerMessage },
        // A stored value is nested deeper in a line of the store than in a message.
        number("nesting", "deepest nesting of arrays and objects in a message", 2...JSON.deepestLimit - 32) {
            \.server.framing.nesting
        },
        bytes("header", "most bytes of a message's header", 64...1 << 20) { \.server.framing.header },
        number("batch", "most requests in a batch", 1...1 << 20) { \.server.batch },
        number(
            "connections",
            "most connections of all users, or fewer if the process may open fewer files; the last 64 are reserved for "
                + "root and the daemon's user",
            1...1 << 20
        ) { \.server.connections },
        number("connectionsPerUser", "most connections of one user", 1...1 << 20) { \.server.connectionsPerUser },
        bytes("unreadInput", "most bytes of memory for messages that are not complete", 1 << 16...1 << 40) {
            \.server.unreadInput
        },
        bytes(
            "unsentResponses",
            "most bytes of responses that a client has not read, before the daemon reads no more requests from it",
            1 << 12...1 << 40
        ) { \.server.unsentResponses },
        DaemonLimit(
            name: "messageTime",
            unit: .seconds,
            summary: "longest time from the first to the last byte of a message, such as 90s or 10m",
            range: 1...86_400,
            get: { Int($0.server.messageTime.components.seconds) },
            set: { $0.server.messageTime = .seconds($1) }
        ),
        number("subscriptions", "most subscriptions of a connection", 1...1 << 20) { \.subscriptions },
        bytes("subscribedBytes", "most bytes of memory for the subscriptions of a connection", 1 << 12...1 << 40) {
            \.subscribedBytes
        },
        bytes(
            "subscribedBytesPerUser",
            "most bytes of memory for the subscriptions of all connections of a user",
            1 << 12...1 << 40
        ) { \.subscribedBytesPerUser },
        bytes("stagedBytes", "most bytes of memory for calls in pieces", 1 << 16...1 << 40) { \.stagedBytes },
        bytes("key", "most bytes of a key", 1...Key.defaultLimit) { \.state.keyBytes },
        bytes("value", "most bytes of a value", 16...1 << 29) { \.state.valueBytes },
        number("keys", "most keys", 1...1 << 30) { \.state.keys },
        number("layers", "most layers, including presets", 1...1 << 20) { \.state.layers },
        number("worlds", "most worlds at a time", 1...1 << 20) { \.state.worlds },
        number("killSwitchPatterns", "most patterns of the kill switch", 1...1 << 20) { \.state.killSwitchPatterns },
        bytes("killSwitchBytes", "most bytes of the patterns and reasons of the kill switch", 1 << 10...1 << 30) {
            \.state.killSwitchBytes
        },
    ]

    /// The value without the option, for the help text.
    var defaultText: String {
        let value = get(DaemonLimits())
        return switch unit {
        case .count: "\(value)"
        case .bytes: ByteText.text(value)
        case .seconds: "\(value)s"
        }
    }

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

    /// Returns a limit on a number of bytes at a key path.
    private static func bytes(
        _ name: String,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: @escaping @Sendable () -> WritableKeyPath<DaemonLimits, Int>
    ) -> DaemonLimit {
        number(name, in: .bytes, summary, range, path)
    }

    /// Returns a limit whose value is at a key path.
    ///
    /// The closure delays the creation of the key path: most starts need none of them.
    private static func number(
        _ name: String,
        in unit: Unit = .count,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: @escaping @Sendable () -> WritableKeyPath<DaemonLimits, Int>
    ) -> DaemonLimit {
        DaemonLimit(
            name: name,
            unit: unit,
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
