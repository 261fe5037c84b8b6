import HTTPCore
import JSONCore
import SyncService
import Testing

/// What a relay decides about requests, without a connection.
struct RelayLayersTests {
    private static let payload = #"{"values": {"a":  1}}"#
    private static let content = RelayContent(Array(payload.utf8))

    private static func layers(token: String? = nil, isLocal: Bool = false) -> RelayLayers {
        var layers = RelayLayers(isLocal: isLocal)
        layers.serve(["team", "vendor:team", "empty"])
        let isNew = layers.publish(Array(payload.utf8), as: "team")
        #expect(isNew)
        layers.require(token)
        return layers
    }

    /// Passes the head of a request to a body.
    private static func request<Value>(
        _ line: String,
        _ fields: [String],
        _ body: (HTTPRequest, Span<UInt8>) -> Value
    ) -> Value {
        var connection = HTTPConnection()
        var input = ByteBuffer()
        input.append(text: (["\(line) HTTP/1.1", "Host: h"] + fields + ["", ""]).joined(separator: "\r\n"))
        #expect(connection.next(in: &input, at: 0) == .request)
        return input.withBytes { body(connection.request, $0) }
    }

    private static func response(
        _ line: String,
        _ fields: String...,
        from layers: RelayLayers = layers()
    ) -> RelayResponse {
        request(line, fields) { layers.response(to: RelayRequest($0, in: $1), waiting: 3) }
    }

