import ClientCore
import JSONCore
import RPCCore
import TestSupport
import TunerAPI

@testable import EditorServer

/// An editor whose server is joined with another one; the test reads and writes the messages of the other server.
final class EditorOfTwo {
    static let uri = Editor.uri

    let own: LanguageServer
    let servers: JoinedServers
    private let daemon = FakeCalls()
    private let clocks = ManualClocks()
    private var editorStream = MessageStream()
    private var otherStream = MessageStream()

    init() {
        own = LanguageServer(daemon, EditorOptions(), clock: clocks.clocks)
        servers = JoinedServers(own, clock: clocks.clocks)
        daemon.serve(["game.x": ["value": 18]])
    }

    /// Initializes both servers, and connects the daemon; returns the joined result.
    @discardableResult
    func initialize(_ capabilities: JSON, client: JSON = [:]) -> JSON? {
        send(id: 1, "initialize", ["capabilities": client])
        reply(1, ["capabilities": capabilities, "serverInfo": ["name": "other"]])
        let result = messages().last?["result"]
        send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
        let none: [UInt8] = []
        servers.handle(.ready(HelloResult()), none.span)
        servers.advance()
        return result
    }

    /// Advances the clock by a time, and sends what is due.
    func pass(_ time: Duration) {
        clocks.advance(by: time)
        servers.advance()
    }

    func send(_ message: JSON) { servers.receive(Editor.framed(message).span) }

    func send(id: JSON, _ method: String, _ params: JSON) {
        send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    }

    /// Opens a document, and advances the clock until all that is due is sent.
    func open(_ text: String) {
        let document: JSON = [
            "uri": .string(EditorOfTwo.uri), "languageId": "any", "version": 1, "text": .string(text),
        ]
        send(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": document]])
        servers.advance()
        clocks.advance(by: RefreshThrottle.interval)
        servers.advance()
    }

    /// Sends a message of the other server.
    func fromOther(_ text: String) {
        _ = servers.receive(fromOther: Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8).span)
    }

    /// Sends a result of the other server.
    func reply(_ id: Int64, _ result: JSON) {
        _ = servers.receive(fromOther: Editor.framed(["jsonrpc": "2.0", "id": .integer(id), "result": result]).span)
    }

    /// Returns the texts of the messages that the editor has received since the last call.
    func texts() -> [String] {
        var texts: [String] = []
        try? servers.write { bytes in
            _ = editorStream.receive(bytes) { _, range, text in texts.append(EditorOfTwo.string(range, text)) }
            return bytes.count
        }
        return texts
    }

    /// Returns the messages that the editor has received since the last call.
    func messages() -> [JSON] { texts().compactMap { try? JSON.parse($0) } }

    /// Returns the messages that the other server has received since the last call.
    func others() -> [JSON] {
        var messages: [JSON] = []
        try? servers.writeToOther { bytes in
            _ = otherStream.receive(bytes) { _, range, text in messages.append(range.value(in: text)) }
            return bytes.count
        }
        return messages
    }

    private static func string(_ range: JSONRange, _ text: Span<UInt8>) -> String {
        String(decoding: [UInt8](text, in: range.source), as: UTF8.self)
    }
}
