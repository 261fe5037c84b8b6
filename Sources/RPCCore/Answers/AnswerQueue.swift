import JSONCore

/// Answers that wait for an earlier one: a value that gives them out in the order of their requests.
package struct AnswerQueue {
    /// One message for the peer, perhaps with places where promised answers belong.
    private struct Held {
        let bytes: [UInt8]
        let holes: [AnswerHole]

        /// About the memory it takes: a promise that has no bytes yet is not free.
        var weight: Int {
            holes.reduce(bytes.count + 256) { $0 + 256 + $1.answer.weight }
        }

        var isReady: Bool { holes.allSatisfy { $0.answer.message != nil } }
    }

    /// What has left is gone from here at once, whatever it weighed.
    private var held: [Held?] = []
    private var first = 0

    /// About how much memory is taken by what waits, promised answers that are there already too.
    package private(set) var weight = 0

    /// A queue in which nothing waits.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { first == held.count }

    /// Puts a message behind those that wait.
    mutating func append(_ bytes: borrowing ByteBuffer, holes: [AnswerHole]) {
        let message = Held(bytes: [UInt8](bytes), holes: holes)
        held.append(message)
        weight += message.weight
    }

    /// Counts a promised answer that came while its message waited; whoever owns the queue says so, once for each.
    mutating func count(_ answer: PromisedAnswer) {
        // Else the queue was replaced meanwhile by one in which nothing waits, and nothing ever will.
        guard !isEmpty else { return }
        weight += answer.message?.count ?? 0
    }

    /// Forgets everything: nobody is there any more to read it.
    mutating func abandon() {
        for message in held {
            for hole in message?.holes ?? [] {
                hole.answer.abandon()
            }
        }
        self = AnswerQueue()
    }

    /// Takes out the next message if every answer in it is there.
    mutating func takeReady(into buffer: inout ByteBuffer) -> Bool {
        guard !isEmpty, let message = held[first], message.isReady else { return false }
        held[first] = nil
        first += 1
        weight -= message.weight
        if first == held.count || (first > 32 && first * 2 > held.count) {
            held.removeFirst(first)
            first = 0
        }
        var copied = 0
        for hole in message.holes {
            buffer.append(message.bytes.span, in: copied..<hole.offset)
            if let answer = hole.answer.message {
                buffer.append(answer.span)
            }
            copied = hole.offset
        }
        buffer.append(message.bytes.span, in: copied..<message.bytes.count)
        return true
    }
}

/// Where in a message a promised answer belongs.
struct AnswerHole {
    let offset: Int
    let answer: PromisedAnswer
}
