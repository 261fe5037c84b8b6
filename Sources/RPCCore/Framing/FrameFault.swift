package import JSONCore

/// The reason why the next bytes of the stream are not a message.
package enum FrameFault: Error, Equatable, Sendable {
    /// The text is not JSON.
    ///
    /// The fault's offset, the line and the column count from the beginning of the text.
    case notJSON(JSONFault, line: Int, column: Int)
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    case headerTooLong(limit: Int)
    case header(HeaderFault)
    case unknownFraming(firstByte: UInt8)

    /// Whether the connection must end because the framer cannot find the next message.
    package var isFatal: Bool {
        switch self {
        case .notJSON, .tooDeep: false
        case .tooLong, .headerTooLong, .header, .unknownFraming: true
        }
    }
}

/// The reason why a Content-Length header is invalid.
package enum HeaderFault: Equatable, Sendable {
    case noContentLength
    case repeatedContentLength
    case notANumber
    case noColon
    case bodyMissing
}
