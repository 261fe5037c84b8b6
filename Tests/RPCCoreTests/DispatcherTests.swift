import JSONCore
import RPCTestSupport
import TestSupport
import Testing

@testable import RPCCore

@Suite struct DispatcherTests {
    @Test(arguments: [
        ("1", "1"), ("1.0", "1.0"), ("\"1\"", "\"1\""), ("1e2", "1e2"), ("null", "null"),
        ("123456789012345678901234567890", "123456789012345678901234567890"), (#""\u0041\n""#, #""\u0041\n""#),
    ])
    func `a response has the id exactly as sent`(sent: String, expected: String) {
        let response = DispatcherPeer().response(to: #"{"jsonrpc":"2.0","method":"ping","id":"# + sent + "}")
        #expect(response == #"{"jsonrpc":"2.0","id":"# + expected + #","result":"pong"}"#)
    }

    @Test(arguments: [
        (#""params":[42,23]"#, 19), (#""params":{"subtrahend":23,"minuend":42}"#, 19),
        (#""params":{"minuend":42.0,"subtrahend":2.3e1,"x-trace":{}}"#, 19),
        (#""params":{"minuend":1,"subtrahend":0,"minuend":42}"#, 42),
    ])
    func `parameters are bound by name and by position`(params: String, expected: Int64) throws {
        let response = try DispatcherPeer().value(#"{"jsonrpc":"2.0","id":1,"method":"subtract","# + params + "}")
        #expect(response?["result"] == .integer(expected))
    }

    @Test(
        arguments: [
            (#"{"minuend":1,"subtrahent":2}"#, "subtrahent", "subtrahend"),
            (#"{"minuend":1,"zzz":2}"#, "zzz", nil),
            (#"{"minuend":1,"X-trace":2}"#, "X-trace", nil),
        ] as [(String, String, String?)]
    )
    func `an unknown parameter is refused by name with the nearest one`(
        params: String,
        name: String,
        nearest: String?
    ) throws {
        let response = try DispatcherPeer().value(
            #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":"# + params + "}"
        )
        let error = try #require(response?["error"])
        #expect(error["code"] == -32_602)
        #expect(error["data"]?["kind"] == "invalidParams")
        #expect(error["data"]?["parameter"] == .string(name))
        #expect(error["data"]?["nearest"] == nearest.map(JSON.string))
        #expect(error["message"]?.text?.contains(name) == true)
    }

    @Test(arguments: [
        (#"{"minuend":1}"#, "the parameter subtrahend is missing"),
        (#"[1]"#, "the parameter subtrahend is missing"),
        (#"[1,2,3]"#, "the method takes at most 2 parameters"),
        (#"{"minuend":"1","subtrahend":2}"#, "minuend must be a whole number, got a string"),
        (#"{"minuend":null,"subtrahend":2}"#, "minuend must be a whole number, got null"),
        (#"[1.5,2]"#, "minuend must be a whole number, got 1.5"),
    ])
    func `an error about parameters says what is wrong`(params: String, message: String) throws {
        let response = try DispatcherPeer().value(
            #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":"# + params + "}"
        )
        #expect(response?["error"]?["code"] == -32_602)
        #expect(response?["error"]?["message"] == .string(message))
    }

    @Test(arguments: ["", #","params":null"#, #","params":{}"#, #","params":[]"#])
    func `null, empty and missing params are equivalent`(params: String) throws {
        let response = try DispatcherPeer().value(#"{"jsonrpc":"2.0","id":1,"method":"echo""# + params + "}")
        #expect(response?["result"] == "nothing")
    }

    @Test func `a null inside params is a value`() throws {
        let response = try DispatcherPeer().value(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"value":null}}"#)
        #expect(response?["result"] == .null)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","method":"nothing.such"}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
        #"{"jsonrpc":"2.0","method":"subtract","params":{"a":1}}"#, #"{"jsonrpc":"2.0","method":"fail"}"#,
        #"{"jsonrpc":"2.0","method":"unspeakable"}"#, #"{"jsonrpc":"2.0","method":"withhold"}"#,
        #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"fail"}]"#,
        #"[{"jsonrpc":"2.0","method":"withhold"}]"#,
    ])
    func `a notification gets no response`(text: String) {
        #expect(DispatcherPeer().response(to: text).isEmpty)
    }

    @Test(arguments: ["[]", "{}", "[[]]", "[1]"])
    func `an invalid request is refused`(text: String) throws {
        let response = try #require(try DispatcherPeer().value(text))
        // An empty batch gives one error, and a batch of invalid requests gives an array of errors.
        let isBatch = text.count > 2
        let error = isBatch ? response[0] : response
        #expect(error?["error"]?["code"] == -32_600)
        #expect(error?["error"]?["data"]?["kind"] == "invalidRequest")
        #expect(error?["id"] == .null)
    }

    @Test func `a batch gets responses in order, without its notifications`() throws {
        let response = DispatcherPeer().response(
            to: #"[{"jsonrpc":"2.0","method":"ping","id":1},7,{"jsonrpc":"2.0","method":"ping"},"#
                + #"{"jsonrpc":"2.0","method":"pong","id":"b"},{"jsonrpc":"2.0","method":"ping","id":3}]"#
        )
        let value = try JSON.parse(response)
        #expect(value[0] == ["jsonrpc": "2.0", "id": 1, "result": "pong"])
        #expect(value[1]?["id"] == .null)
        #expect(value[1]?["error"]?["code"] == -32_600)
        #expect(value[2]?["id"] == "b")
        #expect(value[2]?["error"]?["data"]?["nearest"] == "ping")
        #expect(value[3] == ["jsonrpc": "2.0", "id": 3, "result": "pong"])
        #expect(value[4] == nil)
    }

    @Test func `no request of a batch over the limit is handled`() throws {
        let peer = DispatcherPeer(batchLimit: 2)
        let update = #"{"jsonrpc":"2.0","method":"update","id":1}"#
        #expect(try peer.value("[\(update),\(update)]")?[1] != nil)
        let response = try peer.value("[\(update),\(update),\(update)]")
        #expect(response?["error"]?["code"] == -32_007)
        #expect(response?["error"]?["data"] == ["kind": "tooLarge", "limit": "batch", "maximum": 2])
        #expect(response?["id"] == .null)
        #expect(peer.service.called.count == 2)
    }

    @Test func `a result that JSON cannot represent becomes an internal error`() throws {
        let peer = DispatcherPeer()
        #expect(try peer.value(#"{"jsonrpc":"2.0","method":"unspeakable","id":1}"#)?["error"]?["code"] == -32_603)
        let ping = #"{"jsonrpc":"2.0","method":"ping","id":2}"#
        let batch = try peer.value(#"[{"jsonrpc":"2.0","method":"unspeakable","id":1},\#(ping)]"#)
        #expect(batch?[0]?["error"]?["data"]?["kind"] == "internal")
        #expect(batch?[1]?["result"] == "pong")
    }

    @Test func `an error response contains the data of the error`() throws {
        let response = try DispatcherPeer().value(#"{"jsonrpc":"2.0","method":"fail","id":1}"#)
        let expected: JSON = ["code": -32_008, "message": "not now", "data": ["kind": "busy", "retry": true]]
        #expect(response?["error"] == expected)
    }

    @Test func `an unknown method's error suggests the nearest method if one is near`() throws {
        let near = try DispatcherPeer().value(#"{"jsonrpc":"2.0","method":"substract","id":1}"#)?["error"]
        #expect(near?["data"] == ["kind": "methodNotFound", "method": "substract", "nearest": "subtract"])
        #expect(near?["message"] == "there is no method substract; did you mean subtract?")
        let far = try DispatcherPeer().value(#"{"jsonrpc":"2.0","method":"","id":1}"#)?["error"]
        #expect(far?["data"] == ["kind": "methodNotFound", "method": ""])
    }

    @Test(arguments: [
        (#""method":"N","id":1"#, "method", ""),
        (#""method":"subtract","params":{"N":0},"id":1"#, "parameter", "; the method takes minuend, subtrahend"),
    ])
    func `an unknown name is quoted shortened and without control characters`(
        call: String,
        noun: String,
        advice: String
    ) throws {
        func error(naming name: String) throws -> JSON? {
            let text = #"{"jsonrpc":"2.0","# + call.replacing("N", with: name) + "}"
            let response = DispatcherPeer().response(to: text)
            #expect(response.utf8.count < 1_000)
            return try JSON.parse(response)["error"]
        }
        let evil = try error(naming: #"a\u001b[2J\n\u202e"#)
        #expect(evil?["message"] == .string("there is no \(noun) a\\u{1b}[2J\\u{a}\\u{202e}\(advice)"))
        #expect(evil?["data"]?[noun] == "a\u{1B}[2J\n\u{202E}")
        for letter in ["ü", #"\u00fc"#] {
            let long = try error(naming: String(repeating: letter, count: 500_000))
            #expect(long?["message"] == .string("there is no \(noun) \(String(repeating: "ü", count: 64))…\(advice)"))
            #expect(long?["data"]?[noun] == .string(String(repeating: "ü", count: 128) + "…"))
            #expect(long?["data"]?["nearest"] == nil)
        }
    }

    @Test func `a method name may contain JSON escapes`() throws {
        #expect(try DispatcherPeer().value(#"{"jsonrpc":"2.0","method":"\u0070ing","id":1}"#)?["result"] == "pong")
    }

    @Test func `a handler that withholds returns its response normally, also in a batch`() {
        let peer = DispatcherPeer()
        let withhold = #"{"jsonrpc":"2.0","method":"withhold","params":[7],"id":1}"#
        let batch = peer.response(to: "[\(withhold),{\"jsonrpc\":\"2.0\",\"method\":\"isWithheld\",\"id\":2}]")
        let result = #"{"jsonrpc":"2.0","id":1,"result":"withheld"}"#
        #expect(batch == #"[\#(result),{"jsonrpc":"2.0","id":2,"result":true}]"#)
        #expect(peer.withheldUntil == 7)
    }

    @Test func `calls and errors are counted by method`() {
        let peer = DispatcherPeer()
        _ = peer.response(to: #"[{"jsonrpc":"2.0","method":"fail"},{"jsonrpc":"2.0","method":"ping","id":1}]"#)
        var statistics = peer.methods.methods.map { _ in MethodStatistics() }
        var counts = peer.counts
        #expect(counts.isPending)
        counts.settle(into: &statistics, nanoseconds: 100)
        #expect(!counts.isPending)
        let named = Dictionary(
            uniqueKeysWithValues: zip(peer.methods.methods.map { $0.name.description }, statistics)
        )
        #expect(named["fail"]?.calls == 1)
        #expect(named["fail"]?.errors == 1)
        #expect(named["ping"]?.calls == 1)
        #expect(named["ping"]?.errors == 0)
        #expect(named["ping"]?.latency.maximum == 100)
        #expect(named["sum"]?.calls == 0)
        #expect(named["ping"]?.total == 100)
        counts.settle(into: &statistics, nanoseconds: 100)
        #expect(statistics.map(\.calls).reduce(0, +) == 2)
        for _ in 0..<2 { counts.call(0) }
        counts.settle(into: &statistics, nanoseconds: 7)
        #expect(statistics.map(\.total).reduce(0, +) == 214)
    }
}
