import JSONCore
import SystemCore

extension ConnectionState {
    /// Moves the received bytes that are not yet handled to the owner.
    @inline(__always)
    mutating func takeInput() -> ByteBuffer {
        var taken = ByteBuffer()
        swap(&taken, &input)
        return taken
    }

    @inline(__always)
    mutating func beginTurn(at now: MonotonicTime) -> ServingTurn {
        precondition(!isHandling, "a turn of requests ends before the next one begins")
        isHandling = true
        var bytes = ByteBuffer()
        swap(&bytes, &output)
        var turn = ServingTurn(writer: JSONWriter(bytes), now: now)
        turn.isOver = phase != .serving || isPaused(behind: turn.writer.bytes.count)
        return turn
    }

    /// Returns the next request of the input; nil if the turn is over or no complete message is left.
    ///
    /// The owner handles the request and then calls `finishRequest(_:_:)`. This function itself responds to faults.
    @inline(__always)
    mutating func nextRequest(in bytes: Span<UInt8>, _ turn: inout ServingTurn) -> Message? {
        while !turn.isOver {
            guard batch == nil else {
                if let request = nextRequestOfBatch(in: bytes, &turn) {
                    return request
                }
                continue
            }
            guard turn.count < TurnLimits.messages, turn.writer.bytes.count <= limits.unsentResponses else {
                return nil
            }
            turn.start = turn.writer.bytes.count
            switch framer.next(in: bytes, isWhole: inputHasEnded) {
            case .message(let range):
                guard bytes[range.lowerBound] != UInt8(ascii: "[") else {
                    beginBatch(range, in: bytes, &turn)
                    continue
                }
                turn.count += 1
                return framer.message(range, in: bytes)
            case .fault(let fault):
                respond(to: fault, in: bytes, &turn)
            case .needsMore:
                turn.isComplete = true
                return nil
            }
        }
        return nil
    }

    /// Delivers the response to the present request, which is in the turn's writer.
    ///
    /// `unwritten` is the part that must be written in later turns.
    @inline(__always)
    mutating func finishRequest(_ unwritten: UnwrittenResult?, _ turn: inout ServingTurn) {
        guard batch == nil else {
            return finishRequestInBatch(unwritten, &turn)
        }
        deliver(unwritten, &turn)
    }

    /// Records whether the turn has handled all complete messages of the input.
    mutating func endRequests(in bytes: Span<UInt8>, _ turn: inout ServingTurn) {
        if !turn.isComplete, batch == nil, phase == .serving {
            turn.isComplete = framer.isDone(with: bytes)
        }
    }

    /// Ends a turn, and takes the output and the input back.
    @inline(__always)
    mutating func endTurn(_ turn: consuming ServingTurn, _ unread: consuming ByteBuffer) {
        isHandling = false
        guard !isClosed else { return }
        output = turn.writer.takeBytes()
        guard phase == .serving else {
            unread.removeAll()
            input = unread
            return
        }
        if batch == nil {
            unread.removeFirst(framer.consumed)
            framer.rebase()
        }
        input = unread
        hasUnserved = !turn.isComplete
        if turn.isComplete {
            clock.update(isInsideMessage: framer.isInsideMessage, completed: turn.count, at: turn.now)
        } else {
            // The rest of the input is not parsed, so the message that has begun may already be complete.
            clock.restart(at: turn.now)
        }
    }

    /// Frames the response that begins at `turn.start`, and leaves it in the output or adds it to the queue.
    @inline(__always)
    mutating func deliver(_ unwritten: UnwrittenResult?, _ turn: inout ServingTurn) {
        turn.writer.endText()
        guard unwritten == nil, queue.isClear, phase == .serving else {
            return deliverInOrder(unwritten, &turn)
        }
        if turn.writer.bytes.count > turn.start {
            framer.style.closeMessage(from: turn.start, in: &turn.writer.bytes)
        }
    }

    /// Delivers a response that is incomplete or withheld, or that follows other messages in the queue.
    @inline(never)
    private mutating func deliverInOrder(_ unwritten: UnwrittenResult?, _ turn: inout ServingTurn) {
        if let unwritten {
            let gaps = [ResponseGap(unwritten, from: turn.start)]
            queue.add(StreamedResponse(cutting: &turn.writer.bytes, from: turn.start, gaps, framed: framer.style))
        } else {
            if turn.writer.bytes.count > turn.start {
                framer.style.closeMessage(from: turn.start, in: &turn.writer.bytes)
            }
            queue.add(responseIn: &turn.writer.bytes, from: turn.start)
        }
        turn.isOver = phase != .serving || isPaused(behind: turn.writer.bytes.count)
    }

    private mutating func respond(to fault: FrameFault, in bytes: Span<UInt8>, _ turn: inout ServingTurn) {
        turn.count += 1
        turn.writer.failure(RPCError(fault), id: framer.brokenID, in: bytes)
        deliver(nil, &turn)
        if fault.isFatal || closesOnFault {
            discard(from: turn.now)
            turn.isOver = true
        }
    }
}

// MARK: Batches

extension ConnectionState {
    private mutating func beginBatch(_ range: Range<Int>, in bytes: Span<UInt8>, _ turn: inout ServingTurn) {
        do throws(RPCError) {
            batch = try OpenBatch(of: JSONRange(range, in: bytes), in: bytes, limit: limits.batch)
        } catch {
            turn.count += 1
            turn.writer.failure(error, id: nil, in: bytes)
            deliver(nil, &turn)
        }
    }

    @inline(never)
    private mutating func nextRequestOfBatch(in bytes: Span<UInt8>, _ turn: inout ServingTurn) -> Message? {
        guard let request = batch?.next(in: bytes) else {
            endBatch(&turn)
            return nil
        }
        turn.count += 1
        turn.start = turn.writer.bytes.count
        turn.hasRoom = turn.start + (batch?.count ?? 0) <= TurnLimits.responseBytes
        return request
    }

    @inline(never)
    private mutating func finishRequestInBatch(_ unwritten: UnwrittenResult?, _ turn: inout ServingTurn) {
        turn.writer.endText()
        batch?.add(responseIn: &turn.writer.bytes, from: turn.start, unwritten)
    }

    /// Ends the open batch with the responses to the requests that were handled.
    mutating func endBatch(_ turn: inout ServingTurn) {
        guard let open = batch.take() else { return }
        turn.hasRoom = true
        turn.start = turn.writer.bytes.count
        if let response = open.end(to: &turn.writer.bytes, framed: framer.style) {
            queue.add(response)
            turn.isOver = true
        } else {
            deliver(nil, &turn)
        }
    }
}
