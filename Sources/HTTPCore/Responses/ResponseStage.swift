/// How far a response is written.
enum ResponseStage: Equatable {
    /// It has not begun.
    case none
    /// Fields may be added.
    case fields(isWithoutBody: Bool)
    /// A body of known length follows.
    case counted(left: Int)
    /// Chunks follow.
    case chunks
    /// The body ends with the connection.
    case untilEnd
    /// The response to HEAD has no body; what is written is dropped.
    case dropped
}
