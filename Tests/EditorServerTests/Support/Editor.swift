import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import TunerAPI

@testable import EditorServer

/// An editor that talks to a server without streams.
final class Editor {
    static let uri = "file:///work/demo.swift"

    let daemon = FakeCalls()
    let clocks = ManualClocks()
    let server: LanguageServer
    private var lastID: Int64 = 0
    private var received = ByteBuffer()
    private var framer = Framer(limits: .responses)

    /// Creates an editor that has sent nothing.
    init(_ options: EditorOptions = EditorOptions()) {
        server = LanguageServer(daemon, options, clock: clocks.clocks)
    }

    /// Creates an editor whose server is initialized with the capabilities of the client.
    convenience init(capabilities: JSON, _ options: EditorOptions = EditorOptions(), root: String? = nil) {
        self.init(options)
        var parameters: JSONObject = ["capabilities": capabilities, "processId": nil]
        parameters["rootUri"] = root.map { .string($0) }
        _ = request("initialize", .object(parameters))
        notify("initialized", [:])
    }

    /// Sends bytes, whole.
    func send(_ bytes: [UInt8]) {
        server.receive(bytes.span)
        server.advance()
    }

    func notify(_ method: String, _ params: JSON) {
        send(Editor.framed(["jsonrpc": "2.0", "method": .string(method), "params": params]))
    }

    /// Sends a request, and returns its id.
    func start(_ method: String, _ params: JSON = [:]) -> Int64 {
        lastID += 1
        send(Editor.framed(["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params]))
        return lastID
    }

    /// Sends a request, and returns the response; other messages before it are dropped.
    func request(_ method: String, _ params: JSON = [:]) -> JSON? {
        let id = start(method, params)
        return messages().last { $0["id"] == .integer(id) && $0["method"] == nil }
    }

    /// Sends a request, and returns its result.
    func result(_ method: String, _ params: JSON = [:]) -> JSON? { request(method, params)?["result"] }

    /// Returns the messages that the server has sent since the last call.
    func messages() -> [JSON] {
        try? server.write { bytes in
            received.append(bytes)
            return bytes.count
        }
        var messages: [JSON] = []
        received.withBytes { text in
            while case .message(let range) = framer.next(in: text) {
                if let message = try? JSON.parse(text.extracting(range)) { messages.append(message) }
            }
        }
        received.removeFirst(framer.consumed)
        framer.rebase()
        return messages
    }

    /// Connects the daemon.
    func connect() {
        let none: [UInt8] = []
        server.handle(.ready(HelloResult()), none.span)
        server.advance()
    }

    /// Sends a notification of the daemon.
    func notifyFromDaemon(_ method: String, _ params: JSON) {
        let text = Array(((try? JSON.array([.string(method), params]).written()) ?? "[]").utf8)
        guard let range = try? JSON.check(text.span) else { return }
        var elements = JSONElements(of: range)
        guard let method = elements.next(in: text.span), let params = elements.next(in: text.span) else { return }
        server.handle(.notification(method: method, params: params), text.span)
        server.advance()
    }

    func open(_ text: String, uri: String = Editor.uri) {
        let document: JSON = ["uri": .string(uri), "languageId": "any", "version": 1, "text": .string(text)]
        notify("textDocument/didOpen", ["textDocument": document])
    }

    /// Advances the clock by the interval of refreshes.
    func pass() {
        clocks.advance(by: RefreshThrottle.interval)
        server.advance()
    }

    static func framed(_ message: JSON) -> [UInt8] {
        let text = Array(((try? message.written()) ?? "").utf8)
        return Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
    }
}
