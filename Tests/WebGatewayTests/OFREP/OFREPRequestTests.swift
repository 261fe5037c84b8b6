import HTTPCore
import JSONCore
import RPCCore
import Testing
import WebGateway
import WebTestSupport

@Suite struct OFREPRequestTests {
    /// Returns the parameters of `flags.evaluate` for a body.
    private static func parameters(_ body: String, key: String = "k") throws -> String {
        let body = body.utf8.span
        var writer = JSONWriter()
        try OFREPRequest(body).writeParameters(evaluating: key, body, to: &writer)
        return text(writer.takeBytes())
    }

    private static func text(_ bytes: consuming ByteBuffer) -> String {
        String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    @Test(arguments: [
        ("", #"{"key":"k"}"#), (" \r\n\t", #"{"key":"k"}"#), ("{}", #"{"key":"k"}"#),
        (#"{"context":null}"#, #"{"key":"k"}"#), (#"{"context":{}}"#, #"{"key":"k","context":{}}"#),
        (
            #" { "context" : { "targetingKey": "ada", "n": 1e2, "o": {"a": [1, 2]} } } "#,
            #"{"key":"k","context":{ "targetingKey": "ada", "n": 1e2, "o": {"a": [1, 2]} }}"#
        ),
        (#"{"context":{"a":1},"context":{"a":2}}"#, #"{"key":"k","context":{"a":2}}"#),
        (#"{"context":{"a":1},"context":null}"#, #"{"key":"k"}"#),
        (#"{"other":{"context":1},"context":{"a":1},"more":[]}"#, #"{"key":"k","context":{"a":1}}"#),
        (#"{"context":{"targetingKey":null}}"#, #"{"key":"k","context":{"targetingKey":null}}"#),
        (#"{"context":{"targetingKey":""}}"#, #"{"key":"k","context":{"targetingKey":""}}"#),
        (#"{"c\u006fntext":{"a":1}}"#, #"{"key":"k","context":{"a":1}}"#),
        ("\n{\"context\":{\n\t\"a\":\r\n[1,\r\"\\n\"]}\n}", "{\"key\":\"k\",\"context\":{ \t\"a\":  [1, \"\\n\"]}}"),
        (#"{"context":{"a":"}\"{"}}"#, #"{"key":"k","context":{"a":"}\"{"}}"#),
    ])
    func `a body becomes the parameters of flags.evaluate`(body: String, parameters: String) throws {
        #expect(try Self.parameters(body) == parameters)
    }

    @Test func `a key is written as a JSON string`() throws {
        #expect(try Self.parameters("", key: "a\"b\\ü/\n") == #"{"key":"a\"b\\ü/\n"}"#)
    }

    @Test(arguments: [("", "{}"), (#"{"context":{"a":1}}"#, #"{"context":{"a":1}}"#)])
    func `a body becomes the parameters of flags.evaluateAll`(body: String, parameters: String) throws {
        let body = body.utf8.span
        var writer = JSONWriter()
        try OFREPRequest(body).writeParameters(body, to: &writer)
        let written = Self.text(writer.takeBytes())
        #expect(written == parameters)
    }

    /// Returns the status and the body of the response to a body that is refused.
    private static func refusal(_ body: [UInt8], key: String?) -> (HTTPStatus, String)? {
        do throws(OFREPFault) {
            _ = try OFREPRequest(body.span)
            return nil
        } catch {
            return response(error, key: key)
        }
    }

    private static func response(_ fault: OFREPFault, key: String?) -> (HTTPStatus, String) {
        var bytes = ByteBuffer()
        fault.writeBody(key: key, to: &bytes)
        return (fault.status, text(bytes))
    }

    @Test(
        arguments: [
            (
                #"{"context":{"targetingKey":5}}"#, "INVALID_CONTEXT",
                "context.targetingKey must be a string, got a number"
            ),
            (
                #"{"context":{"a":1,"targetingKey":["ada"]}}"#, "INVALID_CONTEXT",
                "context.targetingKey must be a string, got an array"
            ),
            ("[]", "PARSE_ERROR", "the body must be an object, got an array"),
            ("null", "PARSE_ERROR", "the body must be an object, got null"),
            (#""context""#, "PARSE_ERROR", "the body must be an object, got a string"),
            (#"{"context":[]}"#, "INVALID_CONTEXT", "context must be an object, got an array"),
            (#"{"context":"ada"}"#, "INVALID_CONTEXT", "context must be an object, got a string"),
            (#"{"context":0}"#, "INVALID_CONTEXT", "context must be an object, got a number"),
        ]
    )
    func `a body of another form is refused with and without a key`(body: String, code: String, details: String) throws
    {
        let single = try #require(Self.refusal(Array(body.utf8), key: "a\"b"))
        #expect(single.0 == .badRequest)
        #expect(single.1 == #"{"key":"a\"b","errorCode":"\#(code)","errorDetails":"\#(details)"}"#)
        let bulk = try #require(Self.refusal(Array(body.utf8), key: nil))
        #expect(bulk.0 == .badRequest)
        #expect(bulk.1 == #"{"errorCode":"\#(code)","errorDetails":"\#(details)"}"#)
    }

    @Test(arguments: [
        "{", "{}x", "{\"context\":{}", "{'context':{}}", "{\"context\":{}}{}", "\u{FEFF}{}", "{\"context\":{\"a\":}}",
        "{\"context\":{\"a\":01}}", "{\"context\":{\"a\":\"\u{1}\"}}", "nul", "\u{0}",
        "{\"context\":{\"a\":\"\\ud800\"}}x",
        String(repeating: "[", count: 100_000), "{\"context\":" + String(repeating: "{\"a\":", count: 200),
    ])
    func `a body that is not JSON is refused`(body: String) throws {
        let refusal = try #require(Self.refusal(Array(body.utf8), key: "k"))
        #expect(refusal.0 == .badRequest)
        #expect(refusal.1.hasPrefix(#"{"key":"k","errorCode":"PARSE_ERROR","errorDetails":"the body is not JSON: "#))
        #expect(try JSON.parse(refusal.1).kind == .object)
    }

    @Test(
        arguments: [[0xFF], [0x7B, 0x22, 0xC0, 0x22, 0x3A, 0x31, 0x7D], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]]
    )
    func `a body that is not UTF-8 is refused`(body: [UInt8]) throws {
        #expect(try #require(Self.refusal(body, key: nil)).0 == .badRequest)
    }

    private static func remote(_ kind: String, parameter: String? = nil) -> OFREPFault {
        var data: JSONObject = ["kind": .string(kind)]
        data["parameter"] = parameter.map { .string($0) }
        return .refused(RemoteError(code: -1, message: "m \"q\"", data: .object(data)))
    }

    @Test(
        arguments: [
            (remote("tooLarge", parameter: "context"), .contentTooLarge, #"{"errorDetails":"m \"q\""}"#),
            (.tooLarge("big"), .contentTooLarge, #"{"errorDetails":"big"}"#),
            (
                remote("invalidParams", parameter: "key"), .notFound,
                #"{"key":"k","errorCode":"FLAG_NOT_FOUND","errorDetails":"m \"q\""}"#
            ),
            (
                remote("invalidParams", parameter: "context"), .badRequest,
                #"{"key":"k","errorCode":"INVALID_CONTEXT","errorDetails":"m \"q\""}"#
            ),
            (
                remote("unknownWorld"), .badRequest,
                #"{"key":"k","errorCode":"GENERAL","errorDetails":"m \"q\""}"#
            ),
            (remote("denied"), .forbidden, ""),
            (remote("storage"), .internalServerError, #"{"errorDetails":"m \"q\""}"#),
            (remote("invalidParams", parameter: "x"), .internalServerError, #"{"errorDetails":"m \"q\""}"#),
            (remote("new kind"), .internalServerError, #"{"errorDetails":"m \"q\""}"#),
            (.refused(RemoteError(code: 1, message: "m", data: .null)), .internalServerError, #"{"errorDetails":"m"}"#),
            (.unavailable("no daemon"), .serviceUnavailable, #"{"errorDetails":"no daemon"}"#),
        ] as [(OFREPFault, HTTPStatus, String)]
    )
    func `an error of the daemon has a status and a body`(fault: OFREPFault, status: HTTPStatus, body: String) {
        let response = Self.response(fault, key: "k")
        #expect(response.0 == status)
        #expect(response.1 == body)
    }
}
