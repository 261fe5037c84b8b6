/// The reason why the server ends a WebSocket connection.
package enum WebSocketFault: Error, Equatable, Sendable {
    case reservedBits
    case opcode
    case notMasked
    case lengthNotMinimal
    case length
    case controlFragmented
    case controlTooLong
    case nothingToContinue
    case messageNotFinished
    case closeLength
    case closeCode
    case notUTF8
    case messageTooLong(limit: Int)

    /// The code of the close frame that the server sends (RFC 6455, 7.4.1).
    package var code: CloseCode {
        switch self {
        case .notUTF8: .invalidData
        case .messageTooLong: .messageTooBig
        default: .protocolError
        }
    }

    /// The reason in the close frame, which is at most 123 bytes.
    package var reason: String {
        switch self {
        case .reservedBits: "A reserved bit is set."
        case .opcode: "The opcode is reserved."
        case .notMasked: "The frame is not masked."
        case .lengthNotMinimal: "The length does not use the shortest form."
        case .length: "The length is negative."
        case .controlFragmented: "The control frame is fragmented."
        case .controlTooLong: "The control frame has more than 125 bytes."
        case .nothingToContinue: "There is no message to continue."
        case .messageNotFinished: "The message before is not finished."
        case .closeLength: "The close frame has one byte."
        case .closeCode: "The close code is not allowed."
        case .notUTF8: "The text is not UTF-8."
        case .messageTooLong: "The message is too long."
        }
    }
}
