/// A position in a partly written response where the rest of a result must be inserted.
struct ResponseGap {
    var rest: ResultRest
    /// The range of the result's first part in the response.
    ///
    /// The rest follows directly after this range.
    let beginning: Range<Int>

    /// Creates the gap for a result whose first part is written.
    ///
    /// The response begins at `start` in the output.
    init(_ unwritten: UnwrittenResult, from start: Int) {
        rest = unwritten.rest
        beginning = unwritten.start - start..<unwritten.end - start
    }
}
