import HTTPCore
import LoopCore
import NetworkCore
import SystemCore

/// What an ``Exchange`` calls.
extension HTTPPeer {
    /// Whether the present response may be continued.
    var hasRoom: Bool { state.responseHasRoom }

    /// Notes that the present response is a stream.
    func beginStream() {
        state.beginStream()
        performAtEndOfTurn()
    }

    /// Lowers the limit for the bytes of the present response that wait for the client.
    func limitUnsent(to count: Int) {
        state.limitUnsent(to: count)
        // A socket of another kind has no such limit, and its buffers are small.
        try? stream?.withDescriptor { (descriptor) throws(SystemError) in
            try Network.limitUnsent(of: descriptor, to: Int32(clamping: count))
        }
    }

    /// Lets the end of the client's sending side mean that the client is gone, also if it has ended it already.
    func endWithInput() {
        if state.endWithInput() {
            performAtEndOfTurn()
        }
    }

    /// Lets an exchange write to the connection.
    func write(_ body: (inout HTTPConnection) -> Void) {
        guard state.speaksHTTP else { return }
        state.attachOutput(from: memory)
        if !isServing {
            state.http.date = server.date
        }
        body(&state.http)
    }

    /// Lets the present response or the handler of a WebSocket connection continue in a later turn, if there is room.
    func reportRoom() {
        if hasRoom, let action = exchange?.takeRoomAction() {
            loop.nextTurn(action)
        }
        webSocket?.noteRoom()
    }

    /// Notes that the client of the present exchange is gone.
    func exchangeIsGone() { exchange = nil }

    func exchangeHasEnded() {
        exchange = nil
        state.endResponse()
        performAtEndOfTurn()
    }

    /// Ends a response that its exchange has not ended.
    func abandonResponse(hasBegun: Bool) {
        write { (connection: inout HTTPConnection) in
            if hasBegun {
                connection.abandonBody()
            } else {
                connection.begin(.internalServerError)
                connection.add("Content-Type", ContentType.text.value)
                connection.add("Cache-Control", "no-store")
                connection.end("tunerweb failed to handle this request. This is a fault of tunerweb.\n".utf8.span)
            }
        }
        exchangeHasEnded()
    }
}
