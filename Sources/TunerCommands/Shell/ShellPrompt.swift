import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// A shell on a terminal, with line editing, completion and history.
///
/// The terminal is in raw mode only while a line is edited. So a command finds the terminal in its usual mode, and
/// Ctrl-C sends it an interrupt. Each command is a separate process: the interrupt ends the command, and not the shell.
struct ShellPrompt: ~Copyable {
    private enum Token: UInt64 {
        case input
        case signals
        case daemon
    }

    private static let prompt = "tuner> "
    /// The width for a terminal that does not report one.
    private static let usualColumns = 80

    private let session: ShellSession
    private var history = LineHistory()
    /// The file that stores the lines; nil if there is no directory for it, or after it failed.
    private var historyFile: LineHistoryFile?
    private var keys = KeyReader()
    /// The bytes that were typed, but not handled yet.
    private var pending: [UInt8] = []

    init(_ session: ShellSession) {
        self.session = session
        session.isInteractive = true
        historyFile = StatePath(option: nil, environment: Kernel.environmentPath).map {
            LineHistoryFile("\($0.path)/history")
        }
    }

    /// Runs until the person ends the shell.
    consuming func run() throws(Failure) -> ExitCode {
        session.output.note(try session.greeting().text)
        loadHistory()
        while true {
            switch try readLine() {
            case .line(let text):
                addToHistory(text)
                guard try run(text) else { return .done }
                if let signal = session.ending { return ExitCode(signal) }
            case .cancelled: continue
            case .ended: return .done
            case .signal(let signal): return ExitCode(signal)
            }
        }
    }

    /// Runs a line; returns false for the line that ends the shell.
    private func run(_ text: String) throws(Failure) -> Bool {
        do throws(Failure) {
            let line = try Failure.usage { () throws(UsageError) in try ShellLine(RawText(text)) }
            guard line != .quit else { return false }
            _ = try session.run(line)
        } catch {
            if error == .outputEnded { throw error }
            error.report(asJSON: session.global.isJSON)
        }
        try session.output.print(try session.changes())
        return true
    }

    // MARK: History

    private mutating func loadHistory() {
        guard let historyFile else { return }
        do throws(LineHistoryFault) {
            history = LineHistory(try historyFile.lines())
        } catch {
            stopStoring(error)
        }
    }

    private mutating func addToHistory(_ line: String) {
        guard history.add(line), let historyFile else { return }
        do throws(LineHistoryFault) {
            try historyFile.append(line)
        } catch {
            stopStoring(error)
        }
    }

    /// Prints one note; the shell continues without the file.
    private mutating func stopStoring(_ fault: LineHistoryFault) {
        historyFile = nil
        session.output.note("tunerctl: \(fault.description.shownWhole)\n")
    }

    // MARK: Editing

    private enum Typed {
        case line(String)
        case cancelled
        case ended
        case signal(Signal)
    }

    private mutating func readLine() throws(Failure) -> Typed {
        guard Kernel.environment("TERM") != "dumb", let terminal = RawTerminal.ofStandardInput else {
            return try readPlainLine()
        }
        return try editLine(on: terminal)
    }

    /// Edits a line on a terminal, which must stay in raw mode until the function returns.
    private mutating func editLine(on terminal: borrowing RawTerminal) throws(Failure) -> Typed {
        var edit = LineEdit(history)
        var view = LineView()
        do throws(SystemError) {
            let source = try SignalSource([.terminate, .hangup, .interrupt, .quit, .windowChange])
            try show(&view, edit)
            while true {
                for byte in pending {
                    pending.removeFirst()
                    guard let key = keys.read(byte) else { continue }
                    if let typed = try handle(key, &edit, &view) { return typed }
                }
                if edit.isSearching, let escape = keys.finishEscape() { _ = try handle(escape, &edit, &view) }
                if let signal = try wait(source, &view, edit) { return .signal(signal) }
            }
        } catch {
            throw error.errno.meansPeerIsGone || error.errno == .inputOutput ? .outputEnded : .system(error)
        }
    }

