package import ClientCore
import JSONCore
import RPCCore
package import SystemCore

/// A language server without streams.
///
/// The owner calls ``advance()`` after each event, and when ``deadline`` has passed.
package final class LanguageServer: MessageServer {
    /// The largest message of a client: it can hold a whole document.
    private static let messageLimit = 64 << 20
    /// The size from which the memory of a long message is released after it.
    private static let keptInput = 1 << 16

    let state: EditorState
    package private(set) var clientName: String?
    package private(set) var editorProcess: Int64?
    private var lifecycle = Lifecycle()
    private var table = HandlerTable()
    private var framer: Framer
    private var input = ByteBuffer()

    package init(_ daemon: any DaemonCalls, _ options: EditorOptions, clock: Clocks = .kernel) {
        state = EditorState(daemon, options, clock)
        var limits = FramingLimits()
        limits.message = LanguageServer.messageLimit
        framer = Framer(limits: limits)
        addLifecycleHandlers()
        state.addHandlers(to: &table)
    }

    package var exitCode: Int32? { lifecycle.exitCode }

    package var deadline: MonotonicTime? { lifecycle.isRunning ? state.deadline : nil }

    /// Whether the link to the daemon must connect again, because its world has ended.
    package var hasLostWorld: Bool { state.live.hasLostWorld }

    package var hasOutput: Bool { !state.channel.output.isEmpty }

    package func write(_ send: (Span<UInt8>) throws(SystemError) -> Int) throws(SystemError) {
        let count = try state.channel.output.withBytes { (bytes) throws(SystemError) in try send(bytes) }
        state.channel.output.removeFirst(count)
    }

    // MARK: Inputs

    package func receive(_ bytes: Span<UInt8>) {
        var buffer = ByteBuffer()
        swap(&buffer, &input)
        buffer.append(bytes)
        buffer.withBytes { readMessages(in: $0) }
        buffer.removeFirst(framer.consumed)
        framer.rebase()
        if buffer.isEmpty, buffer.capacity > LanguageServer.keptInput { buffer = ByteBuffer() }
        swap(&buffer, &input)
    }

    package func endInput() { lifecycle.fail() }

    package func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready: state.live.begin()
        case .lost: state.live.end()
        case .notification(let method, let params): state.live.handle(method, params, in: text)
        case .connected, .unmatchedError: break
        }
    }

    package func advance() {
        if lifecycle.isRunning { state.advance() }
    }

    // MARK: Messages

    private func readMessages(in text: Span<UInt8>) {
        while exitCode == nil {
            switch framer.next(in: text) {
            case .message(let range): handle(framer.message(range, in: text), in: text)
            case .fault(let fault):
                state.channel.fail(RPCError(fault))
                if fault.isFatal { return lifecycle.fail() }
            case .needsMore: return
            }
        }
    }

    private func handle(_ message: Message, in text: Span<UInt8>) {
        switch message.content {
        // A response has no method. The responses to requests of the server have no content that it needs.
        case .invalid(.noMethod): break
        case .invalid(let fault): refuse(message, RPCError(fault), in: text)
        case .call(let method, let params):
            let method = method.string(in: text) ?? ""
            if let id = message.id {
                handle(request: method, params, RequestID(text: [UInt8](text, in: id)), in: text)
            } else {
                handle(notification: method, params, in: text)
            }
        }
    }

    private func refuse(_ message: Message, _ error: RPCError, in text: Span<UInt8>) {
        guard let id = message.id else { return state.channel.fail(error) }
        state.channel.reply(to: RequestID(text: [UInt8](text, in: id))).fail(error)
    }

    private func handle(request method: String, _ params: JSONRange?, _ id: RequestID, in text: Span<UInt8>) {
        let reply = state.channel.reply(to: id)
        if let refusal = lifecycle.refusal(of: method) { return reply.fail(refusal) }
        guard let handle = table.requests[method] else {
            return reply.fail(RPCError(.methodNotFound, "the server has no method \(method.shown)"))
        }
        handle(params, text, reply)
    }

    private func handle(notification method: String, _ params: JSONRange?, in text: Span<UInt8>) {
        guard method != "exit" else { return lifecycle.exit() }
        if method == "$/cancelRequest" { return cancel(params, in: text) }
        if lifecycle.isRunning { table.notifications[method]?(params, text) }
    }

    private func cancel(_ params: JSONRange?, in text: Span<UInt8>) {
        guard let params, params.kind == .object else { return }
        var members = JSONMembers(of: params)
        while let (name, value) = members.next(in: text) {
            guard name.isString("id", in: text) else { continue }
            let error = RPCError(.requestCancelled, "the client has cancelled the request")
            state.channel.fail(RequestID(text: [UInt8](text, in: value.source)), error)
        }
    }

    private func addLifecycleHandlers() {
        table.onRequest("initialize") { [unowned self] (parameters: InitializeParameters, reply) in
            lifecycle.initialize()
            editorProcess = parameters.processID
            clientName = parameters.client.flatMap { $0.name.isEmpty ? nil : $0.name } ?? "tunerctl lsp"
            state.begin(parameters)
            reply.send(ServerCapabilities.result(for: state))
        }
        table.onRequest("shutdown") { [unowned self] (_: NoParameters, reply) in
            lifecycle.shutDown()
            reply.sendNull()
        }
    }
}

@available(*, unavailable)
extension LanguageServer: Sendable {}
