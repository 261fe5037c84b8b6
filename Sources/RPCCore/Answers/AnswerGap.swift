/// Where something is still to be written into an answer: a value.
struct AnswerGap {
    var rest: ResultRest
    /// The part of the answer that is of the same result, and is followed by the rest.
    let beginning: Range<Int>

    /// What was left of a result, in the answer that begins at `start`.
    init(_ unwritten: UnwrittenResult, from start: Int) {
        rest = unwritten.rest
        beginning = unwritten.start - start..<unwritten.end - start
    }
}
