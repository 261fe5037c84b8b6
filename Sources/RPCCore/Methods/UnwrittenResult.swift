import JSONCore

/// What a turn has left of a result for later ones.
///
/// An object, since most answers leave nothing: that there is none is told by one register.
final class UnwrittenResult {
    let rest: ResultRest
    /// Where the result begins in what was written.
    let start: Int
    /// Where it is to be gone on with.
    let end: Int

    /// What a writer is to go on with where it stands.
    init(_ result: any StreamedResult, from start: Int, to writer: borrowing JSONWriter) {
        rest = ResultRest(result: result, isBehindValue: writer.isBehindValue)
        self.start = start
        end = writer.bytes.count
    }
}

/// A result that was begun, and what its text needs to be gone on with: a value.
struct ResultRest {
    private var result: any StreamedResult
    /// Whether a comma must separate what comes next from what was written.
    private var isBehindValue: Bool

    init(result: any StreamedResult, isBehindValue: Bool) {
        self.result = result
        self.isBehindValue = isBehindValue
    }

    /// Writes the next piece; answers whether it was the last.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        writer.isBehindValue = isBehindValue
        let isDone = try result.writePiece(to: &writer)
        isBehindValue = writer.isBehindValue
        writer.endText()
        return isDone
    }
}

/// A result that was computed when there was no more room to write it.
struct WholeResult<Result: JSONWritable>: StreamedResult {
    let result: Result

    func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        try result.write(to: &writer)
        return true
    }
}
