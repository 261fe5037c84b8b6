/// How long a temporary value, override or layer lasts, and the try that it belongs to.
struct Term {
    let milliseconds: Int64
    /// The try; nil for a change that has its own end.
    let tryID: Int64?

    init(milliseconds: Int64, tryID: Int64? = nil) {
        self.milliseconds = milliseconds
        self.tryID = tryID
    }

    /// Creates the term of a change that has its own end; nil for a change without an end.
    init?(_ duration: Int64?) {
        guard let duration else { return nil }
        self.init(milliseconds: duration)
    }
}
