import JSONCore
import TestSupport
import Testing

@testable import RPCCore

@Suite struct ClientConnectionTests {
    static let text = """
        {"jsonrpc":"2.0","method":"n","params":{"a":[1,"}"]}}
        {"jsonrpc":"2.0","id":2,"result":{"b":null}} {"result":"again","id":2,"jsonrpc":"2.0"}
        {"jsonrpc":"2.0","id":"1","result":0}{"jsonrpc":"2.0","id":99,"result":0}
        {"jsonrpc":"2.0","id":1,"error":{"code":-32008,"message":"é","data":{"kind":"busy"}}}
        {"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"late"}}
        {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}
        {"jsonrpc":"2.0","method":"n"}

        """

    static func expected() throws -> ReadEvents {
        var expected = try ReadEvents("")
        expected.events = [
            "\(JSON.string("n")) of \(["a": [1, "}"]] as JSON)",
            "second returned \(["b": .null] as JSON)",
            "first failed: -32008 é \(["kind": "busy"] as JSON)",
            "no call failed: -32700 m \(JSON.null)",
            "\(JSON.string("n")) of nothing",
        ]
        expected.waitingCalls = ["third"]
        return expected
    }

    static let calls = ["first", "second", "third"]

    @Test func `each response is matched to its call once, in one piece or byte by byte`() throws {
        let bytes = Array(Self.text.utf8)
        #expect(try ReadEvents(Self.text, calls: Self.calls) == Self.expected())
        #expect(try ReadEvents(bytes.indices.map { bytes[$0...$0] }, calls: Self.calls) == Self.expected())
    }

    @Test func `a stream split anywhere gives equal events`() throws {
        let bytes = Array(Self.text.utf8)
        let expected = try Self.expected()
        for split in 0...bytes.count {
            #expect(try ReadEvents([bytes[..<split], bytes[split...]], calls: Self.calls) == expected, "at \(split)")
        }
    }

    @Test(
        arguments: [
            #"{"jsonrpc":"2.0","method":"n","id":1}"#, #"{"jsonrpc":"2.0","method":7}"#,
            #"{"jsonrpc":"2.0","result":1}"#, #"{"jsonrpc":"2.0","id":1}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}"#,
            #"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, #"{"jsonrpc":"2.0","id":1,"error":7}"#,
            #"{"id":1,"result":1}"#, #"{"jsonrpc":"1.0","id":1,"result":1}"#, "[]", "{}", "220 mail ready",
        ]
    )
    func `the client reads nothing after a message that is not a valid server message`(text: String) throws {
        let message = #"{"jsonrpc":"2.0","method":"n"}"#
        let read = try ReadEvents("\(message)\n\(text)\n\(message)\n", calls: ["first"])
        #expect(read.events == ["\(JSON.string("n")) of nothing"])
        #expect(read.isGarbled)
        #expect(read.waitingCalls == ["first"])
    }

    @Test func `a message truncated by the end of the stream is garbled`() throws {
        let read = try ReadEvents(#"{"jsonrpc":"2.0","method":"n"}{"jsonrpc":"2.0","#)
        #expect(read.events.count == 1)
        #expect(read.isGarbled)
    }

    @Test func `calls are written on one line each with increasing ids`() throws {
        var connection = ClientConnection<Int>()
        try connection.call("a", ["x": 1] as JSON, 0)
        #expect(throws: JSONNotFinite.self) { try connection.call("bad", [.double(.nan)] as JSON, 1) }
        try connection.call("b", [:] as JSON, 2)
        #expect(
            String(decoding: [UInt8](connection.output), as: UTF8.self) == """
                {"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1}}
                {"jsonrpc":"2.0","id":2,"method":"b","params":{}}

                """
        )
        #expect(connection.endCalls() == [0, 2])
        #expect(connection.endCalls() == [])
    }

    @Test func `endCalls returns all open calls, oldest first`() throws {
        var connection = ClientConnection<Int>()
        for number in 0..<100 { try connection.call("m", JSON.null, number) }
        #expect(connection.endCalls() == Array(0..<100))
    }

    @Test func `an error's kind is read when it is a string`() {
        #expect(RemoteError(code: 1, message: "", data: ["kind": "busy"]).kind == "busy")
        #expect(RemoteError(code: 1, message: "", data: ["kind": 1]).kind == nil)
        #expect(RemoteError(code: 1, message: "", data: .null).kind == nil)
    }
}
