package import ClientCore
package import JSONCore
import RPCCore
package import SystemCore

/// This language server and another one, which an editor uses as one server.
///
/// Both servers receive all notifications, and the requests that both have. Their results are joined. What this
/// server does not know passes unchanged between the editor and the other server.
package final class JoinedServers: MessageServer {
    private enum Side {
        case own
        case other
    }

    /// A request that both servers receive, and their results so far.
    private struct Request {
        let method: String
        var results: [Side: JSON] = [:]
        /// When this server responds without the other one.
        let end: MonotonicTime
        /// The error of the other server, which counts if this server has no result.
        var error: JSON?
    }

    /// The messages to the other server.
    package private(set) var otherOutput = ByteBuffer()
    private let own: LanguageServer
    private var output = ByteBuffer()
    private var editorStream = MessageStream()
    private var ownStream = MessageStream()
    private var otherStream = MessageStream()
    private var joined: [RequestID: Request] = [:]
    /// The requests that only the other server has received.
    private var passed: Set<RequestID> = []
    private var diagnostics = JoinedDiagnostics()
    private var isOtherGone = false
    private let clock: Clocks

    /// How long the editor waits for the other server before the results of this one are sent alone.
    static let patience = Duration.seconds(3)
    /// How long the other server may take to start.
    static let startPatience = Duration.seconds(30)

    package init(_ own: LanguageServer, clock: Clocks = .kernel) { (self.own, self.clock) = (own, clock) }

    package var clientName: String? { own.clientName }
    package var editorProcess: Int64? { own.editorProcess }
    package var exitCode: Int32? { own.exitCode }
    package var deadline: MonotonicTime? { ([own.deadline] + joined.values.map(\.end)).compactMap(\.self).min() }
    package var hasOutput: Bool { !output.isEmpty }
    package var hasLostWorld: Bool { own.hasLostWorld }

    package func write(_ send: (Span<UInt8>) throws(SystemError) -> Int) throws(SystemError) {
        output.removeFirst(try output.withBytes { (bytes) throws(SystemError) in try send(bytes) })
    }

    /// Passes the messages to the other server to `send`, which returns how many bytes it has sent.
    package func writeToOther(_ send: (Span<UInt8>) throws(SystemError) -> Int) throws(SystemError) {
        otherOutput.removeFirst(try otherOutput.withBytes { (bytes) throws(SystemError) in try send(bytes) })
    }

    package func endInput() { own.endInput() }

    package func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) { own.handle(event, text) }

    package func advance() {
        own.advance()
        readOwn()
        let now = clock.monotonic()
        for (id, request) in joined where request.end <= now && request.results[.own] != nil {
            if request.method == "initialize" {
                let seconds = JoinedServers.startPatience.components.seconds
                endOther("the other language server has not started within \(seconds) s")
            } else {
                joined[id]?.results[.other] = .null
                finish(id)
            }
        }
    }

    // MARK: From the editor

    package func receive(_ bytes: Span<UInt8>) {
        let isIntact = editorStream.receive(bytes) { message, range, text in
            handle(fromEditor: message, range, text)
        }
        // The own server reports what is wrong, and ends.
        if !isIntact { own.receive(Array("{\n".utf8).span) }
        readOwn()
    }

    private func handle(fromEditor message: Message, _ range: JSONRange, _ text: Span<UInt8>) {
        guard case .call(let name, _) = message.content else {
            if !isOwnResponse(message, text) { sendToOther(range, text) }
            return
        }
        let method = name.string(in: text) ?? ""
        guard let id = message.id.map({ RequestID(text: [UInt8](text, in: $0)) }) else {
            sendToOwn(range, text)
            return sendToOther(range, text)
        }
        switch method {
        case "initialize": initialize(id, range.value(in: text))
        case "shutdown": ask(both: method, id, range, text)
        case _ where JoinedResult.methods.contains(method): ask(both: method, id, range, text)
        case "workspace/executeCommand" where isOwnCommand(range.value(in: text)): sendToOwn(range, text)
        case _ where method.hasSuffix("/resolve"): resolve(method, id, range, text)
        default: pass(id, range, text)
        }
    }

    /// Sends `initialize` to both servers, without a choice of encodings: they count columns in the usual unit.
    private func initialize(_ id: RequestID, _ request: JSON) {
        var request = request
        // The second name is that of clangd.
        for names in [["general", "positionEncodings"], ["offsetEncoding"]] {
            let path = ["params", "capabilities"] + names
            if request.member(at: path) != nil { request = request.replacingMember(at: path[...], by: nil) }
        }
        joined[id] = Request(method: "initialize", end: clock.monotonic() + JoinedServers.startPatience)
        send(request, to: .own)
        send(request, to: .other)
        if isOtherGone { joined[id]?.results[.other] = .null }
    }

    private func ask(both method: String, _ id: RequestID, _ range: JSONRange, _ text: Span<UInt8>) {
        let end = clock.monotonic() + JoinedServers.patience
        joined[id] = Request(method: method, results: isOtherGone ? [.other: .null] : [:], end: end)
        sendToOther(range, text)
        sendToOwn(range, text)
    }

    private func pass(_ id: RequestID, _ range: JSONRange, _ text: Span<UInt8>) {
        // The own server refuses a method that no server has.
        guard !isOtherGone else { return sendToOwn(range, text) }
        passed.insert(id)
        sendToOther(range, text)
    }

    private func resolve(_ method: String, _ id: RequestID, _ range: JSONRange, _ text: Span<UInt8>) {
        let request = range.value(in: text)
        guard let item = request["params"].flatMap(JoinedResult.untagged) else { return pass(id, range, text) }
        if method == "codeLens/resolve" {
            send(request.replacingMember(at: ["params"], by: item), to: .own)
        } else {
            output.append(message: response(id, ["result": item]))
        }
    }

    private func isOwnCommand(_ request: JSON) -> Bool {
        guard case .string(let command)? = request.member(at: ["params", "command"]) else { return false }
        return ServerCommand(rawValue: command) != nil
    }

    // MARK: From the servers

    private func readOwn() {
        var bytes: [UInt8] = []
        try? own.write { (text) throws(SystemError) in
            for offset in 0..<text.count { bytes.append(text[offset]) }
            return text.count
        }
        _ = ownStream.receive(bytes.span) { message, range, text in handle(message, range, text, from: .own) }
    }

    /// Handles bytes of the other server; returns false if they are not messages.
    package func receive(fromOther bytes: Span<UInt8>) -> Bool {
        guard !isOtherGone else { return true }
        let isIntact = otherStream.receive(bytes) { message, range, text in
            handle(message, range, text, from: .other)
        }
        advance()
        return isIntact
    }

    private func handle(_ message: Message, _ range: JSONRange, _ text: Span<UInt8>, from side: Side) {
        let id = message.id.map { RequestID(text: [UInt8](text, in: $0)) }
        guard case .call(let method, _) = message.content else {
            guard let id, joined[id] != nil else {
                // A response of the other server that comes too late is dropped.
                let isWanted = side == .own || id.flatMap { passed.remove($0) } != nil
                return isWanted ? output.append(message: range, of: text) : ()
            }
            return record(range.value(in: text), id, side)
        }
        if method.isString("textDocument/publishDiagnostics", in: text) {
            let value = range.value(in: text)
            publish(diagnostics.join(value["params"] ?? .null, isOwn: side == .own))
        } else if id != nil, side == .own {
            output.append(message: marked(range.value(in: text)))
        } else {
            output.append(message: range, of: text)
        }
    }

    private func record(_ response: JSON, _ id: RequestID, _ side: Side) {
        guard var request = joined[id], request.results[side] == nil else { return }
        request.results[side] = response["result"] ?? .null
        if side == .other || request.error == nil { request.error = response["error"] ?? request.error }
        joined[id] = request
        finish(id)
    }

    /// Sends the response to a request if both servers have responded.
    private func finish(_ id: RequestID) {
        guard let request = joined[id], let own = request.results[.own], let other = request.results[.other] else {
            return
        }
        joined[id] = nil
        let result = JoinedResult.of(request.method, own: own, other: other)
        let isMissing = request.error?["code"] == .integer(Int64(RPCErrorKind.methodNotFound.code))
        if result == .null, request.method == "textDocument/prepareRename", isMissing {
            // The other server may rename without this request.
            output.append(message: response(id, ["result": ["defaultBehavior": true]]))
        } else if result == .null, let error = request.error {
            output.append(message: response(id, ["error": error]))
        } else {
            output.append(message: response(id, ["result": result]))
        }
    }

    /// Records that the other server has ended; the editor sees a message, and this server continues alone.
    package func endOther(_ reason: String) {
        guard !isOtherGone else { return }
        isOtherGone = true
        otherOutput = ByteBuffer()
        guard exitCode == nil else { return }
        for parameters in diagnostics.endOther() { publish(parameters) }
        let error: JSON = ["code": .integer(Int64(RPCErrorKind.requestFailed.code)), "message": .string(reason)]
        for id in passed { output.append(message: response(id, ["error": error])) }
        passed = []
        for id in joined.keys where joined[id]?.results[.other] == nil {
            joined[id]?.results[.other] = .null
            finish(id)
        }
        output.append(
            message: [
                "jsonrpc": "2.0", "method": "window/showMessage", "params": ["type": 2, "message": .string(reason)],
            ]
        )
    }

    // MARK: Messages

    /// Whether a response belongs to a request of this server, which does not need it.
    private func isOwnResponse(_ message: Message, _ text: Span<UInt8>) -> Bool {
        guard let id = message.id else { return false }
        return [UInt8](text, in: id).starts(with: "\"tuner:".utf8)
    }

    /// Returns a request of this server with an id that the other server does not use.
    private func marked(_ request: JSON) -> JSON {
        guard let id = request["id"] else { return request }
        return request.replacingMember(at: ["id"], by: .string("tuner:\((try? id.written()) ?? "")"))
    }

    private func response(_ id: RequestID, _ members: JSONObject) -> JSON {
        var response: JSONObject = ["jsonrpc": "2.0", "id": (try? JSON.parse(id.text.span)) ?? .null]
        for member in members.members { response[member.name] = member.value }
        return .object(response)
    }

    private func publish(_ parameters: JSON) {
        output.append(
            message: ["jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": parameters]
        )
    }

    private func send(_ message: JSON, to side: Side) {
        var buffer = ByteBuffer()
        buffer.append(message: message)
        switch side {
        case .own: buffer.withBytes { own.receive($0) }
        case .other: if !isOtherGone { buffer.withBytes { otherOutput.append($0) } }
        }
    }

    private func sendToOwn(_ range: JSONRange, _ text: Span<UInt8>) {
        var buffer = ByteBuffer()
        buffer.append(message: range, of: text)
        buffer.withBytes { own.receive($0) }
    }

    private func sendToOther(_ range: JSONRange, _ text: Span<UInt8>) {
        if !isOtherGone { otherOutput.append(message: range, of: text) }
    }
}
