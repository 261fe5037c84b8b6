import JSONCore
import TestSupport
import Testing

@testable import RPCCore

@Suite struct IncomingTests {
    @Test(
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"result":null}"#, .answer(id: 1, .success(.null))),
            (#"{"jsonrpc":"2.0","id":"a","result":[1]}"#, .answer(id: "a", .success([1]))),
            (
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":{"kind":"parse"}}}"#,
                .answer(id: .null, .failure(RemoteError(code: -32_700, message: "m", data: ["kind": "parse"])))
            ),
            (
                #"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"}}"#,
                .answer(id: 2, .failure(RemoteError(code: 1, message: "m", data: .null)))
            ),
            (#"{"jsonrpc":"2.0","method":"n","params":[1]}"#, .notification(Notification(method: "n", params: [1]))),
            (#"{"jsonrpc":"2.0","method":"n"}"#, .notification(Notification(method: "n", params: .null))),
            (#"{"jsonrpc":"2.0","method":"n","id":1}"#, nil),
            (#"{"jsonrpc":"2.0","result":1}"#, nil),
            (#"{"jsonrpc":"2.0","id":1}"#, nil),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}"#, nil),
            (#"{"jsonrpc":"2.0","id":1,"error":7}"#, nil),
            (#"{"id":1,"result":1}"#, nil),
            (#"[]"#, nil),
        ] as [(String, Incoming?)]
    )
    func `reads answers and notifications`(text: String, expected: Incoming?) throws {
        #expect(Incoming(try JSON.parse(text)) == expected)
    }

    @Test func `an error's kind is read where there is one`() {
        #expect(RemoteError(code: 1, message: "", data: ["kind": "busy"]).kind == "busy")
        #expect(RemoteError(code: 1, message: "", data: ["kind": 1]).kind == nil)
        #expect(RemoteError(code: 1, message: "", data: .null).kind == nil)
    }
}
