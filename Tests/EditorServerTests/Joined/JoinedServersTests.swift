import JSONCore
import RPCCore
import SourceEngine
import TestSupport
import Testing

@testable import EditorServer

/// Two language servers as one, with a list of messages in place of the other server.
@Suite struct JoinedServersTests {
    private let pair = EditorOfTwo()

    @Test func `the capabilities are those of both servers`() {
        let result = pair.initialize(["hoverProvider": true, "completionProvider": ["triggerCharacters": ["."]]])
        let capabilities = result?["capabilities"]
        #expect(capabilities?["hoverProvider"] == true)
        #expect(capabilities?["inlayHintProvider"] == true)
        #expect(capabilities?["completionProvider"]?["triggerCharacters"] == [".", "\"", "'"])
        #expect(capabilities?["textDocumentSync"]?["change"] == .integer(2))
        #expect(capabilities?["positionEncoding"] == nil)
        #expect(result?["serverInfo"] == ["name": "other"])
    }

    @Test(
        arguments: [
            (.integer(1), ["openClose": true, "change": 1]),
            (["change": 2, "save": true], ["openClose": true, "change": 2, "save": true]),
            (["change": 0], ["openClose": true, "change": 2]),
        ] as [(JSON, JSON)]
    )
    func `documents are sent as the other server wants them`(_ wanted: JSON, _ expected: JSON) {
        let result = pair.initialize(["textDocumentSync": wanted])
        #expect(result?["capabilities"]?["textDocumentSync"].map(Members.init) == Members(expected))
    }

    @Test func `the encoding of positions is the usual one for both`() {
        let capabilities: JSON = ["general": ["positionEncodings": ["utf-8"]], "offsetEncoding": ["utf-8"]]
        pair.send(id: 1, "initialize", ["capabilities": capabilities])
        #expect(pair.others().last?.member(at: ["params", "capabilities"]) == ["general": [:]])
        #expect(pair.own.state.encoding == .utf16)
    }

    @Test func `a list has the elements of both, and an element of this server is resolved by it`() {
        pair.initialize([:])
        pair.open("@Tunable(\"game.x\", default: 12) var x")
        let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
        let document: JSON = ["uri": .string(EditorOfTwo.uri)]
        pair.send(id: 5, "textDocument/inlayHint", ["textDocument": document, "range": range])
        #expect(pair.messages().isEmpty)
        pair.reply(5, [["label": "Int", "position": ["line": 0, "character": 3]]])
        let hints = pair.messages().last?["result"]?.elements ?? []
        #expect(hints.count == 2)
        #expect(hints.last?["label"] == "Int")
        pair.send(id: 6, "inlayHint/resolve", hints.first ?? .null)
        #expect(pair.messages().last?["result"]?["textEdits"] == hints.first?["textEdits"])
        #expect(pair.others().allSatisfy { $0["id"] != .integer(6) })
        pair.send(id: 7, "inlayHint/resolve", hints.last ?? .null)
        #expect(pair.others().last?["id"] == .integer(7))
    }

    @Test(
        arguments: [
            ("own", .null, "own"), (.null, "other", "other"), ("own", "other", "own\n\n---\n\nother"),
            (.null, .null, nil),
        ] as [(JSON, JSON, String?)]
    )
    func `a hover has the texts of both`(_ own: JSON, _ other: JSON, _ expected: String?) {
        let hover = { (text: JSON) -> JSON in text == .null ? .null : ["contents": ["kind": "markdown", "value": text]]
        }
        let joined = JoinedResult.of("textDocument/hover", own: hover(own), other: hover(other))
        #expect(joined["contents"]?["value"] == expected.map { .string($0) })
    }

    @Test func `a hover in an old form becomes Markdown`() {
        let other: JSON = ["contents": ["text", ["language": "swift", "value": "let x"]]]
        let joined = JoinedResult.of("textDocument/hover", own: ["contents": ["value": "own"]], other: other)
        #expect(joined["contents"]?["value"] == "own\n\n---\n\ntext\n\n```swift\nlet x\n```")
    }

