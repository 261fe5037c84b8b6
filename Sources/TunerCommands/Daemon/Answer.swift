import JSONCore

/// What the daemon answered to a call.
struct Answer<Result> {
    /// As it came, with what a newer daemon may tell besides.
    let json: JSON
    /// What the method is declared to answer.
    let result: Result
}
