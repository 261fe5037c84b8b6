import ClientCore
import ConsoleCore
import HTTPCore
import JSONCore
import LoopCore
import RPCCore
import TunerAPI

/// A terminal on a WebSocket connection: one command a line, executed one after the other.
///
/// A line is a command of the daemon, never of the system: the terminal starts no program and opens no file. While a
/// command runs, or while the client does not read, the client waits.
final class Terminal: WebSocketHandler {
    /// The limit for the bytes of a message.
    static let messageLimit = 64 << 10
    /// The limit for the entries of a message.
    private static let entries: Int64 = 512

    private let calls: DaemonCalls
    private let loop: EventLoop
    private let world: String?
    private let whenEnded: () -> Void
    private var webSocket: WebSocket?
    private var watch: TerminalWatch?
    /// The lines that wait, the next one last.
    private var lines: [Substring] = []
    private var isRunning = false
    private var isAdvancing = false
    /// What continues a command when the client has received its output so far.
    private var continuation: (() -> Void)?

    init(_ calls: DaemonCalls, on loop: EventLoop, world: String?, _ whenEnded: @escaping () -> Void) {
        self.calls = calls
        self.loop = loop
        self.world = world
        self.whenEnded = whenEnded
    }

    // MARK: The connection

    func opened(_ webSocket: WebSocket) {
        self.webSocket = webSocket
        send("Tuner \(API.release): tunerd at \(calls.address.path.shownWhole)\n")
        send(TerminalLine.helpText)
    }

    func received(text: Span<UInt8>, _ webSocket: WebSocket) {
        guard text.count <= Terminal.messageLimit else { return send("\(TerminalFault.tooLong.sentence)\n") }
        lines = String(decoding: text.copied, as: UTF8.self).split { $0.isNewline }.reversed()
        advance()
    }

    func received(binary: Span<UInt8>, _ webSocket: WebSocket) {
        webSocket.close(CloseCode(1003), reason: "a command is a text message")
    }

    func hasRoom(_ webSocket: WebSocket) {
        watch?.isPaused = false
        continuation.take()?()
        advance()
    }

    func ended(_ code: CloseCode?) {
        webSocket = nil
        watch?.close()
        watch = nil
        lines = []
        continuation = nil
        whenEnded()
    }

    private func send(_ text: String) {
        guard let webSocket else { return }
        webSocket.send(text: text.utf8.span)
        if !webSocket.hasRoom {
            watch?.isPaused = true
        }
    }

    // MARK: Commands

    /// Runs the waiting lines, until one has to wait.
    private func advance() {
        guard !isAdvancing, let webSocket else { return }
        isAdvancing = true
        while !isRunning, webSocket.hasRoom, let line = lines.popLast() {
            isRunning = true
            do throws(TerminalFault) {
                run(try TerminalLine(String(line)))
            } catch {
                end("\(error.sentence)\n")
            }
        }
        isAdvancing = false
        webSocket.isPaused = isRunning || !lines.isEmpty || !webSocket.hasRoom
    }

    /// Sends the last output of a command, and runs the next one.
    private func end(_ output: String = "") {
        if !output.isEmpty {
            send(output)
        }
        isRunning = false
        advance()
    }

    private func run(_ line: TerminalLine) {
        switch line {
        case .nothing: end()
        case .help: end(TerminalLine.helpText)
        case .quit:
            lines = []
            webSocket?.close(.normal)
            end()
        case .watch(let patterns):
            watch?.close()
            watch = TerminalWatch(patterns, calls, world: world, on: loop) { [unowned self] in send($0) }
            end()
        case .watchOff:
            watch?.close()
            watch = nil
            end()
        case .list(let filter): list(filter, after: nil)
        case .flagList: listFlags(after: nil)
        case .undo, .redo: revert(line)
        case .get, .last, .history, .flagGet, .ping: read(line)
        default: write(line)
        }
    }

