import JSONCore

/// What services send to the peer, withhold from it and release.
extension ConnectionState {
    /// Bytes of messages that the kernel has not taken, without answers that are withheld or were written in this turn.
    @inline(__always)
    var unsent: Int { untaken + queue.count }

    /// Adds a notification; returns false if the connection is closed.
    mutating func send(_ message: borrowing ByteBuffer) -> Bool {
        guard !isClosed else { return false }
        // A net: services look at `unsent` and merge or wait long before. One message may be as long as it is. A peer whose
        // request is handled is sent all that must come before its answer: nothing more is read until it has read that.
        let limit = limits.unsentNotifications
        guard isHandling || untakenNotifications <= limit || unsent <= limit else {
            close()
            return false
        }
        untakenNotifications += message.count
        queue.add(notification: message, framed: framer.style)
        return true
    }

    /// Adds notifications that are written when the peer can take them.
    mutating func send(lazily messages: any LazyMessages) {
        if !isClosed {
            queue.add(messages)
        }
    }

    /// Calls a function once the kernel has taken everything, instead of what the same owner asked for before.
    mutating func whenTaken(_ owner: AnyObject, _ action: @escaping () -> Void) {
        if !isClosed {
            callbacks[ObjectIdentifier(owner)] = action
        }
    }

    /// Whether the answer to the next request is withheld.
    @inline(__always)
    var isWithheld: Bool { queue.withheld.isOn }

    /// Withholds the answers from here on until a number is released.
    mutating func withhold(until number: UInt64) {
        if !isClosed {
            queue.withhold(until: number)
        }
    }

    /// Lets the answers leave that wait for this number or a lower one.
    mutating func release(through number: UInt64) {
        queue.release(through: number)
    }

    /// Answers everything that is withheld with an error instead; the answers of a batch that is not at its end fail with it.
    mutating func failWithheld(with error: RPCError) {
        guard !isClosed else { return }
        let isWhole = queue.failWithheld(with: error, framed: framer.style)
        if batch?.fail(with: error) == false || !isWhole {
            // An answer must not be sent, and cannot be replaced.
            close()
        }
    }

    /// Gives the owner the output, to write the next piece behind it.
    mutating func takeOutput(lending memory: SharedBuffers) -> JSONWriter {
        beginFlush(lending: memory)
        if output.capacity == 0 {
            memory.lendOutput(to: &output)
        }
        var bytes = ByteBuffer()
        swap(&bytes, &output)
        return JSONWriter(bytes)
    }

    /// Takes the output back, with a piece of a part behind it.
    mutating func wrotePiece(of part: OutputPart, isLast: Bool, _ writer: consuming JSONWriter) {
        guard !isClosed else { return }
        output = writer.takeBytes()
        if isLast {
            queue.end(part)
        }
    }

    /// Drops what nobody reads; answers to come are withheld as before.
    mutating func dropOutput() {
        output.removeAll()
        untaken = 0
        queue.forget()
    }
}
