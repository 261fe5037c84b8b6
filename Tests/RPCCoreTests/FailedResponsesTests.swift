import JSONCore
import Testing

@testable import RPCCore

@Suite struct FailedResponsesTests {
    static let error = RPCError(RPCErrorKind("storage", -32_009), "no room", facts: ["free": 0])

    /// Returns the messages after they are replaced with errors; nil if that is impossible.
    static func failed(_ messages: [String], framed style: Framer.Style) -> String? {
        let responses = framed(messages, style)
        guard let failed = FailedResponses.replacing(responses, with: error, framed: style) else { return nil }
        return String(decoding: [UInt8](failed), as: UTF8.self)
    }

    static func framed(_ messages: [String], _ style: Framer.Style) -> ByteBuffer {
        var bytes = ByteBuffer()
        for message in messages {
            let start = bytes.count
            bytes.append(text: message)
            style.closeMessage(from: start, in: &bytes)
        }
        return bytes
    }

    static func failure(_ id: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32009,"message":"no room","data":{"kind":"storage","free":0}}}"#
    }

    static func refusal(_ id: String, _ code: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"no","data":{"kind":"any"}}}"#
    }

    static let result = #"{"id":"not mine","error":{"code":-32700}}"#

    /// Responses, each with its replacement.
    static let responses: [(String, String)] = [
        (#"{"jsonrpc":"2.0","id":1,"result":true}"#, failure("1")),
        (#"{"jsonrpc":"2.0","id":1.50e0,"result":\#(result)}"#, failure("1.50e0")),
        (#"{"jsonrpc":"2.0","id":"ä\n\u0041 \" }","result":[{}]}"#, failure(#""ä\n\u0041 \" }""#)),
        (#"{"jsonrpc":"2.0","id":null,"result":1}"#, failure("null")),
        (refusal("2", -32_004), failure("2")),
        (refusal("2", -32_700), failure("2")),
        (refusal("null", -32_004), failure("null")),
        (refusal("null", -32_700), refusal("null", -32_700)),
        (refusal("null", -32_600), refusal("null", -32_600)),
        (refusal("null", -32_007), refusal("null", -32_007)),
    ]

    static let styles: [Framer.Style] = [.texts, .contentLength]

    @Test(arguments: styles)
    func `each response becomes an error with its id, except errors about invalid messages`(
        style: Framer.Style
    ) {
        for (response, expected) in Self.responses {
            #expect(Self.failed([response], framed: style) == String(Self.framed([expected], style)))
        }
        let all = Self.failed(Self.responses.map(\.0), framed: style)
        #expect(all == String(Self.framed(Self.responses.map(\.1), style)))
    }

    @Test(arguments: styles)
    func `each response of a batch becomes an error separately`(style: Framer.Style) {
        let batch = "[\(Self.responses.map(\.0).joined(separator: ","))]"
        let expected = "[\(Self.responses.map(\.1).joined(separator: ","))]"
        let messages = [Self.responses[0].0, batch, batch, Self.responses[0].0]
        let failed = [Self.responses[0].1, expected, expected, Self.responses[0].1]
        #expect(Self.failed(messages, framed: style) == String(Self.framed(failed, style)))
    }

    @Test func `a deeply nested result can become an error`() {
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let response = #"{"jsonrpc":"2.0","id":1,"result":\#(deep)}"#
        #expect(Self.failed([response], framed: .texts) == Self.failure("1") + "\n")
    }

    @Test func `without responses the replacement is empty`() {
        #expect(Self.failed([], framed: .texts) == "")
    }

    @Test func `unreadable responses are not replaced`() {
        #expect(Self.failed(["{]"], framed: .texts) == nil)
    }
}

extension String {
    fileprivate init(_ buffer: borrowing ByteBuffer) {
        self = String(decoding: [UInt8](buffer), as: UTF8.self)
    }
}
