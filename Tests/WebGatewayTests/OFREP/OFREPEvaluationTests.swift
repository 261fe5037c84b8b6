import HTTPCore
import JSONCore
import Testing
import WebGateway

@Suite struct OFREPEvaluationTests {
    @Test(
        arguments: [
            (
                #"{"key":"k","value":true,"variant":"on","reason":"STATIC"}"#, .ok,
                #"{"key":"k","reason":"STATIC","value":true,"variant":"on"}"#
            ),
            (
                #"{"key":"k","value":{"a":[1, 2.50]},"variant":"o","reason":"TARGETING_MATCH","metadata":{"m":"t"}}"#,
                .ok,
                #"{"key":"k","reason":"TARGETING_MATCH","value":{"a":[1, 2.50]},"variant":"o","metadata":{"m":"t"}}"#
            ),
            (
                #"{"key":"k","value":"x","variant":"v","reason":"SPLIT"}"#, .ok,
                #"{"key":"k","reason":"SPLIT","value":"x","variant":"v"}"#
            ),
            // An override that is none of the variants has no variant.
            (
                #"{"key":"k","value":3,"reason":"STATIC","overridden":true}"#, .ok,
                #"{"key":"k","reason":"STATIC","value":3}"#
            ),
            (
                #"{"key":"k","value":1,"variant":"a","reason":"DEFAULT","limited":true}"#, .ok,
                #"{"key":"k","reason":"DEFAULT","value":1,"variant":"a"}"#
            ),
            // The default of the client's code.
            (#"{"key":"k","reason":"DEFAULT"}"#, .ok, #"{"key":"k","reason":"DEFAULT"}"#),
            (#"{"key":"k","reason":"DISABLED"}"#, .ok, #"{"key":"k","reason":"DISABLED"}"#),
            (
                #"{"key":"k","value":1,"variant":"a","reason":"DISABLED","metadata":{"m":1}}"#, .ok,
                #"{"key":"k","reason":"DISABLED","metadata":{"m":1}}"#
            ),
            (
                #"{"key":"k","reason":"ERROR","errorCode":"FLAG_NOT_FOUND","errorMessage":"no \"k\""}"#, .notFound,
                #"{"key":"k","errorCode":"FLAG_NOT_FOUND","errorDetails":"no \"k\""}"#
            ),
            (
                #"{"key":"k","reason":"ERROR","metadata":{"m":1},"errorCode":"PARSE_ERROR","errorMessage":"e"}"#,
                .badRequest,
                #"{"key":"k","errorCode":"PARSE_ERROR","errorDetails":"e","metadata":{"m":1}}"#
            ),
            (
                #"{"key":"k","reason":"ERROR","errorCode":"GENERAL"}"#, .badRequest,
                #"{"key":"k","errorCode":"GENERAL"}"#
            ),
            (
                #"{"key":"k","reason":"ERROR","errorCode":"TARGETING_KEY_MISSING"}"#, .badRequest,
                #"{"key":"k","errorCode":"TARGETING_KEY_MISSING"}"#
            ),
            (
                #"{"key":"k","reason":"ERROR","errorCode":"INVALID_CONTEXT"}"#, .badRequest,
                #"{"key":"k","errorCode":"INVALID_CONTEXT"}"#
            ),
            // OFREP has no code for a wrong type, because a request has no type.
            (
                #"{"key":"k","value":1,"reason":"ERROR","errorCode":"TYPE_MISMATCH","errorMessage":"e"}"#, .badRequest,
                #"{"key":"k","errorCode":"GENERAL","errorDetails":"e"}"#
            ),
            (
                #"{"explain":{"a":1},"new":[{}],"reason":"STATIC","k\u0065y":"a\"\u00fc","value":null}"#, .ok,
                #"{"key":"a\"\u00fc","reason":"STATIC","value":null}"#
            ),
        ] as [(String, HTTPStatus, String)]
    )
    func `an evaluation becomes a success or a failure`(record: String, status: HTTPStatus, body: String) throws {
        let text = record.utf8.span
        var writer = JSONWriter()
        let evaluation = try #require(OFREPEvaluation(try JSON.check(text), in: text))
        #expect(evaluation.write(text, to: &writer) == status)
        let written = String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
        #expect(written == body)
    }

    @Test(arguments: ["true", "[]", "{}", #"{"key":"k"}"#, #"{"reason":"STATIC"}"#])
    func `what is no evaluation is recognized`(record: String) throws {
        let text = record.utf8.span
        let isEvaluation = try OFREPEvaluation(JSON.check(text), in: text) != nil
        #expect(!isEvaluation)
    }
}
