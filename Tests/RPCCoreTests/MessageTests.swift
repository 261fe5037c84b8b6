import JSONCore
import RPCCore
import Testing

@Suite struct MessageTests {
    static func summary(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        let range = try JSON.check(bytes.span)
        let message = Message(range, in: bytes.span)
        let id = message.id.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "none"
        switch message.content {
        case .call(let method, let params):
            let given = params.map { String(decoding: bytes[$0.source], as: UTF8.self) } ?? "none"
            return "\(method.string(in: bytes.span) ?? "?") \(given) \(id)"
        case .invalid(let reason):
            return "\(reason) \(id)"
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","method":"m"}"#, "m none none"),
        (#"{"jsonrpc":"2.0","method":"m","id":1}"#, "m none 1"),
        (#"{"jsonrpc":"2.0","method":"m","id":1.0}"#, "m none 1.0"),
        (#"{"jsonrpc":"2.0","method":"m","id":1e2}"#, "m none 1e2"),
        (#"{"jsonrpc":"2.0","method":"m","id":"1"}"#, "m none \"1\""),
        (#"{"jsonrpc":"2.0","method":"m","id":"\u0031\n"}"#, #"m none "\u0031\n""#),
        (#"{"jsonrpc":"2.0","method":"m","id":null}"#, "m none null"),
        (
            #"{"jsonrpc":"2.0","method":"m","id":123456789012345678901234567890}"#,
            "m none 123456789012345678901234567890"
        ),
        (#"{"jsonrpc":"2.0","method":"m","id":-0.0}"#, "m none -0.0"),
        (#"{"jsonrpc":"\u0032.0","method":"\u006d","params":[ 1 ]}"#, "m [ 1 ] none"),
        (#"{"jsonrpc":"2.0","method":"m","params":{},"id":""}"#, "m {} \"\""),
        (#"{"jsonrpc":"2.0","method":"m","params":null,"id":2}"#, "m none 2"),
        (#"{"jsonrpc":"2.0","method":"m","params":1,"id":2}"#, "params 2"),
        (#"{"jsonrpc":"2.0","method":"m","params":"x","id":2}"#, "params 2"),
        (#"{"jsonrpc":"2.0","method":"m","params":true,"id":2}"#, "params 2"),
        (#"{"jsonrpc":"2.0","method":1,"id":2}"#, "method 2"),
        (#"{"jsonrpc":"2.0","id":2}"#, "noMethod 2"),
        (#"{"jsonrpc":"1.0","method":"m","id":2}"#, "version 2"),
        (#"{"jsonrpc":2.0,"method":"m","id":2}"#, "version 2"),
        (#"{"method":"m","id":"x"}"#, "version \"x\""),
        (#"{"jsonrpc":"2.0","method":"m","id":true}"#, "id none"),
        (#"{"jsonrpc":"2.0","method":"m","id":[1]}"#, "id none"),
        (#"{"jsonrpc":"2.0","method":"m","id":{}}"#, "id none"),
        (#"{"jsonrpc":"2.0","method":"a","method":"b","id":1,"id":2}"#, "b none 2"),
        (#"{}"#, "version none"),
        (#"1"#, "notAnObject none"),
        (#""x""#, "notAnObject none"),
        (#"[]"#, "notAnObject none"),
        (#"null"#, "notAnObject none"),
    ])
    func `a message is parsed to its method, params and id, or to a fault`(text: String, expected: String) throws {
        #expect(try Self.summary(text) == expected)
    }
}
