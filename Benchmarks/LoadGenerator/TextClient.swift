import JSONCore
package import SystemCore

/// A client that sends a text and waits for the responses, to prepare a server for a measurement.
package struct TextClient: ~Copyable {
    /// The time without a response after which the server counts as stuck.
    private static let patience = 30.0
    let socket: Descriptor

    package init(to address: UnixAddress) throws(LoadFailure) {
        socket = try LoadFailure.connecting(to: address)
    }

    /// Sends a text, and returns the responses once they have `lines` lines.
    ///
    /// A response with an error of JSON-RPC or Redis is a failure.
    @discardableResult
    package borrowing func exchange(_ text: String, lines: Int) throws(LoadFailure) -> [UInt8] {
        var output = ByteBuffer()
        output.append(text.utf8.span)
        var input = ByteBuffer()
        do {
            while !output.isEmpty || Self.lines(of: input) < lines {
                let events = output.isEmpty ? Interest.readable : [.readable, .writable]
                let ready = try Kernel.wait(for: events, on: socket, .duration(.seconds(Self.patience)))
                guard !ready.isEmpty else { throw LoadFailure.stalled(seconds: Self.patience, responses: 0) }
                if case .bytes(let count) = try output.withBytes({ (bytes) throws(SystemError) in
                    try bytes.isEmpty ? .wouldBlock : Kernel.send(socket, bytes)
                }) {
                    output.removeFirst(count)
                }
                guard try Kernel.receive(socket, into: &input) != .end else { throw LoadFailure.closed(connection: 0) }
            }
        } catch let failure as LoadFailure {
            throw failure
        } catch let error as SystemError {
            throw error.errno.meansPeerIsGone ? .closed(connection: 0) : .system(error)
        } catch {
            preconditionFailure("nothing else is thrown above")
        }
        let response = [UInt8](input)
        try Self.check(response)
        return response
    }

    private static func check(_ response: [UInt8]) throws(LoadFailure) {
        let text = String(decoding: response, as: UTF8.self)
        let lines = text.split { $0.isNewline }
        if let bad = lines.first(where: { $0.hasPrefix("-") || $0.contains(#""error":"#) }) {
            throw .badResponses(1, first: String(bad.prefix(300)))
        }
    }

    private static func lines(of buffer: borrowing ByteBuffer) -> Int {
        buffer.withBytes { bytes in
            bytes.indices.reduce(0) { $0 + (bytes[$1] == UInt8(ascii: "\n") ? 1 : 0) }
        }
    }
}
