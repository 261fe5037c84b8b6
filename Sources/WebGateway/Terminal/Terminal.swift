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
    static let entries: Int64 = 512

    let calls: DaemonCalls
    private let loop: EventLoop
    private let settings: TerminalSettings
    private let whenEnded: () -> Void
    var webSocket: WebSocket?
    private var watch: TerminalWatch?
    /// The running `wait`.
    private var wait: TerminalWait?
    /// The lines that wait, the next one last.
    private var lines: [Substring] = []
    private var isRunning = false
    private var isAdvancing = false
    /// What continues a command when the client has received its output so far.
    var continuation: (() -> Void)?

    var world: String? { settings.world }

    init(_ calls: DaemonCalls, on loop: EventLoop, _ settings: TerminalSettings, _ whenEnded: @escaping () -> Void) {
        self.calls = calls
        self.loop = loop
        self.settings = settings
        self.whenEnded = whenEnded
    }

    // MARK: The connection

    func opened(_ webSocket: WebSocket) {
        self.webSocket = webSocket
        send("Tuner \(API.release): tunerd at \(calls.address.path.shownWhole)\n")
        send(TerminalLine.helpText(width: settings.width))
        sendReady()
    }

    func received(text: Span<UInt8>, _ webSocket: WebSocket) {
        guard text.count <= Terminal.messageLimit else { return fail("\(TerminalFault.tooLong.sentence)\n") }
        lines = String(decoding: text.copied, as: UTF8.self).split { $0.isNewline }.reversed()
        advance()
    }

    func received(binary: Span<UInt8>, _ webSocket: WebSocket) {
        webSocket.close(
            CloseCode(1003),
            reason: "binary messages are not supported; send each command as a text message"
        )
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
        wait?.close()
        wait = nil
        lines = []
        continuation = nil
        whenEnded()
    }

    func send(_ text: String) {
        guard let webSocket else { return }
        webSocket.send(text: text.utf8.span)
        if !webSocket.hasRoom {
            watch?.isPaused = true
        }
    }

    /// Sends the sentences of an error.
    private func send(fault sentences: String) {
        send(settings.hasEscapes ? "\(TerminalEscape.red)\(sentences)\(TerminalEscape.standardColor)" : sentences)
    }

    private func sendReady() {
        if settings.hasEscapes {
            send(TerminalEscape.ready)
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
                fail("\(error.sentence)\n")
            }
        }
        isAdvancing = false
        // Only a connection that is read shows its end, so a long wait does not pause it before the next message.
        webSocket.isPaused = isRunning && wait == nil || !lines.isEmpty || !webSocket.hasRoom
    }

    /// Sends the last output of a command, and runs the next one.
    func end(_ output: String = "") {
        if !output.isEmpty {
            send(output)
        }
        endRunning()
    }

    /// Sends the sentences of an error, and runs the next command.
    func fail(_ sentences: String) {
        send(fault: sentences)
        endRunning()
    }

    /// Sends the text of a result, or the sentences of its fault, and runs the next command.
    func end<Value>(_ result: Result<Value, DaemonFault>, _ text: (Value) -> String) {
        switch result {
        case .success(let value): end(text(value))
        case .failure(let fault): fail(fault.sentences.map { "\($0.shownWhole)\n" }.joined())
        }
    }

    private func endRunning() {
        sendReady()
        isRunning = false
        advance()
    }

    private func run(_ line: TerminalLine) {
        switch line {
        case .nothing: end()
        case .help(let name): end(TerminalLine.helpText(name, width: settings.width))
        case .quit:
            lines = []
            webSocket?.close(.normal)
            end()
        case .watch(let patterns):
            watch?.close()
            watch = TerminalWatch(patterns, calls, world: world, on: loop) { [unowned self] text, isFault in
                isFault ? send(fault: text) : send(text)
            }
            end()
        case .watchOff:
            watch?.close()
            watch = nil
            end()
        case .wait(let key, let condition, let seconds): wait(for: key, condition, within: .seconds(seconds))
        case .list(let filter): list(filter, after: nil)
        case .flagList: listFlags(after: nil)
        case .presets: listPresets()
        case .presetLoad(let name, isDryRun: true): load(PresetLayer(name), isDryRun: true)
        case .get, .describe, .last, .history, .schema, .flagGet, .layers, .syncStatus, .worlds, .ping: read(line)
        case .set, .toggle, .step, .reset, .resetAll: setValue(line)
        case .flagSet, .flagToggle, .flagReset: overrideFlag(line)
        case .forget, .undo, .redo, .killSwitch, .flagCreate, .flagRemove, .activateLayers, .deactivateLayer,
            .presetSave, .presetLoad, .presetRemove:
            changeSharedState(line)
        }
    }

    private func wait(for key: String, _ condition: WaitCondition, within limit: Duration) {
        wait = TerminalWait(key, condition, within: limit, calls, world: world, on: loop) { [unowned self] event in
            switch event {
            case .note(let text): send(text)
            case .met(let text):
                wait = nil
                end(text)
            case .failed(let text):
                wait = nil
                fail(text)
            }
        }
    }

    /// Calls a method, and ends the command with the text of its result.
    func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters = Parameters(),
        on lane: DaemonCalls.Lane,
        _ text: @escaping (Value) -> String
    ) {
        calls.call(method, parameters, on: lane, in: world) { [self] result in
            end(result, text)
        }
    }
}

@available(*, unavailable)
extension Terminal: Sendable {}
