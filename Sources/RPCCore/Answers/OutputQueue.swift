import JSONCore

/// The messages that one connection is still to send, in their order: a value.
///
/// Three things are sent: answers, notifications, and what is written in pieces, which is a long answer or lazily written
/// messages. Each leaves in the order in which it was added, with one exception: a notification overtakes answers that are
/// withheld. An answer that is released is added at its release.
struct OutputQueue: ~Copyable {
    /// Whole messages, framed, that leave first.
    private(set) var ready = ByteBuffer()
    /// What is written in pieces, the first first.
    private var parts: [OutputPart] = []
    private(set) var withheld = WithheldAnswers()
    /// The long answer behind those that are withheld.
    ///
    /// It is the last answer there is: no request behind it is handled before its end.
    private var pending: OutputPart?
    /// The memory that `ready` had when it left last: as much is likely to be needed again.
    private var lastReady = 0
    private static let mostExpected = 1 << 16

    /// Whether every answer may be sent at once.
    @inline(__always)
    var isIdle: Bool { !withheld.isOn && parts.isEmpty && pending == nil }

    /// Whether the queue holds and withholds nothing, so that an answer need not go through it.
    @inline(__always)
    var isClear: Bool { ready.isEmpty && isIdle }

    /// Whether something is written in pieces, or will be.
    @inline(__always)
    var hasParts: Bool { !parts.isEmpty || pending != nil }

    /// Whether something waits for a release before it can leave.
    @inline(__always)
    var awaitsRelease: Bool { !withheld.isEmpty || pending != nil }

    /// Bytes of whole messages that wait, withheld answers aside.
    @inline(__always)
    var count: Int { ready.count + followingCount }

    /// Bytes of whole messages that wait for the end of what is written in pieces.
    @inline(__always)
    var followingCount: Int {
        parts.isEmpty && pending == nil
            ? 0 : parts.reduce(pending?.following.count ?? 0) { $0 + $1.following.count }
    }

    /// Withholds the answers from here on until a number is released.
    mutating func withhold(until number: UInt64) { withheld.withhold(until: number) }

    /// Adds a notification.
    mutating func add(notification message: borrowing ByteBuffer, framed style: Framer.Style) {
        if let last = parts.last {
            OutputQueue.append(message, framed: style, to: &last.following, expecting: 0)
        } else {
            OutputQueue.append(message, framed: style, to: &ready, expecting: min(lastReady, OutputQueue.mostExpected))
        }
    }

    private static func append(
        _ message: borrowing ByteBuffer,
        framed style: Framer.Style,
        to messages: inout ByteBuffer,
        expecting expected: Int
    ) {
        let start = messages.count
        // What frames it may need no more than one byte.
        let needed = message.count + 1
        messages.reserve(messages.capacity > 0 ? needed : max(needed, expected))
        messages.append(contentsOf: message)
        style.closeMessage(from: start, in: &messages)
    }

    /// Adds notifications that are written lazily.
    mutating func add(_ messages: any LazyMessages) { parts.append(OutputPart(messages)) }

    /// Adds the framed answer that begins at `start` of the output, and takes it out of there unless it may leave at once.
    mutating func add(answerIn output: inout ByteBuffer, from start: Int) {
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

    /// Adds an answer that is written in pieces.
    mutating func add(_ answer: consuming StreamedAnswer) {
        precondition(pending == nil, "nothing is answered behind an answer that is not at its end")
        let part = OutputPart(answer)
        if withheld.isOn {
            pending = part
        } else {
            parts.append(part)
        }
    }

    /// Moves the messages that leave first behind the output; `lend` gives the output memory where it has none.
    ///
    /// Memory of at most `keptMemory` bytes is kept.
    mutating func moveReady(to output: inout ByteBuffer, keeping keptMemory: Int, _ lend: (inout ByteBuffer) -> Void) {
        guard !ready.isEmpty else { return }
        if ready.capacity <= keptMemory {
            if output.capacity == 0 {
                lend(&output)
            }
            output.append(contentsOf: ready)
            ready.removeAll()
        } else {
            lastReady = ready.count
            output.append(moving: &ready)
        }
    }

    /// Whether a piece may be written next.
    @inline(__always)
    var hasFirstPart: Bool { !parts.isEmpty }

    /// What is written in pieces next.
    var firstPart: OutputPart? { parts.first }

    /// Removes a part whose last piece is written; the messages behind it leave next.
    mutating func end(_ part: OutputPart) {
        // Its last piece may have ended the connection, and dropped all parts.
        guard parts.first === part else { return }
        parts.removeFirst()
        ready.append(moving: &part.following)
    }

    /// Adds the withheld answers that wait for this number or a lower one.
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

    /// Adds errors in place of the withheld answers; returns false where an answer is too long to be looked into.
    mutating func failWithheld(with error: RPCError, framed style: Framer.Style) -> Bool {
        var answers = withheld.takeAll()
        let part = pending.take()
        if var skeleton = part?.takeSkeleton() {
            answers.append(moving: &skeleton)
        }
        guard var failed = FailedAnswers.replacing(answers, with: error, framed: style) else { return false }
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

    /// Drops everything; the answers to come are withheld as before.
    mutating func forget() {
        ready = ByteBuffer()
        withheld.forget()
        parts = []
        pending = nil
    }
}
