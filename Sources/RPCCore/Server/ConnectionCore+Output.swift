import JSONCore

extension ConnectionCore {
    /// Makes a message of what was written from `start` on, unless nothing was, and puts it where its order demands.
    @inline(__always)
    mutating func deliver(from start: Int, _ holes: inout [AnswerHole], _ connection: Connection) {
        writer.endText()
        if !connection.hasNews, holes.isEmpty {
            if writer.bytes.count > start {
                framer.style.closeMessage(from: start, in: &writer.bytes)
            }
        } else {
            deliverInOrder(from: start, holes, connection)
            holes = []
        }
    }

    /// As the other, for a message without promised answers.
    mutating func deliver(from start: Int, _ connection: Connection) {
        var none: [AnswerHole] = []
        deliver(from: start, &none, connection)
    }

    /// What the connection was told meanwhile goes first; an answer that must wait for another goes to the queue.
    private mutating func deliverInOrder(from start: Int, _ holes: [AnswerHole], _ connection: Connection) {
        var answer = ByteBuffer()
        writer.bytes.withBytes { answer.append($0, in: start..<$0.count) }
        writer.bytes.truncate(to: start)
        guard !outputIsDead else { return }
        connection.moveTold(to: &writer.bytes)
        if connection.isQueueEmpty, holes.isEmpty {
            guard !answer.isEmpty else { return }
            let start = writer.bytes.count
            writer.bytes.append(contentsOf: answer)
            framer.style.closeMessage(from: start, in: &writer.bytes)
        } else if !answer.isEmpty || !holes.isEmpty {
            let holes = holes.map { AnswerHole(offset: $0.offset - start, answer: $0.answer) }
            connection.hold(answer, holes: holes)
            connection.moveTold(to: &writer.bytes)
        }
    }
}
