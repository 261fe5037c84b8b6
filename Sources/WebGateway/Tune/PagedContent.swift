import JSONCore

/// The content of a response with all entries of a long result, which it receives in parts.
protocol PagedContent {
    /// The method that returns the result; its parameter `limit` is the maximum number of entries.
    static var method: String { get }

    /// Appends the entries of a result or of a part of it, which is a result with fewer entries.
    ///
    /// Throws if the result is not as declared.
    mutating func append(_ page: JSONRange, in text: Span<UInt8>, to body: inout ByteBuffer) throws(JSONMismatch)

    /// Appends what follows the last entry.
    func end(_ body: inout ByteBuffer)
}
