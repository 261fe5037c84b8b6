import JSONCore

/// A batch whose requests are handled one by one, in as many turns as they take: a value.
///
/// Its answer is written aside until it is whole, because notifications that are sent meanwhile leave before it.
struct OpenBatch: ~Copyable {
    private var requests: JSONElements
    private var answer = JSONWriter()
    /// What is still to be written of results; the positions are those in `answer`.
    private var left: [UnwrittenResult] = []

    /// Begins before the first request of a batch.
    init(of batch: JSONPlace) {
        requests = JSONElements(of: batch)
        answer.beginArray()
    }

    /// How many bytes of the answer are written.
    var count: Int { answer.bytes.count }

    /// Handles the next request; returns false if there is none.
    ///
    /// `hasRoom` is false if so much is unread that the result must not be written now.
    mutating func handleNext(
        in text: Span<UInt8>,
        by dispatcher: Dispatcher,
        from peer: any Peer,
        hasRoom: Bool,
        counts: inout CallCounts
    ) -> Bool {
        guard let request = requests.next(in: text) else { return false }
        dispatcher.handle(
            Message(request, in: text),
            in: text,
            from: peer,
            hasRoom: hasRoom,
            writer: &answer,
            left: &left,
            counts: &counts
        )
        return true
    }

    /// Replaces each answer that is written so far by an error; returns false if one is too long to be read again.
    mutating func fail(with error: RPCError) -> Bool {
        guard hasAnswers else { return true }
        answer.endArray()
        let whole = StreamedAnswer(cutting: &answer.bytes, from: 0, left, framed: .texts).takeSkeleton()
        left = []
        guard var failed = FailedAnswers.replacing(whole, with: error, framed: .texts) else { return false }
        // The end of the array and of the line.
        failed.truncate(to: failed.count - 2)
        answer = JSONWriter(failed)
        answer.isBehindValue = true
        return true
    }

    /// Ends the answer and appends it to the output; returns an answer instead that is to be written in pieces.
    ///
    /// Nothing is appended for a batch that consists of notifications.
    consuming func end(to output: inout ByteBuffer, framed style: Framer.Style) -> StreamedAnswer? {
        guard hasAnswers else { return nil }
        answer.endArray()
        guard left.isEmpty else { return StreamedAnswer(cutting: &answer.bytes, from: 0, left, framed: style) }
        output.append(moving: &answer.bytes)
        return nil
    }

    private var hasAnswers: Bool { count > 1 }
}