    /// Applies a key press; returns the line when it is complete.
    private mutating func handle(
        _ key: KeyPress,
        _ edit: inout LineEdit,
        _ view: inout LineView
    ) throws(SystemError) -> Typed? {
        let wasSearching = edit.isSearching
        switch edit.apply(key) {
        case .nothing: return nil
        case .changed: break
        case .accepted:
            // The line remains on the screen with the usual prompt.
            if wasSearching { try show(&view, edit) }
            try write("\n")
            return .line(edit.text)
        case .cancelled:
            try write("^C\n")
            return .cancelled
        case .ended:
            try write("\n")
            return .ended
        case .clearsScreen: try write("\u{1B}[H\u{1B}[2J")
        case .wantsCompletion: try complete(&edit)
        }
        try show(&view, edit)
        return nil
    }

    private mutating func complete(_ edit: inout LineEdit) throws(SystemError) {
        let before = edit.textBeforeCursor
        let parts = ShellWords(before)
        let partial = parts.lastStart == nil ? "" : parts.words.last ?? ""
        let words = ShellLine.plain(parts.lastStart == nil ? parts.words : Array(parts.words.dropLast()))
        let session = session
        let live = LiveNames { () throws(Failure) in try session.connect() }
        let found = Completion(words, partial, inShell: true, live).candidates.filter { $0 != Completion.files }
        guard let first = found.first else { return }
        let shared = found.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        let typed = parts.lastStart.map { before.utf8.count - $0 } ?? 0
        if found.count == 1 {
            edit.replace(lastBytes: typed, with: ShellWords.typed(first) + (first.last == "=" ? "" : " "))
        } else if shared.utf8.count > partial.utf8.count {
            edit.replace(lastBytes: typed, with: ShellWords.typed(shared))
        } else {
            try write("\n\(found.map(\.shownWhole).joined(separator: "  "))\n")
        }
    }

    private func show(_ view: inout LineView, _ edit: LineEdit) throws(SystemError) {
        let columns = try Kernel.withStandardOutput { Kernel.columns(of: $0) } ?? ShellPrompt.usualColumns
        let prompt = edit.searchPrompt(columns: columns) ?? ShellPrompt.prompt
        try write(view.text(prompt, edit, columns: columns))
    }

    /// Waits for key presses; prints watched changes above the line.
    ///
    /// Returns a signal that ends the shell, or nil.
    private mutating func wait(
        _ source: borrowing SignalSource,
        _ view: inout LineView,
        _ edit: LineEdit
    ) throws(SystemError) -> Signal? {
        let poller = try Poller(.poll)
        var events: [PollerEvent] = []
        try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try poller.add(input, token: Token.input.rawValue, interest: .readable)
        }
        try session.watch(by: poller, token: Token.daemon.rawValue)
        try poller.wait(session.timeout, into: &events)
        while let signal = try source.next() {
            guard signal == .windowChange else { return signal }
            try show(&view, edit)
        }
        if events.contains(where: { $0.token == Token.input.rawValue }) { try readKeys() }
        try printChanges(&view, edit)
        return nil
    }

    private mutating func readKeys() throws(SystemError) { pending += try TypedBytes.read() }

    private func printChanges(_ view: inout LineView, _ edit: LineEdit) throws(SystemError) {
        guard session.isWatching else { return }
        // Clear the line first, because an error message may be printed there.
        try write("\r\u{1B}[K")
        do throws(Failure) {
            let text = try session.changes()
            if !text.isEmpty { try session.output.print(text) }
        } catch {
            error.report(asJSON: session.global.isJSON)
            session.stopWatching()
        }
        try show(&view, edit)
    }

    /// Reads a line on a terminal that cannot move its cursor.
    private mutating func readPlainLine() throws(Failure) -> Typed {
        do throws(SystemError) {
            try write(ShellPrompt.prompt)
            while true {
                if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: pending[..<end], as: UTF8.self)
                    pending.removeFirst(end + 1)
                    return .line(line)
                }
                let count = pending.count
                try readKeys()
                if pending.count == count {
                    _ = try Kernel.withStandardInput { (input) throws(SystemError) in
                        try Kernel.wait(for: .readable, on: input, .forever)
                    }
                }
            }
        } catch  where error.errno == .inputOutput {
            return .ended
        } catch {
            throw .system(error)
        }
    }

    private func write(_ text: String) throws(SystemError) {
        do throws(Failure) {
            try session.output.print(text)
        } catch {
            if case .system(let error) = error { throw error }
            throw SystemError("write", .brokenPipe)
        }
    }
}
