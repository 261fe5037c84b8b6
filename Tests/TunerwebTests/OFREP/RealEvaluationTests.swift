import BlockingTests
import HTTPCore
import JSONCore
import RPCCore
import Testing
import WebGateway
import WebTestSupport

/// Tests of the translation with the records of a real daemon.
@Suite(.blocking) struct RealEvaluationTests {
    private static let flags = #"""
        {"flags":{
         "gold":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","metadata":{"team":"t"},
          "targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on"]}},
         "share":{"state":"ENABLED","variants":{"a":{"n":1.5}},"defaultVariant":"a","targeting":{"fractional":[["a"]]}},
         "code":{"state":"ENABLED","variants":{"a":"x"}},
         "off":{"state":"DISABLED","variants":{"a":"x"},"defaultVariant":"a"},
         "bad":{"state":"ENABLED","variants":{"a":1},"targeting":{"cat":["x"]}}}}
        """#

    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon()
        try daemon.value("flags.define", Self.flags)
    }

    /// Returns the status and the body of the response to a request for one flag.
    private func evaluate(_ key: String, _ body: String) throws -> (HTTPStatus, String) {
        do {
            return try Self.translate(daemon.value("flags.evaluate", Self.parameters(key, body)).written())
        } catch ClientError.refused(let error) {
            var bytes = ByteBuffer()
            OFREPFault.refused(error).writeBody(key: key, to: &bytes)
            return (OFREPFault.refused(error).status, Self.string(bytes))
        }
    }

    private static func parameters(_ key: String, _ body: String) throws -> String {
        let body = body.utf8.span
        var writer = JSONWriter()
        try OFREPRequest(body).writeParameters(evaluating: key, body, to: &writer)
        return string(writer.takeBytes())
    }

    private static func translate(_ result: String) throws -> (HTTPStatus, String) {
        let text = result.utf8.span
        var writer = JSONWriter()
        let status = try #require(OFREPEvaluation(try JSON.check(text), in: text)).write(text, to: &writer)
        return (status, string(writer.takeBytes()))
    }

    private static func string(_ bytes: consuming ByteBuffer) -> String {
        String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    @Test(
        arguments: [
            (
                "gold", #"{"context":{"tier":"gold"}}"#, .ok,
                #"{"key":"gold","reason":"TARGETING_MATCH","value":true,"variant":"on","metadata":{"team":"t"}}"#
            ),
            (
                "gold", "", .ok,
                #"{"key":"gold","reason":"DEFAULT","value":false,"variant":"off","metadata":{"team":"t"}}"#
            ),
            (
                "share", #"{"context":{"targetingKey":"ada"}}"#, .ok,
                #"{"key":"share","reason":"SPLIT","value":{"n":1.5},"variant":"a"}"#
            ),
            ("code", "{}", .ok, #"{"key":"code","reason":"DEFAULT"}"#),
            ("off", "{}", .ok, #"{"key":"off","reason":"DISABLED"}"#),
            (
                "bad", "{}", .badRequest,
                #"{"key":"bad","errorCode":"GENERAL","errorDetails":"the rule of bad returns x, which is not a variant; did you mean a?"}"#
            ),
            (
                "gol", "{}", .notFound,
                #"{"key":"gol","errorCode":"FLAG_NOT_FOUND","errorDetails":"there is no flag gol; did you mean gold?"}"#
            ),
            (
                "a\u{7}", "{}", .notFound,
                #"{"key":"a\u0007","errorCode":"FLAG_NOT_FOUND","errorDetails":"key: a flag's key must not have control characters, got a\\u{7}"}"#
            ),
        ] as [(String, String, HTTPStatus, String)]
    )
    func `a record of the daemon becomes a response`(
        key: String,
        request: String,
        status: HTTPStatus,
        body: String
    ) throws {
        let response = try evaluate(key, request)
        #expect(response.0 == status)
        #expect(response.1 == body)
    }

    @Test func `a context beyond the daemon's limit is too large`() throws {
        let text = String(repeating: "x", count: 1 << 20)
        let response = try evaluate("gold", #"{"context":{"tier":"\#(text)"}}"#)
        #expect(response.0 == .contentTooLarge)
        #expect(response.1.hasPrefix(#"{"errorDetails":""#))
    }

    private static let tags = OFREPTags(version: "1", caller: "", announcing: nil)

    /// Returns the present tag of the response to a bulk request with a context.
    private func tag(context: String) throws -> OFREPTag {
        let result = try daemon.value("flags.evaluateAll", "{\"context\":\(context)}").written()
        return try Self.tag(result, context)
    }

    private static func tag(_ result: String, _ context: String) throws -> OFREPTag {
        let text = result.utf8.span
        var writer = JSONWriter()
        let response = try #require(
            OFREPBulkResponse(try JSON.check(text), in: text, announcing: nil, to: &writer)
        )
        return try OFREPBulkBody("{\"context\":\(context)}".utf8.span, tags).tag(of: response, writer.takeBytes())
    }

    /// Returns the tag that the gateway knows without an evaluation.
    private func knownTag(context: String) throws -> OFREPTag {
        let version = try #require(try daemon.value("server.info")["flagsVersion"])
        guard case .string(let version) = version else { throw ClientError.closed }
        return Self.tags.tag(flagsVersion: version, context: context.utf8.span)
    }

    @Test func `the tag is known without an evaluation, unless a rule reads the time`() throws {
        let (ada, bob) = (#"{"tier":"gold"}"#, #"{"tier":"tin"}"#)
        let first = try tag(context: ada)
        #expect(try knownTag(context: ada) == first)
        #expect(try knownTag(context: bob) != first)
        try daemon.value("tunables.set", #"{"key":"n","value":1}"#)
        #expect(try knownTag(context: ada) == first)
        try daemon.value("flags.set", #"{"key":"gold","value":false}"#)
        let second = try tag(context: ada)
        #expect(second != first)
        #expect(try knownTag(context: ada) == second)
        try daemon.value(
            "flags.define",
            #"""
            {"flags":{"timed":{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a",
             "targeting":{"if":[{"<":[{"var":"$flagd.timestamp"},5]},"b","a"]}}}}
            """#
        )
        #expect(try knownTag(context: ada) != tag(context: ada))
        // As long as the results are equal, their tags are equal, too.
        #expect(try tag(context: ada) == tag(context: ada))
    }
}
