import JSONCore

extension ConnectionCore {
    /// Makes a message of what was written from `start` on, unless nothing was, and puts it where its order demands.
    @inline(__always)
    mutating func deliver(from start: Int, _ connection: Connection, _ unwritten: UnwrittenResult? = nil) {
        writer.endText()
        if let unwritten {
            deliverStreamed(from: start, unwritten, connection)
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
    private mutating func deliverStreamed(from start: Int, _ unwritten: UnwrittenResult, _ connection: Connection) {
        let gaps = [AnswerGap(unwritten, from: start)]
        let answer = StreamedAnswer(cutting: &writer.bytes, from: start, gaps, framed: framer.style)
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
