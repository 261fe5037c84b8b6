import JSONCore
import LoadGenerator
import SystemCore

/// A connection that sends single pings and waits for each response.
final class PingClient {
    /// The number of seconds without a response after which the server counts as stuck.
    private static let patience = 30.0
    private let socket: Descriptor

    init(to address: UnixAddress) throws(LoadFailure) {
        do {
            socket = try Kernel.connect(to: address)
        } catch {
            throw .noConnection(error)
        }
    }

    /// Sends a ping, reads the response and checks it.
    func ping(_ contender: Contender) throws(LoadFailure) {
        var request = ByteBuffer()
        var writer = RequestWriter(contender.requests(.plain).map { RequestTemplate($0) })
        writer.append(1, to: &request)
        do {
            // A few bytes into an empty socket always fit.
            _ = try request.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
            guard try !Kernel.wait(for: .readable, on: socket, .duration(.seconds(PingClient.patience))).isEmpty else {
                throw LoadFailure.stalled(seconds: PingClient.patience, responses: 0)
            }
            var response: [UInt8] = Array(repeating: 0, count: 4096)
            var room = response.mutableSpan
            guard case .bytes(let count) = try Kernel.receive(socket, into: &room) else {
                throw LoadFailure.closed(connection: 0)
            }
            guard contender.response.accepts(response.span.extracting(0..<count)) else {
                throw LoadFailure.badResponses(1, first: String(decoding: response[..<count], as: UTF8.self))
            }
        } catch let failure as LoadFailure {
            throw failure
        } catch let error as SystemError {
            throw error.errno.meansPeerIsGone ? .closed(connection: 0) : .system(error)
        } catch {
            preconditionFailure("nothing else is thrown above")
        }
    }
}
