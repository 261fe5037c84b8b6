import HTTPCore
import JSONCore
import Testing
import WebGateway

@Suite struct OFREPBulkTests {
    private static let stream = OFREPEventStream(requestURI: "/ofrep/v1/sse?w=\"", inactivityDelay: 30)

    /// Returns the body for a result, and the response; nil if the result is refused.
    private static func response(
        _ result: String,
        announcing stream: OFREPEventStream? = nil
    ) throws -> (body: String, response: OFREPBulkResponse)? {
        let text = result.utf8.span
        var writer = JSONWriter()
        guard let response = try OFREPBulkResponse(JSON.check(text), in: text, announcing: stream, to: &writer) else {
            let isEmpty = writer.bytes.isEmpty
            #expect(isEmpty)
            return nil
        }
        return (String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self), response)
    }

    @Test(arguments: [
        (#"{"flags":[],"revision":0}"#, #"{"flags":[]}"#),
        (
            #"""
            {"flags":[{"key":"a","value":1,"variant":"x","reason":"STATIC"},{"key":"b","reason":"DISABLED"},
            {"key":"c","reason":"ERROR","errorCode":"GENERAL","errorMessage":"e"}],"revision":7,"flagsVersion":"v"}
            """#,
            #"""
            {"flags":[{"key":"a","reason":"STATIC","value":1,"variant":"x"},{"key":"b","reason":"DISABLED"},{"key":"c","errorCode":"GENERAL","errorDetails":"e"}]}
            """#
        ),
    ])
    func `evaluations become successes and failures`(result: String, body: String) throws {
        #expect(try Self.response(result)?.body == body)
    }

    @Test func `a stream of events is announced`() throws {
        let body = try Self.response(#"{"revision":0,"flags":[]}"#, announcing: Self.stream)?.body
        let announcement = #"{"type":"sse","endpoint":{"requestUri":"/ofrep/v1/sse?w=\""},"inactivityDelaySec":30}"#
        #expect(body == #"{"flags":[],"eventStreams":[\#(announcement)]}"#)
    }

    @Test(arguments: ["[]", "1", "{}", #"{"flags":{}}"#, #"{"flags":null,"revision":1}"#])
    func `what is no result is recognized`(result: String) throws {
        #expect(try Self.response(result) == nil)
    }

    @Test(
        arguments: [
            (#"{"flags":[],"revision":0}"#, nil, false), (#"{"flags":[],"flagsVersion":"a-1"}"#, "a-1", false),
            (#"{"flags":[],"flagsVersion":"a-1","readsTime":true}"#, "a-1", true),
            (#"{"readsTime":false,"flags":[]}"#, nil, false),
        ] as [(String, String?, Bool)]
    )
    func `the version and the use of the time are read`(result: String, version: String?, readsTime: Bool) throws {
        let response = try #require(try Self.response(result)).response
        #expect(response.flagsVersion == version)
        #expect(response.readsTime == readsTime)
    }

    // MARK: Entity tags

    private static let tags = OFREPTags(version: "1", caller: "0 web", announcing: nil)

    @Test func `whatever a response depends on changes its tag`() {
        let context = #"{"plan":"pro"}"#.utf8.span
        let tag = Self.tags.tag(flagsVersion: "e-1-1", context: context)
        #expect(tag == Self.tags.tag(flagsVersion: "e-1-1", context: context))
        let others = [
            Self.tags.tag(flagsVersion: "e-1-2", context: context),
            Self.tags.tag(flagsVersion: "e-1-1", context: #"{"plan":"pre"}"#.utf8.span),
            Self.tags.tag(flagsVersion: "e-1-1", context: #"{"plan":"pro","a":1}"#.utf8.span),
            Self.tags.tag(flagsVersion: "e-1-1", context: "".utf8.span),
            Self.tags.tag(flagsVersion: "e-1-1{", context: #""plan":"pro"}"#.utf8.span),
            OFREPTags(version: "2", caller: "0 web", announcing: nil).tag(flagsVersion: "e-1-1", context: context),
            OFREPTags(version: "1", caller: "5 web", announcing: nil).tag(flagsVersion: "e-1-1", context: context),
            OFREPTags(version: "1", caller: "0 web", announcing: Self.stream)
                .tag(flagsVersion: "e-1-1", context: context),
        ]
        for (number, other) in others.enumerated() {
            #expect(other != tag, "\(number)")
            #expect(others.count { $0 == other } == 1, "\(number)")
        }
    }

    /// Returns the tag of the response to a request with a context, when the daemon returned a result.
    private static func tag(_ result: String, context: String) throws -> OFREPTag {
        let (body, response) = try #require(try response(result))
        var bytes = ByteBuffer()
        bytes.append(text: body)
        return try OFREPBulkBody(#"{"context":\#(context)}"#.utf8.span, tags).tag(of: response, bytes)
    }

    @Test func `the version and the context decide about the tag, unless a rule reads the time`() throws {
        func result(_ value: Int, _ rest: String) -> String {
            #"{"flags":[{"key":"a","value":\#(value),"reason":"STATIC"}]\#(rest)}"#
        }
        let versioned = try Self.tag(result(1, #","flagsVersion":"v""#), context: "{}")
        #expect(versioned == Self.tags.tag(flagsVersion: "v", context: "{}".utf8.span))
        for rest in [#","flagsVersion":"v","readsTime":true"#, ""] {
            let tag = try Self.tag(result(1, rest), context: "{}")
            #expect(try tag == Self.tag(result(1, rest), context: #"{"other":1}"#))
            #expect(try tag != Self.tag(result(2, rest), context: "{}"))
            // The gateway looks for this tag before it evaluates, so it must not be that of any body.
            #expect(tag != versioned)
        }
    }

    @Test func `an If-None-Match field lists a tag`() {
        let tag = Self.tags.tag(flagsVersion: "v", context: "{}".utf8.span)
        let field = String(decoding: tag.field, as: UTF8.self)
        #expect(field.hasPrefix("\"v") && field.hasSuffix("=\"") && field.count == 31)
        func isListed(_ fields: String...) -> Bool {
            withRequest(fields, method: "POST") { request, bytes in
                EntityTagList("if-none-match", of: request, in: bytes)?.contains(tag.opaque.span) == true
            }
        }
        #expect(isListed("If-None-Match: \(field)"))
        #expect(isListed("If-None-Match: W/\(field)"))
        #expect(isListed("if-none-match: \"x\", \(field)"))
        #expect(isListed("If-None-Match: \"x\"", "If-None-Match: \(field)"))
        #expect(!isListed("If-None-Match: \"x\""))
        #expect(!isListed("If-None-Match: \(field.dropFirst().dropLast())"))
        #expect(!isListed("If-Match: \(field)"))
        #expect(!isListed("If-None-Match:"))
    }
}
