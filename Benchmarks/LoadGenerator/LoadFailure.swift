package import SystemCore

/// The reason why a run has no result.
package enum LoadFailure: Error, Hashable, Sendable {
    case noConnection(SystemError)
    /// The server ended a connection.
    case closed(connection: Int)
    case floodClosed
    /// No bytes arrived for so many seconds while responses were missing.
    case stalled(seconds: Double, responses: UInt64)
    /// The number of wrong responses, with the first of them.
    case badResponses(UInt64, first: String)
    /// The run ended before the first response.
    case noResponses
    /// The flood exceeded its time limit.
    case floodTooSlow(responses: Int, of: Int)
    case system(SystemError)
}

extension LoadFailure {
    /// Runs a system call whose failure is not the server's fault.
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

    /// Returns a non-blocking connection.
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
        case .stalled(let seconds, let responses): "nothing came for \(seconds) s, after \(responses) responses"
        case .badResponses(let bad, let first): "\(bad) wrong responses; the first: \(first)"
        case .noResponses: "no response came in the measured time"
        case .floodTooSlow(let responses, let all):
            "only \(responses) of the \(all) requests of the flood got a response"
        case .system(let error): "\(error)"
        }
    }
}
