import JSONCore

/// The head of the last request of a connection: a client that polls sends the same bytes each time.
///
/// A head ends with its first empty line, and the ranges in it count from its first byte. So what was read from a head
/// is also what a parser would read from any input that begins with the same bytes.
///
/// An object, because most streams are the only request of their connection, which then needs no memory for this.
final class LastHead {
    /// The limit for the bytes of a head that is kept.
    static let longest = 1_024

    private var bytes = ByteBuffer()
    private var request = HTTPRequest()

    /// Reads the head at the front of the input, and returns the offset behind it; nil if it is not the one that is kept.
    func read(in input: Span<UInt8>, into request: inout HTTPRequest) -> Int? {
        let count = bytes.count
        guard count > 0, count <= input.count, bytes.withBytes({ $0.hasBytes(of: input.extracting(0..<count)) }) else {
            return nil
        }
        request = self.request
        return count
    }

    /// Keeps the head at the front of the input, up to `end`, unless it is long.
    func keep(_ request: HTTPRequest, endingAt end: Int, in input: Span<UInt8>) {
        bytes.removeAll()
        guard end <= LastHead.longest else { return }
        bytes.append(input, in: 0..<end)
        self.request = request
    }
}

@available(*, unavailable)
extension LastHead: Sendable {}