    @Test func `what only the other server knows passes unchanged`() {
        pair.initialize([:])
        pair.send(id: "x", "textDocument/semanticTokens/full", ["a": [1, 2.50]])
        #expect(pair.others().last?["params"] == ["a": [1, 2.50]])
        pair.fromOther(#"{"jsonrpc":"2.0","id":"x","result":{"data":[1,2.50]}}"#)
        #expect(pair.texts() == [#"{"jsonrpc":"2.0","id":"x","result":{"data":[1,2.50]}}"#])
        pair.fromOther(#"{"jsonrpc":"2.0","id":9,"method":"workspace/configuration","params":{}}"#)
        #expect(pair.messages().last?["id"] == .integer(9))
        pair.send(["jsonrpc": "2.0", "id": 9, "result": []])
        #expect(pair.others().last == ["jsonrpc": "2.0", "id": 9, "result": []])
    }

    @Test func `a request of this server has its separate id, and its response does not reach the other server`() {
        pair.initialize([:], client: ["workspace": ["inlayHint": ["refreshSupport": true]]])
        pair.open("@Tunable(\"game.x\", default: 12) var x")
        let request = pair.messages().first { $0["method"] == "workspace/inlayHint/refresh" }
        #expect(request?["id"] == "tuner:1")
        _ = pair.others()
        pair.send(["jsonrpc": "2.0", "id": "tuner:1", "result": .null])
        #expect(pair.others().isEmpty)
    }

    @Test func `the diagnostics of both servers are published together`() {
        pair.initialize([:])
        pair.open("tuner.get(\"game.y\", 12)")
        let publish = { (list: String) in
            #"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"\#(EditorOfTwo.uri)","diagnostics":\#(list)}}"#
        }
        #expect(diagnostics() == ["there is no such key"])
        pair.fromOther(publish(#"[{"message":"a"}]"#))
        #expect(diagnostics() == ["a", "there is no such key"])
        pair.fromOther(publish("[]"))
        #expect(diagnostics() == ["there is no such key"])
        pair.fromOther(publish(#"[{"message":"b"}]"#))
        pair.servers.endOther("other has ended")
        #expect(diagnostics() == ["there is no such key"])
    }

    /// The messages of the diagnostics that the editor has received last.
    private func diagnostics() -> [String] {
        let last = pair.messages().last { $0["method"] == "textDocument/publishDiagnostics" }
        return (last?["params"]?["diagnostics"]?.elements ?? []).compactMap {
            if case .string(let text)? = $0["message"] { text } else { nil }
        }
    }

    @Test func `if the other server ends, its requests fail, and this server continues`() {
        pair.initialize([:])
        pair.open("@Tunable(\"game.x\", default: 12) var x")
        let place: JSON = [
            "textDocument": ["uri": .string(EditorOfTwo.uri)], "position": ["line": 0, "character": 12],
        ]
        pair.send(id: 5, "textDocument/hover", place)
        pair.send(id: 6, "textDocument/semanticTokens/full", [:])
        pair.servers.endOther("other has ended")
        let messages = pair.messages()
        #expect(messages.first { $0["id"] == .integer(5) }?["result"]?["contents"] != nil)
        #expect(messages.first { $0["id"] == .integer(6) }?["error"]?["message"] == "other has ended")
        #expect(messages.last?["params"]?["message"] == "other has ended")
        pair.send(id: 7, "textDocument/hover", place)
        #expect(pair.messages().last?["result"]?["contents"] != nil)
        pair.send(id: 8, "textDocument/semanticTokens/full", [:])
        #expect(pair.messages().last?["error"]?["code"] == .integer(-32_601))
        pair.send(id: 9, "shutdown", .null)
        #expect(pair.messages().last?["id"] == .integer(9))
    }

    @Test func `a server that does not respond delays the others for a limited time`() {
        pair.initialize([:])
        pair.open("@Tunable(\"game.x\", default: 12) var x")
        _ = pair.messages()
        let place: JSON = [
            "textDocument": ["uri": .string(EditorOfTwo.uri)], "position": ["line": 0, "character": 12],
        ]
        pair.send(id: 5, "textDocument/hover", place)
        pair.pass(.milliseconds(2_900))
        #expect(pair.messages().isEmpty)
        #expect(pair.servers.deadline != nil)
        pair.pass(.milliseconds(200))
        #expect(pair.messages().last?["result"]?["contents"] != nil)
        pair.reply(5, ["contents": "late"])
        #expect(pair.messages().isEmpty)
    }

    @Test func `a server that does not start leaves this one`() {
        pair.send(id: 1, "initialize", ["capabilities": [:]])
        pair.pass(.seconds(29))
        #expect(pair.messages().isEmpty)
        pair.pass(.seconds(2))
        let messages = pair.messages()
        #expect(messages.first?["result"]?["capabilities"]?["inlayHintProvider"] == true)
        #expect(messages.last?["method"] == "window/showMessage")
    }

    @Test func `an end before the capabilities leaves those of this server`() {
        pair.send(id: 1, "initialize", ["capabilities": [:]])
        pair.servers.endOther("other has ended")
        let result = pair.messages().first { $0["id"] == .integer(1) }?["result"]
        #expect(result?["capabilities"]?["inlayHintProvider"] == true)
        #expect(result?["serverInfo"]?["name"] == "tunerctl lsp")
    }

    @Test func `an error of one server does not hide the result of the other`() {
        pair.initialize([:])
        pair.open("let x = 1")
        let place: JSON = ["textDocument": ["uri": .string(EditorOfTwo.uri)], "position": ["line": 0, "character": 5]]
        pair.send(id: 5, "textDocument/definition", place)
        pair.reply(5, ["uri": "file:///a"])
        #expect(pair.messages().last?["result"]?["uri"] == "file:///a")
        pair.send(id: 6, "textDocument/definition", place)
        pair.fromOther(#"{"jsonrpc":"2.0","id":6,"error":{"code":-32803,"message":"no"}}"#)
        #expect(pair.messages().last?["error"]?["message"] == "no")
        pair.send(id: 7, "textDocument/prepareRename", place)
        pair.fromOther(#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no method"}}"#)
        #expect(pair.messages().last?["result"] == ["defaultBehavior": true])
    }

    @Test func `a stream in pieces is the same as a whole one`() {
        pair.initialize([:])
        let message = Editor.framed(["jsonrpc": "2.0", "id": 5, "method": "a/b", "params": ["text": "ä"]])
        for byte in message { pair.servers.receive([byte].span) }
        #expect(pair.others().last?["params"] == ["text": "ä"])
        let answer = Editor.framed(["jsonrpc": "2.0", "id": 5, "result": "ä"])
        for byte in answer {
            let isIntact = pair.servers.receive(fromOther: [byte].span)
            #expect(isIntact)
        }
        #expect(pair.messages().last?["result"] == "ä")
        let isIntact = pair.servers.receive(fromOther: Array("Content-Length: none\r\n\r\n".utf8).span)
        #expect(!isIntact)
    }
}

/// The members of an object, in any order.
private struct Members: Equatable {
    private let members: [String: String]

    init(_ json: JSON) {
        guard case .object(let object) = json else {
            members = [:]
            return
        }
        members = Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, (try? $0.value.written()) ?? "") })
    }
}

extension JSON {
    fileprivate var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
