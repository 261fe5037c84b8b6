import RPCCore

extension ServerLimits {
    /// Creates the default limits, changed by `--LIMIT NUMBER`; ignores other arguments.
    init(_ arguments: some Sequence<String>) {
        self.init()
        var name: String?
        for argument in arguments {
            guard let number = Int(argument), let known = name else {
                name = argument
                continue
            }
            set(known, to: number)
            name = nil
        }
    }

    private mutating func set(_ name: String, to number: Int) {
        switch name {
        case "--message": framing.message = number
        case "--batch": batch = number
        case "--connections": connections = number
        case "--connections-per-user": connectionsPerUser = number
        case "--refused-connections": refusedConnections = number
        case "--unread-input": unreadInput = number
        case "--unsent-responses": unsentResponses = number
        case "--message-time": messageTime = .milliseconds(number)
        case "--discard-time": discardTime = .milliseconds(number)
        default: break
        }
    }
}
