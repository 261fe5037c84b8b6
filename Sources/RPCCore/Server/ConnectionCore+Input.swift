import JSONCore
import SystemCore

extension ConnectionCore {
    /// Reads what has arrived and serves it.
    mutating func receive(_ connection: Connection, _ server: Server) {
        guard let stream else { return }
        server.shared.lendInput(to: &input)
        do {
            inputHasEnded = try stream.receive(into: &input, room: TurnLimits.bytes) == .end
        } catch {
            outputIsDead = true
            inputHasEnded = true
        }
        serve(connection, server)
    }

    /// Handles the messages that have arrived, as many as one turn allows.
    mutating func serve(_ connection: Connection, _ server: Server) {
        if writer.bytes.capacity == 0 {
            server.shared.lendOutput(to: &writer.bytes)
        }
        var bytes = ByteBuffer()
        swap(&bytes, &input)
        let handled = bytes.withBytes { handle($0, &server.counts, connection, server) }
        if batch == nil {
            bytes.removeFirst(framer.consumed)
            framer.rebase()
        }
        if phase == .serving {
            swap(&bytes, &input)
            settle(after: handled, connection, server)
        }
        flush(connection, server)
    }

    /// Goes on with messages that had to wait for their turn.
    mutating func continueServing(_ connection: Connection, _ server: Server) {
        isInNextTurn = false
        if connection.mayWritePiece {
            stream(connection, server)
        } else if phase == .serving {
            serve(connection, server)
        } else {
            flush(connection, server)
        }
    }

    /// How a turn's messages ended.
    private enum Handled {
        /// Everything that has arrived was looked at; so many requests were in messages that were whole.
        case all(Int)
        /// More may be there for the next turn.
        case some
    }

    private mutating func handle(
        _ bytes: Span<UInt8>,
        _ counts: inout CallCounts,
        _ connection: Connection,
        _ server: Server
    ) -> Handled {
        let dispatcher = server.dispatcher
        var count = 0
        if batch != nil {
            count = goOnWithBatch(in: bytes, &counts, connection, server)
        }
        var nextLook = server.loop.stepsPerLook
        while batch == nil, count < TurnLimits.messages, writer.bytes.count <= limits.unsentAnswers {
            if connection.hasNews, phase != .serving || connection.isClosed || isPaused(connection) {
                return .some
            }
            if count >= nextLook {
                guard !server.loop.isTurnOver() else { break }
                nextLook = count + server.loop.stepsPerLook
            }
            let start = writer.bytes.count
            let event = framer.next(in: bytes, isWhole: inputHasEnded)
            if count == 0 {
                connection.style = framer.style
            }
            switch event {
            case .message(let range) where bytes[range.lowerBound] == UInt8(ascii: "["):
                do throws(RPCError) {
                    batch = try OpenBatch(of: JSONPlace(range, in: bytes), in: bytes, limit: limits.batch)
                    count += goOnWithBatch(in: bytes, &counts, connection, server)
                } catch {
                    count += 1
                    writer.failure(error, id: nil, in: bytes)
                    deliver(from: start, connection)
                }
            case .message(let range):
                count += 1
                let unwritten = dispatcher.handle(
                    framer.message(range, in: bytes),
                    in: bytes,
                    from: connection,
                    hasRoom: true,
                    writer: &writer,
                    counts: &counts
                )
                deliver(from: start, connection, unwritten)
            case .fault(let fault):
                count += 1
                writer.failure(RPCError(fault), id: framer.brokenID, in: bytes)
                deliver(from: start, connection)
                if fault.isFatal || connection.closesOnFault {
                    discardFromNowOn(connection, server)
                }
            case .needsMore:
                return .all(count)
            }
        }
        return batch == nil && phase == .serving && framer.isDone(with: bytes) ? .all(count) : .some
    }

    private mutating func settle(after handled: Handled, _ connection: Connection, _ server: Server) {
        switch handled {
        case .all(let count):
            hasUnserved = false
            server.shared.takeBackInput(&input)
            clock.update(
                isInsideMessage: framer.isInsideMessage,
                completed: count,
                limits.messageTime,
                connection,
                server.loop
            )
        case .some:
            hasUnserved = true
            if isPaused(connection) {
                server.shared.takeBackInput(&input)
            }
            // It is we who do not look whether the message that has begun has also ended.
            clock.restart(at: server.loop.now)
        }
        countInput(connection, server)
        if server.unreadInput > limits.unreadInput, framer.isInsideMessage {
            endLargestInput(connection, server)
        }
    }

    /// Ends the connection that takes the most of what all together take too much of.
    private mutating func endLargestInput(_ connection: Connection, _ server: Server) {
        guard let largest = server.connectionWithLargestInput else { return }
        let fault = RPCError(.unreadInput(limits.unreadInput))
        if largest === connection {
            end(with: fault, connection, server)
        } else {
            largest.end(with: fault)
        }
    }

    /// Ends a connection whose message takes too long, unless it is we who do not read.
    mutating func checkMessageTime(_ connection: Connection, _ server: Server) {
        guard phase == .serving, readsOn else { return }
        let limit = limits.messageTime
        if clock.isOver(limit, isPaused: isPaused(connection), connection, server.loop) {
            end(with: RPCError(.messageTime(limit)), connection, server)
        }
    }

    /// Throws away what arrives after a fatal fault; a peer that sends nothing more may still read.
    mutating func discard(_ connection: Connection, _ server: Server) {
        guard let stream, case .discarding(let left) = phase else { return }
        var isOver = false
        do {
            server.shared.lendInput(to: &input)
            let outcome = try stream.receive(into: &input, room: TurnLimits.bytes)
            input.removeAll()
            server.shared.takeBackInput(&input)
            if case .bytes(let count) = outcome {
                phase = .discarding(left: left - count)
                isOver = count > left
            } else {
                inputHasEnded = outcome == .end
            }
        } catch {
            outputIsDead = true
            isOver = true
        }
        if isOver {
            // Nothing more is read; what is owed still leaves.
            inputHasEnded = true
        }
        if inputHasEnded {
            flush(connection, server)
        }
    }

    /// Takes from the kernel what nobody will read, so that the peer reads the end behind its answers and no reset.
    mutating func drain(_ shared: SharedBuffers) {
        guard let stream else { return }
        input = ByteBuffer()
        shared.lendInput(to: &input)
        do {
            try stream.shutdown()
            var left = limits.discardedInput
            while left > 0 {
                guard case .bytes(let count) = try stream.receive(into: &input, room: TurnLimits.bytes) else { break }
                input.removeAll()
                left -= count
            }
        } catch {
            // The peer is gone, and reads nothing.
        }
        shared.takeBackInput(&input)
    }

    /// Keeps the server's sum of unread input right: the memory it takes, which may be a few times its bytes.
    mutating func countInput(_ connection: Connection, _ server: Server) {
        if input.capacity != countedInput {
            server.unreadInput += input.capacity - countedInput
            countedInput = input.capacity
            connection.unreadInput = countedInput
        }
    }
}
