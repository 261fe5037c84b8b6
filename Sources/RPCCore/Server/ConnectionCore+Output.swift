import JSONCore

extension ConnectionCore {
    /// Makes a message of what was written from `start` on, unless nothing was, and puts it where its order demands.
    @inline(__always)
    mutating func deliver(from start: Int, _ connection: Connection) {
        writer.endText()
        guard left.isEmpty else {
            deliverStreamed(from: start, connection)
            return
        }
        if writer.bytes.count > start {
            framer.style.closeMessage(from: start, in: &writer.bytes)
        }
        if connection.hasNews {
            connection.putInOrder(&writer.bytes, from: start)
        }
    }

    /// The same for an answer of which something is still to be written; the next turns do that.
    @inline(never)
    private mutating func deliverStreamed(from start: Int, _ connection: Connection) {
        let answer = StreamedAnswer(cutting: &writer.bytes, from: start, left, framed: framer.style)
        left = []
        connection.putInOrder(answer)
    }

    /// Writes the next piece of the answer that is too long for a turn.
    mutating func stream(_ connection: Connection, _ server: Server) {
        if writer.bytes.capacity == 0 {
            server.shared.lendOutput(to: &writer.bytes)
        }
        connection.writePiece(to: &writer)
        flush(connection, server)
    }
}
