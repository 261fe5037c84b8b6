import JSONCore

/// A writer that replaces responses, which the peer has not received, with errors for the same requests.
struct FailedResponses: ~Copyable {
    private static let members = JSONFieldNames(["id", "error"])
    private static let code = JSONFieldNames(["code"])

    private let error: RPCError
    private var writer = JSONWriter()

    /// Returns an error response for each response in `responses`, in the same order.
    ///
    /// Returns nil if a response is longer than ``FramingLimits/responses`` allows.
    static func replacing(
        _ responses: borrowing ByteBuffer,
        with error: RPCError,
        framed style: Framer.Style
    ) -> ByteBuffer? {
        responses.withBytes { text in
            var failed = FailedResponses(error: error)
            var framer = Framer(limits: .responses)
            while true {
                switch framer.next(in: text, isWhole: true) {
                case .message(let range): failed.replace(JSONRange(range, in: text), in: text, style)
                case .needsMore: return failed.take()
                case .fault: return nil
                }
            }
        }
    }

    private init(error: RPCError) {
        self.error = error
    }

    private consuming func take() -> ByteBuffer {
        writer.takeBytes()
    }

    private mutating func replace(_ message: JSONRange, in text: Span<UInt8>, _ style: Framer.Style) {
        let start = writer.bytes.count
        if message.kind == .array {
            var responses = JSONElements(of: message)
            writer.beginArray()
            while let response = responses.next(in: text) {
                replace(response, in: text)
            }
            writer.endArray()
        } else {
            replace(message, in: text)
        }
        writer.endText()
        style.closeMessage(from: start, in: &writer.bytes)
    }

    private mutating func replace(_ response: JSONRange, in text: Span<UInt8>) {
        let found = FailedResponses.members.find(in: response, text)
        if let id = found.range(0), id.kind == .null, let error = found.range(1), isAboutText(error, in: text) {
            writer.raw(text, in: response.range)
        } else {
            writer.failure(error, id: found.range(0)?.source, in: text)
        }
    }

    /// Returns whether an error with a null id reports a text that is not a request.
    ///
    /// Such a response stays as it is. The text changed nothing, so nothing can fail later, and the client could not
    /// know which request the new error belongs to.
    private func isAboutText(_ error: JSONRange, in text: Span<UInt8>) -> Bool {
        guard error.kind == .object,
            let code = FailedResponses.code.find(in: error, text).range(0)?.integer(in: text)
        else { return false }
        return [RPCErrorKind.parse, .invalidRequest, .tooLarge].contains { $0.code == Int(code) }
    }
}
