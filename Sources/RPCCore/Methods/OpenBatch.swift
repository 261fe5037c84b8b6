import JSONCore

/// A batch whose requests are handled one at a time, over as many turns as needed.
///
/// The response is collected here until it is complete, because notifications that are sent meanwhile precede it.
struct OpenBatch: ~Copyable {
    private var requests: JSONElements
    /// The offset of the batch in the input, which stays there until the last request is handled.
    private let start: Int
    /// The array of responses, without the closing bracket.
    private var response = ByteBuffer()
    /// The positions in `response` where the rest of a result is missing.
    private var gaps: [ResponseGap] = []

    /// Creates a batch from a checked array, before its first request; throws if the array is empty or too long.
    init(of batch: JSONRange, in text: Span<UInt8>, limit: Int) throws(RPCError) {
        requests = JSONElements(of: batch)
        start = batch.range.lowerBound
        var counted = requests
        var count = 0
        while count <= limit, counted.next(in: text) != nil {
            count += 1
        }
        guard count > 0 else { throw RPCError(.emptyBatch) }
        guard count <= limit else { throw RPCError(.batch(limit)) }
        response.append(UInt8(ascii: "["))
    }

    /// The number of bytes of the response so far.
    var count: Int { response.count }

    mutating func next(in text: Span<UInt8>) -> Message? {
        requests.next(in: text).map { Message($0, in: text, ofBatchAt: start) }
    }

    /// Moves the unframed response to one request, which begins at `start` of the output, into the array.
    mutating func add(responseIn output: inout ByteBuffer, from start: Int, _ unwritten: UnwrittenResult?) {
        guard output.count > start else { return }
        if hasResponses {
            response.append(UInt8(ascii: ","))
        }
        if let unwritten {
            gaps.append(ResponseGap(unwritten, from: start - count))
        }
        response.append(moving: &output, from: start)
    }

    /// Replaces each response so far with an error; returns false if a response is too long to be read again.
    mutating func fail(with error: RPCError) -> Bool {
        guard hasResponses else { return true }
        response.append(UInt8(ascii: "]"))
        let whole = StreamedResponse(cutting: &response, from: 0, gaps, framed: .texts).takeSkeleton()
        gaps = []
        guard var failed = FailedResponses.replacing(whole, with: error, framed: .texts) else { return false }
        // The array stays open: drop its closing bracket and the line feed.
        failed.truncate(to: failed.count - 2)
        swap(&response, &failed)
        return true
    }

    /// Ends the response and appends it to the output, unframed.
    ///
    /// If a part of the response must be written later, the function returns the response instead. A batch of
    /// notifications has no response.
    consuming func end(to output: inout ByteBuffer, framed style: Framer.Style) -> StreamedResponse? {
        guard hasResponses else { return nil }
        response.append(UInt8(ascii: "]"))
        guard gaps.isEmpty else { return StreamedResponse(cutting: &response, from: 0, gaps, framed: style) }
        output.append(moving: &response)
        return nil
    }

    private var hasResponses: Bool { count > 1 }
}
