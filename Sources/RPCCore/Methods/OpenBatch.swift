import JSONCore

/// A batch whose requests are handled one by one, in as many turns as they take: a value.
///
/// Its answer is kept aside until it is whole, because notifications that are sent meanwhile leave before it.
struct OpenBatch: ~Copyable {
    private var requests: JSONElements
    /// The array of answers without its end.
    private var answer = ByteBuffer()
    /// What is still to be written into `answer`.
    private var gaps: [AnswerGap] = []

    /// Begins before the first request of a checked array; throws if the array is empty or too long.
    init(of batch: JSONRange, in text: Span<UInt8>, limit: Int) throws(RPCError) {
        requests = JSONElements(of: batch)
        var counted = requests
        var count = 0
        while count <= limit, counted.next(in: text) != nil {
            count += 1
        }
        guard count > 0 else { throw RPCError(.emptyBatch) }
        guard count <= limit else { throw RPCError(.batch(limit)) }
        answer.append(UInt8(ascii: "["))
    }

    /// How many bytes of the answer are written.
    var count: Int { answer.count }

    /// Returns the next request.
    mutating func next(in text: Span<UInt8>) -> Message? {
        requests.next(in: text).map { Message($0, in: text) }
    }

    /// Moves the answer to one request here, which is unframed and begins at `start` of the output.
    mutating func add(answerIn output: inout ByteBuffer, from start: Int, _ unwritten: UnwrittenResult?) {
        guard output.count > start else { return }
        if hasAnswers {
            answer.append(UInt8(ascii: ","))
        }
        if let unwritten {
            gaps.append(AnswerGap(unwritten, from: start - count))
        }
        answer.append(moving: &output, from: start)
    }

    /// Replaces each answer that is written so far by an error; returns false if one is too long to be read again.
    mutating func fail(with error: RPCError) -> Bool {
        guard hasAnswers else { return true }
        answer.append(UInt8(ascii: "]"))
        let whole = StreamedAnswer(cutting: &answer, from: 0, gaps, framed: .texts).takeSkeleton()
        gaps = []
        guard var failed = FailedAnswers.replacing(whole, with: error, framed: .texts) else { return false }
        // The end of the array and of the line.
        failed.truncate(to: failed.count - 2)
        swap(&answer, &failed)
        return true
    }

    /// Ends the answer and appends it to the output; returns an answer instead that is to be written in pieces.
    ///
    /// Nothing is appended for a batch that consists of notifications.
    consuming func end(to output: inout ByteBuffer, framed style: Framer.Style) -> StreamedAnswer? {
        guard hasAnswers else { return nil }
        answer.append(UInt8(ascii: "]"))
        guard gaps.isEmpty else { return StreamedAnswer(cutting: &answer, from: 0, gaps, framed: style) }
        output.append(moving: &answer)
        return nil
    }

    private var hasAnswers: Bool { count > 1 }
}
