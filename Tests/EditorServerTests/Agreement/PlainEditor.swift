import ClientCore
import EditorServer
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A server with one document and a daemon whose values are fixed.
final class PlainEditor {
    private let document: JSON
    private let server: LanguageServer
    private let daemon = FixedDaemon()
    private var lastID: Int64 = 0
    private var framer = Framer(limits: .responses)

    /// Opens a document with this name.
    init(_ name: String, isUTF8: Bool, text: String) {
        let uri = JSON.string("file:///\(name)")
        document = ["uri": uri]
        server = LanguageServer(daemon, EditorOptions())
        let general: JSON = isUTF8 ? ["positionEncodings": ["utf-8"]] : [:]
        _ = request("initialize", ["capabilities": ["general": general]])
        let none: [UInt8] = []
        server.handle(.ready(HelloResult()), none.span)
        let item: JSON = ["uri": uri, "version": 1, "text": .string(text)]
        send(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": item]])
    }

    func change(_ changes: [JSON]) {
        let parameters: JSON = ["textDocument": document, "contentChanges": .array(changes)]
        send(["jsonrpc": "2.0", "method": "textDocument/didChange", "params": parameters])
    }

    /// Returns the results of all features at a position, without their ids.
    func results(line: Int, column: Int) -> [JSON] {
        let position: JSON = ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
        let range: JSON = ["start": ["line": 0, "character": 0], "end": position]
        let features = [
            ("inlayHint", "range", range), ("codeAction", "range", range), ("documentColor", "position", position),
            ("hover", "position", position), ("completion", "position", position),
            ("definition", "position", position), ("prepareRename", "position", position),
        ]
        return features.map { name, member, value in
            let parameters: JSON = .object(["textDocument": document, member: value])
            return request("textDocument/\(name)", parameters)
        }
    }

    /// The edits of all hints.
    var hintEdits: [JSON] {
        let end: JSON = ["line": 1_000_000, "character": 0]
        let range: JSON = ["start": ["line": 0, "character": 0], "end": end]
        let result = request("textDocument/inlayHint", ["textDocument": document, "range": range])
        guard case .array(let hints) = result else { return [] }
        return hints.compactMap { if case .array(let edits)? = $0["textEdits"] { edits.first } else { nil } }
    }

    private func request(_ method: String, _ params: JSON) -> JSON {
        lastID += 1
        send(["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params])
        var responses: [JSON] = []
        var output = ByteBuffer()
        try? server.write { bytes in
            output.append(bytes)
            return bytes.count
        }
        output.withBytes { text in
            while case .message(let range) = framer.next(in: text) {
                guard let message = try? JSON.parse(text.extracting(range)) else { continue }
                if message["id"] == .integer(lastID), message["method"] == nil { responses.append(message) }
            }
        }
        framer = Framer(limits: .responses)
        precondition(responses.count == 1, "\(method) has \(responses.count) responses")
        precondition(responses[0]["error"] == nil, "\(method) failed: \(responses[0])")
        return responses[0]["result"] ?? .null
    }

    private func send(_ message: JSON) {
        let text = Array(((try? message.written()) ?? "").utf8)
        let bytes = Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
        server.receive(bytes.span)
        server.advance()
    }
}
