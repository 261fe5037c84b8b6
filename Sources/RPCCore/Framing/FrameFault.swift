package import JSONCore

/// Why a piece of the stream is no message.
package enum FrameFault: Error, Equatable, Sendable {
    /// The text is no JSON; the fault's offset counts from the text's first byte, its place is in lines and columns.
    case notJSON(JSONFault, line: Int, column: Int)
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    case headerTooLong(limit: Int)
    case header(HeaderFault)
    case unknownFraming(firstByte: UInt8)

    /// Whether nothing behind the fault can be understood, so that the connection must end.
    package var isFatal: Bool {
        switch self {
        case .notJSON, .tooDeep: false
        case .tooLong, .headerTooLong, .header, .unknownFraming: true
        }
    }
}

/// What is wrong with a Content-Length header.
package enum HeaderFault: Equatable, Sendable {
    case noContentLength
    case repeatedContentLength
    case notANumber
    case noColon
    case bodyMissing
}
