import SystemCore

/// What a server has received and sent since it was created.
package struct Traffic {
    /// The bytes that were received from peers, without input that was dropped at the end of a connection.
    package internal(set) var received: UInt64 = 0
    /// The bytes that the kernel has accepted for peers.
    package internal(set) var sent: UInt64 = 0
    /// The notifications that were passed to connections.
    package internal(set) var notifications: UInt64 = 0

    mutating func note(received transfer: Transfer) {
        if case .bytes(let count) = transfer {
            received &+= UInt64(count)
        }
    }

    mutating func note(sent transfer: Transfer) {
        if case .bytes(let count) = transfer {
            sent &+= UInt64(count)
        }
    }
}
