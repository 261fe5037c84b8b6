import JSONCore
import RPCCore
import Testing

@Suite struct RPCErrorTests {
    static let parsing: [(FrameFault, RPCErrorKind, String)] = [
        (
            .notJSON(JSONFault(.expected(.colon), at: 9), line: 2, column: 3), .parse,
            "the text is not JSON: line 2, column 3: expected a colon"
        ),
        (.tooDeep(limit: 5), .tooLarge, "arrays and objects may be nested at most 5 levels deep"),
        (.tooLong(limit: 5), .tooLarge, "a message may have at most 5 bytes; the connection ends"),
        (.headerTooLong(limit: 5), .tooLarge, "a message's header may have at most 5 bytes; the connection ends"),
        (
            .unknownFraming(firstByte: 1), .parse,
            "a connection must begin with a JSON object or array, or with Content-Length; the connection ends"
        ),
        (.header(.noContentLength), .parse, "a header has no Content-Length; the connection ends"),
        (.header(.repeatedContentLength), .parse, "a header has more than one Content-Length; the connection ends"),
        (
            .header(.notANumber), .parse,
            "Content-Length must be a number of bytes in decimal digits; the connection ends"
        ),
        (.header(.noColon), .parse, "a header line has no colon; the connection ends"),
        (.header(.bodyMissing), .parse, "the stream ended inside a message; the connection ends"),
    ]

    @Test(arguments: parsing)
    func `a framing fault has a kind and a message`(fault: FrameFault, kind: RPCErrorKind, message: String) {
        let error = RPCError(fault)
        #expect(error.kind == kind)
        #expect(error.message == message)
    }

    @Test(
        arguments: [
            (.messageTime(.seconds(60)), "messageTime", 60, "a message may take at most 60 s "),
            (.messageTime(.milliseconds(250)), "messageTime", 1, "a message may take at most 0.25 s "),
            (.messageTime(.milliseconds(1_500)), "messageTime", 2, "a message may take at most 1.5 s "),
            (.batch(7), "batch", 7, "a batch may have at most 7 requests; "),
            (.unreadInput(8), "unreadInput", 8, "unfinished messages of all connections may take at most 8 bytes; "),
            (.connections(9), "connections", 9, "there are 9 connections already; "),
            (.reservedConnections(9, reserved: 2), "connections", 9, "there are 7 connections already, and 2 are "),
            (.connectionsPerUser(9, user: 1_000), "connectionsPerUser", 9, "user 1000 has 9 connections already; "),
        ] as [(LimitFault, String, Int64, String)]
    )
    func `a limit fault has the limit's name and size`(
        fault: LimitFault,
        name: String,
        maximum: Int64,
        beginning: String
    ) {
        let error = RPCError(fault)
        #expect(error.kind == .tooLarge)
        #expect(error.facts == ["limit": .string(name), "maximum": .integer(maximum)])
        #expect(error.message.hasPrefix(beginning))
    }

    @Test func `a parse fault has its position, and a framing limit its name and size`() {
        let fault = RPCError(.notJSON(JSONFault(.expected(.colon), at: 9), line: 2, column: 3))
        #expect(fault.facts == ["offset": 9, "line": 2, "column": 3])
        #expect(RPCError(.tooLong(limit: 5)).facts == ["limit": "message", "maximum": 5])
    }

    @Test(arguments: [
        (InvalidMessage.notAnObject, "a request must be an object"),
        (.version, #"a request must have "jsonrpc": "2.0""#),
        (.id, "id must be a string, a number or null"), (.noMethod, "a request must have a method"),
        (.method, "method must be a string"), (.params, "params must be an object or an array"),
        (.emptyBatch, "a batch must have at least one request"),
    ])
    func `an invalid request has a message with the reason`(invalid: InvalidMessage, message: String) {
        #expect(RPCError(invalid) == RPCError(.invalidRequest, message))
    }

    @Test(arguments: [
        (RPCErrorKind.parse, "parse", -32_700), (.invalidRequest, "invalidRequest", -32_600),
        (.methodNotFound, "methodNotFound", -32_601), (.invalidParams, "invalidParams", -32_602),
        (.internalError, "internal", -32_603), (.tooLarge, "tooLarge", -32_007), (.busy, "busy", -32_008),
    ])
    func `error kinds have the names and codes of the protocol`(kind: RPCErrorKind, name: String, code: Int) {
        #expect(kind.name.description == name)
        #expect(kind.code == code)
    }

    @Test func `data that JSON cannot represent is omitted`() throws {
        var writer = JSONWriter()
        let error = RPCError(.busy, "m", facts: ["a": .double(.nan), "b": 1])
        let noText: [UInt8] = []
        writer.failure(error, id: nil, in: noText.span)
        let value = try JSON.parse(String(decoding: [UInt8](writer.bytes), as: UTF8.self))
        #expect(value["error"]?["data"] == ["kind": "busy", "b": 1])
    }
}
