/// The memory of the calls that wait for a connection to the daemon, on all links together.
final class WaitingBytes {
    /// The limit for the bytes.
    static let limit = 16 << 20
    /// What a call needs besides its parameters.
    private static let overhead = 256

    private var count = 0

    /// Adds a call with parameters of a length; returns false if there is no room for it.
    func add(_ length: Int) -> Bool {
        let size = length + WaitingBytes.overhead
        guard count + size <= WaitingBytes.limit else { return false }
        count += size
        return true
    }

    func remove(_ length: Int) { count -= length + WaitingBytes.overhead }
}

@available(*, unavailable)
extension WaitingBytes: Sendable {}
