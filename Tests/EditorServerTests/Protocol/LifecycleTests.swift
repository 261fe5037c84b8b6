import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// `initialize`, `shutdown`, `exit`, and messages in the wrong phase.
struct LifecycleTests {
    private func code(_ response: JSON?) -> JSON? { response?["error"]?["code"] }

    @Test func `before initialize, each request is refused and notifications are ignored`() {
        let editor = Editor()
        editor.open("let a = 1")
        #expect(code(editor.request("textDocument/hover")) == -32_002)
        #expect(code(editor.request("shutdown")) == -32_002)
        #expect(editor.server.state.documents.all.isEmpty)
    }

    @Test func `a second initialize is refused`() {
        let editor = Editor(capabilities: [:])
        #expect(code(editor.request("initialize", ["capabilities": [:]])) == -32_600)
    }

    @Test func `exit has the code 0 after shutdown, and 1 without`() {
        let orderly = Editor(capabilities: [:])
        #expect(orderly.request("shutdown")?["result"] == .null)
        #expect(code(orderly.request("textDocument/hover")) == -32_600)
        #expect(orderly.server.exitCode == nil)
        orderly.notify("exit", [:])
        #expect(orderly.server.exitCode == 0)
        let hasty = Editor(capabilities: [:])
        hasty.notify("exit", [:])
        #expect(hasty.server.exitCode == 1)
    }

    @Test func `after shutdown, nothing is due`() {
        let editor = Editor(capabilities: ["workspace": ["inlayHint": ["refreshSupport": true]]])
        editor.daemon.serve(["ui.radius": ["value": 18]])
        editor.open(#"tuner.get("ui.radius", 12)"#)
        editor.connect()
        editor.server.state.live.whenChanged(.values)
        #expect(editor.server.deadline != nil)
        _ = editor.request("shutdown")
        #expect(editor.server.deadline == nil)
    }

    @Test func `the end of the input ends the server with the code 1`() {
        let editor = Editor(capabilities: [:])
        editor.server.endInput()
        #expect(editor.server.exitCode == 1)
    }

    @Test func `unknown notifications are ignored, and unknown requests refused`() {
        let editor = Editor(capabilities: [:])
        editor.notify("$/setTrace", ["value": "off"])
        editor.notify("workspace/didSomething", [:])
        #expect(editor.messages().isEmpty)
        #expect(code(editor.request("$/unknown")) == -32_601)
        #expect(code(editor.request("textDocument/unknown")) == -32_601)
    }

    @Test func `parameters without a required member are refused`() {
        let editor = Editor(capabilities: [:])
        let response = editor.request("textDocument/inlayHint", ["textDocument": ["uri": "file:///a"]])
        #expect(code(response) == -32_602)
        #expect(response?["error"]?["message"] == "the parameter range is missing")
    }

    @Test func `a response of the client is ignored`() {
        let editor = Editor(capabilities: [:])
        editor.send(Editor.framed(["jsonrpc": "2.0", "id": 7, "result": nil]))
        #expect(editor.messages().isEmpty)
    }

    @Test func `a body that is no JSON is refused, and the next message is handled`() {
        let editor = Editor(capabilities: [:])
        editor.send(Array("Content-Length: 3\r\n\r\n{a}".utf8))
        #expect(editor.messages().map { $0["error"]?["code"] } == [-32_700])
        #expect(editor.request("shutdown")?["result"] == .null)
    }

    @Test func `a header without a length ends the server`() {
        let editor = Editor(capabilities: [:])
        editor.send(Array("Content-Type: x\r\n\r\n{}".utf8))
        #expect(editor.server.exitCode == 1)
    }

    @Test(arguments: [("utf-8", ["utf-16", "utf-8"]), ("utf-16", ["utf-32", "utf-16"]), ("utf-16", [])])
    func `the server counts in UTF-8 if the client offers it, else in UTF-16`(expected: String, offered: [String]) {
        let editor = Editor()
        let encodings = JSON.array(offered.map { .string($0) })
        let general: JSON = offered.isEmpty ? [:] : ["positionEncodings": encodings]
        let result = editor.result("initialize", ["capabilities": ["general": general]])
        #expect(result?["capabilities"]?["positionEncoding"] == .string(expected))
    }

    @Test func `the output does not depend on how the input is split`() {
        let stream =
            Editor.framed(["jsonrpc": "2.0", "id": "a", "method": "initialize", "params": ["capabilities": [:]]])
            + Editor.framed(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
            + Editor.framed(["jsonrpc": "2.0", "id": 2, "method": "shutdown"])
            + Editor.framed(["jsonrpc": "2.0", "method": "exit"])
        let whole = Editor()
        whole.send(stream)
        let expected = whole.messages()
        #expect(expected.map { $0["id"] } == ["a", 2])
        let drip = Editor()
        for byte in stream { drip.send([byte]) }
        #expect(drip.messages() == expected)
        #expect(drip.server.exitCode == 0)
        for split in stream.indices {
            let halves = Editor()
            halves.send(Array(stream[..<split]))
            halves.send(Array(stream[split...]))
            #expect(halves.messages() == expected, "split at \(split)")
        }
    }
}
