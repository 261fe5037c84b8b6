package import SystemCore

/// Why a run gives no result.
package enum LoadFailure: Error, Hashable, Sendable {
    case noConnection(SystemError)
    /// The server ended a connection.
    case closed(connection: Int)
    case floodClosed
    /// Nothing came for so many seconds while answers were owed.
    case stalled(seconds: Double, answered: UInt64)
    /// So many answers were wrong; the text is the first of them.
    case badAnswers(UInt64, first: String)
    /// The run ended before anything was answered.
    case noAnswers
    /// The flood took longer than it may.
    case floodTooSlow(answered: Int, of: Int)
    case system(SystemError)
}

extension LoadFailure {
    /// Does what may fail for a reason that is not the server's.
    @inline(__always)
    static func translating<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(LoadFailure) -> Value {
        do {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    /// A connection that does not wait.
    static func connecting(to address: UnixAddress) throws(LoadFailure) -> Descriptor {
        do {
            let socket = try Kernel.connect(to: address)
            try Kernel.setNonBlocking(socket)
            return socket
        } catch {
            throw .noConnection(error)
        }
    }
}

extension LoadFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noConnection(let error): "no connection: \(error)"
        case .closed(let connection): "the server closed connection \(connection)"
        case .floodClosed: "the server closed the flooding connection"
        case .stalled(let seconds, let answered): "nothing came for \(seconds) s, after \(answered) answers"
        case .badAnswers(let bad, let first): "\(bad) wrong answers; the first: \(first)"
        case .noAnswers: "no answer came in the measured time"
        case .floodTooSlow(let answered, let all): "of the flood's \(all) requests only \(answered) were answered"
        case .system(let error): "\(error)"
        }
    }
}
