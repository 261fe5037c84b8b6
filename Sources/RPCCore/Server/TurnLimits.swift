/// How much one connection may have done for it before the others have their turn.
struct TurnLimits {
    /// Messages handled; the requests of a batch count one by one, though a batch that was begun is finished.
    static let messages = 64
    /// Bytes read.
    static let bytes = 64 << 10
    /// Connections accepted.
    static let accepts = 16
}
