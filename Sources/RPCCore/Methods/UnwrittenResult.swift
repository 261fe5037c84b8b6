import JSONCore

/// The rest of a result that must be written in later turns.
///
/// This is a class because most responses have no rest: nil then fits into one register.
final class UnwrittenResult {
    let rest: ResultRest
    /// The offset in the output where the result begins.
    let start: Int
    /// The offset in the output where the rest must be inserted.
    let end: Int

    /// Creates the rest of a result whose first part the writer has just written.
    init(_ result: any StreamedResult, from start: Int, to writer: borrowing JSONWriter) {
        rest = ResultRest(result: result, isBehindValue: writer.isBehindValue)
        self.start = start
        end = writer.bytes.count
    }
}

/// The rest of a result, and the state that the writer needs to continue.
struct ResultRest {
    private var result: any StreamedResult
    /// Whether a comma must separate the next value from the text before it.
    private var isBehindValue: Bool

    init(result: any StreamedResult, isBehindValue: Bool) {
        self.result = result
        self.isBehindValue = isBehindValue
    }

    /// Writes the next piece, and returns whether it was the last.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        writer.isBehindValue = isBehindValue
        let isDone = try result.writePiece(to: &writer)
        isBehindValue = writer.isBehindValue
        writer.endText()
        return isDone
    }
}

/// A result that was computed in a turn that had no room left to write it.
struct WholeResult<Result: JSONWritable>: StreamedResult {
    let result: Result

    func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        try result.write(to: &writer)
        return true
    }
}
