import JSONCore

/// The messages that one connection has yet to send, in the order in which they are sent.
///
/// The queue holds responses, notifications, and output that is written in pieces: a long response, or lazily written
/// messages. Messages are sent in the order in which they were added, with one exception: a notification overtakes
/// withheld responses. A withheld response is added when it is released.
struct OutputQueue: ~Copyable {
    /// The complete, framed messages that are sent first.
    private(set) var ready = ByteBuffer()
    private var parts: [OutputPart] = []
    private(set) var withheld = WithheldResponses()
    /// The long response that follows the withheld responses.
    ///
    /// The connection handles no later request until this response is written.
    private var pending: OutputPart?
    /// The size of `ready` when its memory was last handed over.
    ///
    /// `ready` will probably need as much again.
    private var lastReady = 0
    private static let maxExpected = 1 << 16

    /// Whether the next response may be sent at once.
    @inline(__always)
    var isIdle: Bool { !withheld.isOn && parts.isEmpty && pending == nil }

    /// Whether the queue is empty and withholds nothing.
    ///
    /// If so, a response can bypass the queue.
    @inline(__always)
    var isClear: Bool { ready.isEmpty && isIdle }

    /// Whether the queue holds output that is written in pieces, withheld or not.
    @inline(__always)
    var hasParts: Bool { !parts.isEmpty || pending != nil }

    /// Whether something cannot be sent before it is released.
    @inline(__always)
    var awaitsRelease: Bool { !withheld.isEmpty || pending != nil }

    /// The number of bytes of complete messages in the queue, without withheld responses.
    @inline(__always)
    var count: Int { ready.count + followingCount }

    /// The number of bytes of complete messages that are sent after output that is written in pieces.
    @inline(__always)
    var followingCount: Int {
        parts.isEmpty && pending == nil
            ? 0 : parts.reduce(pending?.following.count ?? 0) { $0 + $1.following.count }
    }

    /// Withholds all later responses until `number` is released.
    mutating func withhold(until number: UInt64) { withheld.withhold(until: number) }

    /// Adds a notification.
    ///
    /// The function calls `attach` if the queue needs new memory and probably much of it.
    @inline(__always)
    mutating func add(
        notification message: borrowing ByteBuffer,
        framed style: Framer.Style,
        _ attach: (inout ByteBuffer) -> Void
    ) {
        if let last = parts.last {
            return OutputQueue.append(message, framed: style, to: &last.following)
        }
        if ready.capacity == 0, lastReady > 0 {
            attach(&ready)
            ready.reserve(max(message.count + 1, min(lastReady, OutputQueue.maxExpected)))
        }
        OutputQueue.append(message, framed: style, to: &ready)
    }

    @inline(__always)
    private static func append(
        _ message: borrowing ByteBuffer,
        framed style: Framer.Style,
        to messages: inout ByteBuffer
    ) {
        let start = messages.count
        // A message in the line framing needs one more byte, for the line feed.
        messages.reserve(message.count + 1)
        messages.append(contentsOf: message)
        style.closeMessage(from: start, in: &messages)
    }

    mutating func add(_ messages: any LazyMessages) { parts.append(OutputPart(messages)) }

    /// Adds the framed response that begins at `start` of the output.
    ///
    /// The response stays in the output if it may be sent at once. Otherwise the queue takes it out of the output.
    mutating func add(responseIn output: inout ByteBuffer, from start: Int) {
        if let pending {
            pending.following.append(moving: &output, from: start)
        } else if withheld.isOn {
            withheld.append(&output, from: start)
        } else if let last = parts.last {
            last.following.append(moving: &output, from: start)
        } else {
            ready.withBytes { output.insert($0, at: start) }
            ready = ByteBuffer()
        }
    }

    mutating func add(_ response: consuming StreamedResponse) {
        precondition(pending == nil, "no response may follow an unfinished response")
        let part = OutputPart(response)
        if withheld.isOn {
            pending = part
        } else {
            parts.append(part)
        }
    }

    /// Moves the messages that are sent first to the end of the output.
    ///
    /// The function calls `attach` if the output has no memory. `ready` keeps its memory if that is at most `keptMemory`
    /// bytes.
    mutating func moveReady(to output: inout ByteBuffer, keeping keptMemory: Int, _ attach: (inout ByteBuffer) -> Void)
    {
        guard !ready.isEmpty else { return }
        if ready.capacity <= keptMemory {
            if output.capacity == 0 {
                attach(&output)
            }
            output.append(contentsOf: ready)
            ready.removeAll()
        } else {
            lastReady = ready.count
            output.append(moving: &ready)
        }
    }

    /// Whether a piece may be written now.
    @inline(__always)
    var hasFirstPart: Bool { !parts.isEmpty }

    /// The output from which the next piece is written.
    var firstPart: OutputPart? { parts.first }

    /// Removes a part after its last piece; the messages that follow the part are sent next.
    mutating func end(_ part: OutputPart) {
        // Writing the last piece may have closed the connection, which drops all parts.
        guard parts.first === part else { return }
        parts.removeFirst()
        ready.append(moving: &part.following)
    }

    /// Adds the withheld responses that wait for `number` or a lower number.
    mutating func release(through number: UInt64) {
        if let last = parts.last {
            withheld.release(through: number, into: &last.following)
        } else {
            withheld.release(through: number, into: &ready)
        }
        if !withheld.isOn, let part = pending.take() {
            parts.append(part)
        }
    }

    /// Replaces the withheld responses with errors, and adds these.
    ///
    /// Returns false if a response is too long to be read again.
    mutating func failWithheld(with error: RPCError, framed style: Framer.Style) -> Bool {
        var responses = withheld.takeAll()
        let part = pending.take()
        if var skeleton = part?.takeSkeleton() {
            responses.append(moving: &skeleton)
        }
        guard var failed = FailedResponses.replacing(responses, with: error, framed: style) else { return false }
        if let part {
            failed.append(moving: &part.following)
        }
        if let last = parts.last {
            last.following.append(moving: &failed)
        } else {
            ready.append(moving: &failed)
        }
        return true
    }

    /// Drops all output; later responses are still withheld.
    mutating func forget() {
        ready = ByteBuffer()
        withheld.forget()
        parts = []
        pending = nil
    }
}
