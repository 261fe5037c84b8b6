import JSONCore
import RPCCore

/// The messages that a client has read from a stream, in a form that can be compared.
struct ReadEvents: Equatable {
    var events: [String] = []
    var isGarbled = false
    var waitingCalls: [String] = []

    /// Creates the events of a client that has made calls and receives the pieces and then the end of the stream.
    init(_ pieces: [ArraySlice<UInt8>], calls: [String] = []) throws {
        var connection = ClientConnection<String>()
        for call in calls { try connection.call("m", JSON.null, call) }
        var buffer = ByteBuffer()
        for (index, piece) in pieces.enumerated() {
            buffer.append(Array(piece).span)
            buffer.withBytes { bytes in
                while let event = connection.next(in: bytes, isWhole: index == pieces.count - 1) {
                    events.append(ReadEvents.text(of: event, in: bytes))
                }
            }
            connection.removeRead(from: &buffer)
        }
        isGarbled = connection.isGarbled
        waitingCalls = connection.endCalls()
    }

    /// Creates the events of a client that receives a whole text.
    init(_ text: String, calls: [String] = []) throws {
        try self.init([Array(text.utf8)[...]], calls: calls)
    }

    private static func text(of event: ClientConnection<String>.Event, in text: Span<UInt8>) -> String {
        switch event {
        case .result(let call, let result): "\(call) returned \(result.value(in: text))"
        case .error(let call, let error): "\(call ?? "no call") failed: \(error.code) \(error.message) \(error.data)"
        case .notification(let method, let params):
            "\(method.value(in: text)) of \(params.map { "\($0.value(in: text))" } ?? "nothing")"
        }
    }
}