    /// Calls a method, and ends the command with the text of its result.
    private func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters = Parameters(),
        on lane: DaemonCalls.Lane,
        _ text: @escaping (Value) -> String
    ) {
        calls.call(method, parameters, on: lane, in: world) { [self] result in
            end(result.text(text))
        }
    }

    private func read(_ line: TerminalLine) {
        switch line {
        case .get(let key):
            var parameters = GetParameters()
            parameters.key = key
            call(API.Tunables.get, parameters, on: .reads) { "\(ValueText.line($0.value))\n" }
        case .last:
            call(API.Tunables.last, on: .reads) { $0.value.map(CommitText.lines) ?? "nothing was changed yet\n" }
        case .history(let count):
            var parameters = HistoryParameters()
            parameters.limit = count
            call(API.Tunables.history, parameters, on: .bulk) { $0.commits.map(CommitText.lines).joined() }
        case .flagGet(let key):
            let parameters: JSONObject = ["key": .string(key)]
            calls.call(API.Flags.evaluate.name.description, parameters, on: .reads, in: world) {
                [self] response, text in
                end(response.map { $0.value(in: text) }.text { Terminal.text(ofEvaluation: $0, key) })
            }
        default: call(API.ping, on: .reads) { _ in "up\n" }
        }
    }

    private func write(_ line: TerminalLine) {
        switch line {
        case .set(let key, let text):
            calls.set(key, toText: text, in: world) { [self] result in end(result.text(Terminal.text(ofSetting:))) }
        case .reset(let key):
            var parameters = ResetParameters()
            parameters.key = key
            call(API.Tunables.reset, parameters, on: .writes) { result in
                result.hasChanged
                    ? ChangeText.lines(result.changes, hasMore: false) : "\(key.shownWhole) had no value to reset\n"
            }
        case .resetAll(let pattern):
            var parameters = ResetAllParameters()
            parameters.match = pattern.map { PatternList([$0]) }
            call(API.Tunables.resetAll, parameters, on: .writes) { result in
                ChangeText.lines(result.result.changes, hasMore: result.result.more == true)
                    + (result.skipped ?? []).map { "\(SkippedKeyText.sentence(about: $0))\n" }.joined()
            }
        case .flagSet(let key, let word): setFlag(key, word)
        case .flagReset(let key):
            let done = "\(key.shownWhole): override removed\n"
            callFlag(API.Flags.reset.name.description, ["key": .string(key)], done)
        default: preconditionFailure("a line that changes nothing")
        }
    }

    private func revert(_ line: TerminalLine) {
        // Both change the shared state, also for a member of a world.
        guard world == nil else { return end("this changes the shared state, not this world\n") }
        if line == .undo {
            call(API.Tunables.undo, on: .writes) { Terminal.text(ofReverting: $0, "undone") }
        } else {
            call(API.Tunables.redo, on: .writes) { Terminal.text(ofReverting: $0, "redone") }
        }
    }

    private func setFlag(_ key: String, _ word: String) {
        let variant: JSONObject = ["key": .string(key), "variant": .string(word)]
        let done = "\(key.shownWhole): override \(word.shownWhole)\n"
        calls.call(API.Flags.set.name.description, variant, on: .writes, in: world) { [self] response, _ in
            // A word that is no variant can be a value.
            guard case .failure(.refused(let error)) = response, error.kind == ErrorKind.outOfRange.rawValue,
                let value = try? JSON.parse(word)
            else { return end(response.text { _ in done }) }
            callFlag(API.Flags.set.name.description, ["key": .string(key), "value": value], done)
        }
    }

    private func callFlag(_ method: String, _ parameters: JSONObject, _ done: String) {
        calls.call(method, parameters, on: .writes, in: world) { [self] response, _ in
            end(response.text { _ in done })
        }
    }

    // MARK: Lists

    private func list(_ filter: String?, after key: String?) {
        var parameters = ListParameters()
        parameters.limit = Terminal.entries
        parameters.after = key
        if let filter, filter.contains("*") {
            parameters.match = PatternList([filter])
        } else {
            parameters.search = filter
        }
        calls.call(API.Tunables.list, parameters, on: .bulk, in: world) { [self] result in
            guard case .success(let page) = result, !page.tunables.isEmpty else {
                let nothing =
                    filter.map { "nothing matches \($0.shown)\n" }
                    ?? "there are no tunables; create one with: set KEY VALUE\n"
                return end(result.text { _ in key == nil ? nothing : "" })
            }
            let text = page.tunables.map(Terminal.line).joined()
            let last = page.more == true ? page.tunables.last?.key : nil
            proceed(text, after: last) { [self] in list(filter, after: $0) }
        }
    }

    private func listFlags(after key: String?) {
        var parameters = ListFlagsParameters()
        parameters.limit = Terminal.entries
        parameters.after = key
        calls.call(API.Flags.list, parameters, on: .bulk, in: world) { [self] result in
            guard case .success(let page) = result else { return end(result.text { _ in "" }) }
            let text = FlagText.lines(page.flags)
            proceed(text, after: page.more == true ? page.flags.last?.key : nil) { [self] in listFlags(after: $0) }
        }
    }

    /// Sends a page, and continues with the next one when the client has received enough.
    private func proceed(_ text: String, after key: String?, _ next: @escaping (String) -> Void) {
        guard let key, let webSocket else { return end(text) }
        send(text)
        if webSocket.hasRoom {
            next(key)
        } else {
            continuation = { next(key) }
        }
    }
}

@available(*, unavailable)
extension Terminal: Sendable {}

// MARK: - Texts

extension Terminal {
    /// Returns a key, its value, and the default, the type and the limits of its declaration.
    private static func line(_ tunable: ListedTunable) -> String {
        let pair = "\(tunable.key.shownWhole) \(ValueText.line(tunable.value))"
        guard let spec = tunable.spec else { return "\(pair)\n" }
        var facts = [spec["type"]?.text ?? ""]
        for (name, word) in [("default", "default"), ("minimum", "min"), ("maximum", "max"), ("step", "step")] {
            guard let value = spec[name] else { continue }
            facts.append("\(word) \(ValueText.short(value))")
        }
        return "\(pair) (\(facts.joined(separator: ", ")))\n"
    }

    private static func text(ofSetting result: SetResult) -> String {
        let line = "\(ChangeText.line(result))\n"
        guard let effective = result.effective, let origin = result.origin else { return line }
        return line + "\(result.key.shownWhole) is still \(ValueText.line(effective)) (\(origin.shownWhole))\n"
    }

    private static func text(ofReverting result: UndoResult, _ word: String) -> String {
        let changes =
            (result.flags ?? []).map { "\(FlagText.line($0))\n" }.joined()
            + ChangeText.lines(result.changes, hasMore: result.more == true)
        guard changes.isEmpty else { return changes }
        return result.undone.map { "revision \($0) is \(word)\n" }.joined()
    }

    private static func text(ofEvaluation result: JSON, _ key: String) -> String {
        if let value = result["value"] { return "\(ValueText.line(value))\n" }
        if let message = result["errorMessage"]?.text { return "\(message.shownWhole)\n" }
        let reason = result["reason"]?.text == "DISABLED" ? "it is disabled" : "it has no default variant"
        return "\(key.shownWhole) gives no value: \(reason)\n"
    }
}

extension Result where Failure == DaemonFault {
    /// Returns the text of a success, or the sentences of the fault.
    fileprivate func text(_ text: (Success) -> String) -> String {
        switch self {
        case .success(let value): text(value)
        case .failure(let fault): fault.sentences.map { "\($0.shownWhole)\n" }.joined()
        }
    }
}
