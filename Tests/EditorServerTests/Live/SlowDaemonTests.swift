import ClientCore
import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerAPI

@testable import EditorServer

/// A daemon whose responses come in order, each at a random time.
struct SlowDaemonTests {
    @Test(arguments: 0..<300)
    func `an unknown key is reported, however slowly the daemon responds while it is typed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let daemon = SlowCalls()
        let clocks = ManualClocks()
        let server = LanguageServer(daemon, EditorOptions(), clock: clocks.clocks)
        var messages = MessageStream()
        var last: JSON?
        let read = {
            try? server.write { bytes in
                _ = messages.receive(bytes) { _, range, text in
                    let message = range.value(in: text)
                    guard message["method"] == "textDocument/publishDiagnostics" else { return }
                    last = message["params"]?["diagnostics"]
                }
                return bytes.count
            }
        }
        let send = { (method: String, params: JSON, id: Int64?) in
            var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
            message["id"] = id.map { .integer($0) }
            server.receive(Editor.framed(.object(message)).span)
            server.advance()
        }
        send("initialize", ["capabilities": [:]], 1)
        send("initialized", [:], nil)
        let none: [UInt8] = []
        server.handle(.ready(HelloResult()), none.span)
        let first = "a = tuner.get(\"player.speed\", 12)\n"
        send(
            "textDocument/didOpen",
            ["textDocument": ["uri": "file:///a.py", "languageId": "python", "version": 1, "text": .string(first)]],
            nil
        )
        for (column, letter) in #"x = tuner.get("player.sped", 1)"#.enumerated() {
            let place: JSON = ["line": 1, "character": .integer(Int64(column))]
            let change: JSON = ["range": ["start": place, "end": place], "text": .string(String(letter))]
            let document: JSON = ["uri": "file:///a.py", "version": .integer(Int64(column + 2))]
            send("textDocument/didChange", ["textDocument": document, "contentChanges": [change]], nil)
            while Bool.random(using: &random), daemon.respond() { server.advance() }
            if Int.random(in: 0..<4, using: &random) == 0 { clocks.advance(by: .milliseconds(30)) }
            server.advance()
            read()
        }
        for _ in 0..<20 {
            while daemon.respond() { server.advance() }
            clocks.advance(by: .milliseconds(60))
            server.advance()
            read()
        }
        guard case .array(let diagnostics)? = last else {
            Issue.record("nothing is published")
            return
        }
        #expect(diagnostics.compactMap { $0["message"] } == ["there is no key player.sped"])
    }
}

/// A daemon that knows `player.speed`, and responds to its calls in order, when the test wants.
private final class SlowCalls: DaemonCalls {
    private var open: [(method: String, parameters: JSON, handle: ResponseHandler)] = []
    private var count = 0

    func call(_ method: String, _ parameters: any JSONWritable, _ handle: @escaping ResponseHandler) {
        var writer = JSONWriter()
        try? parameters.write(to: &writer)
        let text = String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
        open.append((method, (try? JSON.parse(text)) ?? .null, handle))
    }

    /// Responds to the first open call; returns false if there is none.
    func respond() -> Bool {
        guard !open.isEmpty else { return false }
        let call = open.removeFirst()
        count += 1
        let name = JSON.string("t\(count)")
        let result: JSON?
        switch call.method {
        case "tunables.subscribe":
            var values: JSONObject = [:]
            if case .array(let keys)? = call.parameters["keys"], keys.contains("player.speed") {
                values["player.speed"] = 18
            }
            result = ["subscription": name, "epoch": "e", "revision": 1, "resumed": false, "values": .object(values)]
        case "flags.subscribe": result = ["subscription": name, "epoch": "e", "revision": 1, "flags": []]
        case "tunables.describe" where call.parameters["key"] == "player.speed":
            result = ["key": "player.speed", "value": 18, "origin": "local", "revision": 1, "layers": []]
        case "tunables.describe": result = nil
        default: result = true
        }
        let text = Array(((try? result?.written()) ?? "null").utf8)
        guard result != nil, let range = try? JSON.check(text.span) else {
            let message: JSON = call.parameters["key"] ?? .null
            if case .string(let key) = message {
                call.handle(.failure(.unknownKey("there is no key \(key)", nearest: "player.speed")), text.span)
            }
            return true
        }
        call.handle(.success(range), text.span)
        return true
    }
}