    @Test(
        arguments: [
            ("wait=10", 10), ("respond-async, wait=100", 100), ("WAIT=5", 5), (#"wait="7""#, 7), ("wait=10; x=1", 10),
            ("wait = 3", 3), ("wait=301", 300), ("wait=0", nil), ("wait=-1", nil), ("wait=x", nil), ("wait", nil),
            ("wait=99999999999999999999", nil), ("x; wait=3", nil), (#"x="a,wait=9", wait=2"#, 2),
            ("wait=4, wait=5", 4),
            ("waits=4", nil), ("", nil), (#"x=""#, nil),
        ] as [(String, Int64?)]
    ) func `the first preference wait counts`(_ value: String, _ seconds: Int64?) {
        let found = RelayLayersTests.request("GET /", ["Prefer: \(value)"]) { PreferredWait.seconds(of: $0, in: $1) }
        #expect(found == seconds)
    }

    @Test func `a preference can be in the second field`() {
        let fields = ["Prefer: respond-async", "Prefer: wait=8"]
        #expect(RelayLayersTests.request("GET /", fields) { PreferredWait.seconds(of: $0, in: $1) } == 8)
    }

    @Test func `a layer is served as it has arrived`() {
        #expect(RelayLayersTests.response("GET /layers/team") == .content(RelayLayersTests.content))
        #expect(RelayLayersTests.response("HEAD /layers/t%65am?x=1") == .content(RelayLayersTests.content))
        #expect(RelayLayersTests.response("GET http://h/layers/team") == .content(RelayLayersTests.content))
    }

    @Test func `the same bytes have the same tag, and others another one`() {
        #expect(RelayLayersTests.content.tag == RelayContent(Array(RelayLayersTests.payload.utf8)).tag)
        #expect(RelayLayersTests.content.tag != RelayContent(Array(#"{"values":{"a":1}}"#.utf8)).tag)
        var layers = RelayLayersTests.layers()
        let again = layers.publish(Array(RelayLayersTests.payload.utf8), as: "team")
        #expect(!again)
    }

    @Test func `a client that has the content gets no content, at once or after a wait`() {
        let tag = RelayLayersTests.content.tag
        let has = "If-None-Match: \"\(tag)\""
        #expect(RelayLayersTests.response("GET /layers/team", has) == .notModified(tag))
        #expect(RelayLayersTests.response("HEAD /layers/team", has, "Prefer: wait=5") == .notModified(tag))
        guard case .wait(let wait) = RelayLayersTests.response("GET /layers/team", has, "Prefer: wait=5") else {
            Issue.record("no wait")
            return
        }
        #expect((wait.layer, wait.tag, wait.seconds) == ("team", tag, 5))
        var layers = RelayLayersTests.layers()
        #expect(layers.response(after: wait) == .notModified(tag))
        _ = layers.publish(Array("{}".utf8), as: "team")
        #expect(layers.response(after: wait) == .content(RelayContent(Array("{}".utf8))))
        layers.serve(["empty"], keeping: ["team"])
        #expect(layers.response(after: wait) == .text(.notFound, "There is no layer team."))
        layers.serve(["team"])
        #expect(layers.response(after: wait) == .content(RelayContent(Array("{}".utf8))))
        layers.serve(["empty"])
        layers.serve(["team"])
        #expect(
            layers.response(after: wait)
                == .text(.serviceUnavailable, "The layer team has no content yet. Try again later.")
        )
    }

    @Test func `a client with other content gets the content, whatever it prefers`() {
        let fields = (#"If-None-Match: "x", W/"y""#, "Prefer: wait=5")
        #expect(
            RelayLayersTests.response("GET /layers/team", fields.0, fields.1) == .content(RelayLayersTests.content)
        )
        #expect(RelayLayersTests.response("GET /layers/team", "Prefer: wait=5") == .content(RelayLayersTests.content))
    }

    @Test func `other requests get a sentence`() {
        let unknown = "There is no such path. The paths are /layers/NAME and /health."
        for path in ["/", "/layers", "/layers/", "/layers/team/", "/x/team", "/healthy", "/layers/%ff", "*"] {
            #expect(
                RelayLayersTests.response("GET \(path == "*" ? "/a*" : path)") == .text(.notFound, unknown),
                "\(path)"
            )
        }
        #expect(
            RelayLayersTests.response("GET /layers/taem")
                == .text(.notFound, "There is no layer taem; did you mean team?")
        )
        #expect(
            RelayLayersTests.response("GET /layers/empty")
                == .text(.serviceUnavailable, "The layer empty has no content yet. Try again later.")
        )
        #expect(
            RelayLayersTests.response("DELETE /layers/team")
                == .text(.methodNotAllowed, "The method is not allowed here. Use GET or HEAD.")
        )
        #expect(
            RelayLayersTests.response("GET /health")
                == .text(.ok, "ok: 1 of 3 layers have content, 3 requests wait")
        )
        #expect(
            RelayLayersTests.response("GET /layers/team", #"If-Match: "x""#)
                == .text(.preconditionFailed, "The content of the layer has another entity tag.")
        )
    }

    @Test func `with a token, each request must have it`() {
        let layers = RelayLayersTests.layers(token: "s3cret")
        let refusal = RelayResponse.text(
            .unauthorized,
            "The request needs the token of the relay: Authorization: Bearer TOKEN."
        )
        for fields in [[], ["s3cret"], ["Bearer s3cre"], ["Bearer s3cret2"], ["Bearer s3cret", "Bearer s3cret"]] {
            let lines = fields.map { "Authorization: \($0)" }
            for path in ["/layers/team", "/health", "/none"] {
                let response = RelayLayersTests.request("GET \(path)", lines) {
                    layers.response(to: RelayRequest($0, in: $1))
                }
                #expect(response == refusal, "\(fields)")
            }
        }
        #expect(
            RelayLayersTests.response("GET /layers/team", "Authorization: Bearer s3cret", from: layers)
                == .content(RelayLayersTests.content)
        )
    }

    @Test(arguments: [
        ("127.0.0.1:9000", true), ("[::1]:9000", true), ("localhost", true), ("LOCALHOST:1", true), ("10.1.2.3", true),
        ("evil.example:9000", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
    ]) func `a web page with its own name for this machine gets no layer`(_ host: String, _ isAllowed: Bool) {
        func response(_ layers: RelayLayers, _ token: String...) -> RelayResponse {
            RelayLayersTests.request("GET http://\(host)/layers/team", token) {
                layers.response(to: RelayRequest($0, in: $1))
            }
        }
        let refusal = RelayResponse.text(
            .misdirectedRequest,
            "Without a token, this relay serves only its IP address and localhost."
        )
        let content = RelayResponse.content(RelayLayersTests.content)
        #expect(response(RelayLayersTests.layers(isLocal: true)) == (isAllowed ? content : refusal))
        #expect(response(RelayLayersTests.layers()) == content)
        let secret = RelayLayersTests.layers(token: "s3cret", isLocal: true)
        #expect(response(secret, "Authorization: Bearer s3cret") == content)
    }
}
