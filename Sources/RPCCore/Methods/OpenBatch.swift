import JSONCore

/// A batch whose requests are handled one at a time, over as many turns as needed.
///
/// The response is collected here until it is complete, because notifications that are sent meanwhile precede it.
struct OpenBatch: ~Copyable {
    private var requests: JSONElements
    /// The array of responses, without the closing bracket.
    private var answer = ByteBuffer()
    /// The positions in `answer` where the rest of a result is missing.
    private var gaps: [ResponseGap] = []

    /// Creates a batch from a checked array, before its first request; throws if the array is empty or too long.
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

    /// The number of bytes of the response so far.
    var count: Int { answer.count }

    mutating func next(in text: Span<UInt8>) -> Message? {
        requests.next(in: text).map { Message($0, in: text) }
    }

    /// Moves the unframed response to one request, which begins at `start` of the output, into the array.
    mutating func add(answerIn output: inout ByteBuffer, from start: Int, _ unwritten: UnwrittenResult?) {
        guard output.count > start else { return }
        if hasAnswers {
            answer.append(UInt8(ascii: ","))
        }
        if let unwritten {
            gaps.append(ResponseGap(unwritten, from: start - count))
        }
        answer.append(moving: &output, from: start)
    }

    /// Replaces each response so far with an error; returns false if a response is too long to be read again.
    mutating func fail(with error: RPCError) -> Bool {
        guard hasAnswers else { return true }
        answer.append(UInt8(ascii: "]"))
        let whole = StreamedResponse(cutting: &answer, from: 0, gaps, framed: .texts).takeSkeleton()
        gaps = []
        guard var failed = FailedResponses.replacing(whole, with: error, framed: .texts) else { return false }
        // The array stays open: drop its closing bracket and the line feed.
        failed.truncate(to: failed.count - 2)
        swap(&answer, &failed)
        return true
    }

    /// Ends the response and appends it to the output, unframed.
    ///
    /// If a part of the response must be written later, the function returns the response instead. A batch of
    /// notifications has no response.
    consuming func end(to output: inout ByteBuffer, framed style: Framer.Style) -> StreamedResponse? {
        guard hasAnswers else { return nil }
        answer.append(UInt8(ascii: "]"))
        guard gaps.isEmpty else { return StreamedResponse(cutting: &answer, from: 0, gaps, framed: style) }
        output.append(moving: &answer)
        return nil
    }

    private var hasAnswers: Bool { count > 1 }
}
