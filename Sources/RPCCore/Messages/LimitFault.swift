import JSONCore
import SystemCore

/// A limit that a peer has exceeded, with its maximum.
package enum LimitFault: Equatable, Sendable {
    /// The depth of nested arrays and objects.
    case nesting(Int)
    /// The bytes of a message.
    case message(Int)
    /// The bytes of a message's header.
    case header(Int)
    /// The requests in a batch.
    case batch(Int)
    /// The time between the first and the last byte of a message.
    case messageTime(Duration)
    /// The bytes of the unfinished messages of all connections.
    case unreadInput(Int)
    /// The connections of all users.
    case connections(Int)
    /// The connections of all users, without those reserved for privileged users.
    case reservedConnections(Int, reserved: Int)
    /// The connections of one user.
    case connectionsPerUser(Int, user: UInt32)
}

extension RPCError {
    /// Creates the error for an exceeded limit; the `limit` fact has the name that the limit has in the server's
    /// limits.
    package init(_ fault: LimitFault) {
        switch fault {
        case .nesting(let most):
            self.init(limit: "nesting", most, "arrays and objects may be nested at most \(most) levels deep")
        case .message(let most):
            self.init(limit: "message", most, "a message may have at most \(most) bytes; the connection ends")
        case .header(let most):
            self.init(limit: "header", most, "a message's header may have at most \(most) bytes; the connection ends")
        case .batch(let most):
            let sentence = "a batch may have at most \(most) requests; no request of this batch was handled"
            self.init(limit: "batch", most, sentence)
        case .messageTime(let most):
            let sentence =
                "a message may take at most \(most.inSeconds) from its first to its last byte; the connection ends"
            // Rounding up keeps a limit below one second from being reported as 0.
            self.init(limit: "messageTime", Int((most / .seconds(1)).rounded(.up)), sentence)
        case .unreadInput(let most):
            let sentence =
                "unfinished messages of all connections may take at most \(most) bytes; "
                + "this connection takes the most and ends"
            self.init(limit: "unreadInput", most, sentence)
        case .connections(let most):
            self.init(limit: "connections", most, "there are \(most) connections already; this connection ends")
        case .reservedConnections(let most, let reserved):
            let sentence =
                "there are \(most - reserved) connections already, and \(reserved) are reserved for root and the user who "
                + "runs the daemon; this connection ends"
            self.init(limit: "connections", most, sentence)
        case .connectionsPerUser(let most, let user):
            let sentence = "user \(user) has \(most) connections already; this connection ends"
            self.init(limit: "connectionsPerUser", most, sentence)
        }
    }

    /// Creates the error for a parameter that is too large.
    init(_ fault: JSONSizeFault) {
        switch fault {
        case .value(let parameter, let name, let most):
            let sentence =
                name.map { "a value may have at most \(most) bytes, but the value of \($0.shown) has more" }
                ?? "\(parameter) may have at most \(most) bytes, but has more"
            self.init(limit: "value", most, sentence, in: parameter, key: name)
        case .elements(let parameter, let most, let limit):
            self.init(limit: limit, most, "\(parameter) may have at most \(most) elements, but has more", in: parameter)
        }
    }

    private init(
        limit name: String,
        _ maximum: Int,
        _ sentence: String,
        in parameter: String? = nil,
        key: String? = nil
    ) {
        var facts: JSONObject = ["limit": .string(name), "maximum": .integer(Int64(maximum))]
        facts["parameter"] = parameter.map { .string($0) }
        facts["key"] = key.map { .string($0.shortened) }
        self.init(.tooLarge, sentence, facts: facts)
    }
}
