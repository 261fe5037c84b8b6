import JSONCore
import LoopCore

/// Sending notifications, withholding responses and releasing them.
extension ConnectionState {
    /// The number of bytes of messages that the kernel has not accepted.
    ///
    /// Withheld responses do not count, nor do responses that were written in this turn.
    @inline(__always)
    var unsent: Int { untaken + queue.count }

    /// Adds a notification; returns false if the connection is closed or has too many unsent notifications.
    ///
    /// In the second case the connection closes.
    mutating func send(_ message: borrowing ByteBuffer, attaching memory: SharedBuffers) -> Bool {
        guard !isClosed else { return false }
        // A last resort: services check `unsent`, and merge or wait long before this limit. A single message may exceed
        // the limit. While a request of the peer is handled, the limit does not apply: the notifications must precede
        // the response. The server then reads no further request until the peer has read them.
        let limit = limits.unsentNotifications
        guard isHandling || untakenNotifications <= limit || unsent <= limit else {
            close()
            return false
        }
        untakenNotifications += message.count
        queue.add(notification: message, framed: framer.style) { memory.attachSpare(to: &$0) }
        return true
    }

    mutating func send(lazily messages: any LazyMessages) {
        if !isClosed {
            queue.add(messages)
        }
    }

    /// Calls `action` once the kernel has accepted all output; replaces an earlier action of the same owner.
    mutating func whenSent(_ owner: AnyObject, _ action: @escaping () -> Void) {
        if !isClosed {
            callbacks[ObjectIdentifier(owner)] = action
        }
    }

    @inline(__always)
    var isWithheld: Bool { queue.withheld.isOn }

    mutating func withhold(until number: UInt64) {
        if !isClosed {
            queue.withhold(until: number)
        }
    }

    /// Allows the responses to be sent that wait for `number` or a lower number.
    mutating func release(through number: UInt64) {
        queue.release(through: number)
    }

    /// Replaces all withheld responses with errors, and also the responses so far in an open batch.
    mutating func failWithheld(with error: RPCError) {
        guard !isClosed else { return }
        let isWhole = queue.failWithheld(with: error, framed: framer.style)
        if batch?.fail(with: error) == false || !isWhole {
            // A response that must not be sent cannot be replaced.
            close()
        }
    }

    /// Moves the output to the owner, which appends the next piece.
    mutating func takeOutput(attaching memory: SharedBuffers) -> JSONWriter {
        beginFlush(attaching: memory)
        if output.capacity == 0 {
            memory.attachOutput(to: &output)
        }
        var bytes = ByteBuffer()
        swap(&bytes, &output)
        return JSONWriter(bytes)
    }

    /// Takes the output back, after the owner has appended a piece of `part`.
    mutating func wrotePiece(of part: OutputPart, isLast: Bool, _ writer: consuming JSONWriter) {
        guard !isClosed else { return }
        output = writer.takeBytes()
        if isLast {
            queue.end(part)
        }
    }

    /// Drops all output; later responses are still withheld.
    mutating func dropOutput() {
        output.removeAll()
        untaken = 0
        queue.forget()
    }
}
