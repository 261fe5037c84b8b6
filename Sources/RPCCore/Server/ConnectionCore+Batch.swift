import JSONCore

extension ConnectionCore {
    /// Handles requests of the open batch, at least one, until its end or the end of the turn; returns how many.
    @inline(never)
    mutating func goOnWithBatch(
        in text: Span<UInt8>,
        _ counts: inout CallCounts,
        _ connection: Connection,
        _ server: Server
    ) -> Int {
        failBatch(connection)
        guard var open = batch.take() else { return 0 }
        var count = 0
        let start = writer.bytes.count
        while let request = open.next(in: text) {
            count += 1
            let unwritten = server.dispatcher.handle(
                request,
                in: text,
                from: connection,
                hasRoom: start + open.count <= TurnLimits.answerBytes,
                writer: &writer,
                counts: &counts
            )
            writer.endText()
            open.add(answerIn: &writer.bytes, from: start, unwritten)
            if server.loop.isTurnOver() {
                batch = consume open
                return count
            }
        }
        batch = consume open
        endBatch(connection)
        return count
    }

    /// Answers the open batch with the answers to those requests that were handled.
    mutating func endBatch(_ connection: Connection) {
        failBatch(connection)
        guard let open = batch.take() else { return }
        let start = writer.bytes.count
        if let answer = open.end(to: &writer.bytes, framed: framer.style) {
            connection.putInOrder(answer)
        } else {
            deliver(from: start, connection)
        }
    }

    /// Replaces the answers of the open batch if answers that were withheld have failed since they were written.
    private mutating func failBatch(_ connection: Connection) {
        guard let error = connection.withheldFailure.take(), var open = batch.take() else { return }
        if open.fail(with: error) {
            batch = consume open
        } else {
            // As in `Connection.failWithheld`.
            connection.close()
        }
    }
}
