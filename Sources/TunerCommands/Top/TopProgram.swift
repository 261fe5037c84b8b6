import JSONCore
import SystemCore
import TunerAPI

/// `tunerctl top` on a terminal: keys and events of the daemon in, requests and frames out.
struct TopProgram {
    private enum Token: UInt64 {
        case input
        case signals
        case daemon
    }

    /// The shortest time between two frames.
    private static let framePause = Duration.milliseconds(33)
    /// The ages in the table change each second.
    private static let agePause = Duration.seconds(1)
    /// The time after which the screen shows that a response is missing.
    private static let patience = Duration.seconds(1)

    private let connection: TopConnection
    private let output: Output
    private let path: String
    private var model = TopModel()
    private var keys = KeyReader()
    private var lastFrame: MonotonicTime?
    private var isDirty = true
    private var isShown = false
    /// Whether the keys must be listed again before the next frame.
    private var mustLoad = false
    private var isLoading = true
    private var isLost = false
    /// The number of requests without a response, and when the first of them was sent.
    private var pending = 1
    private var pendingSince = Kernel.monotonicTime()

    /// Starts to connect, without waiting for the daemon.
    init(
        _ daemon: DaemonEndpoint,
        _ global: GlobalOptions,
        _ match: PatternList?,
        _ output: Output
    ) throws(SystemError) {
        connection = try TopConnection(daemon, global, match)
        self.output = output
        path = daemon.path.shownWhole
    }

    /// Runs until the person quits or a signal ends the program.
    ///
    /// The terminal stays raw until then. The screen appears with the first values.
    mutating func run(on terminal: borrowing RawTerminal) throws(Failure) -> ExitCode {
        defer { if isShown { _ = try? output.print("\u{1B}[?25h\u{1B}[?1049l") } }
        let source = try Failure.system { () throws(SystemError) in
            try SignalSource([.terminate, .hangup, .interrupt, .quit, .windowChange])
        }
        while true {
            if isShown { try drawIfDue() }
            let input: [UInt8]
            do throws(SystemError) {
                input = try wait(source)
                while let signal = try source.next() {
                    guard signal == .windowChange else { return ExitCode(rawValue: 128 + signal.number) }
                    isDirty = true
                }
            } catch {
                throw error.errno == .inputOutput ? .outputEnded : .system(error)
            }
            guard handle(input) else { return .done }
            for event in connection.takeEvents() { try handle(event) }
        }
    }

    // MARK: Input

    /// Waits for keys, signals, events or the next frame; returns the typed bytes.
    private func wait(_ source: borrowing SignalSource) throws(SystemError) -> [UInt8] {
        let poller = try Poller(.poll)
        var events: [PollerEvent] = []
        try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try poller.add(input, token: Token.input.rawValue, interest: .readable)
        }
        try connection.watch(by: poller, token: Token.daemon.rawValue)
        let pause = isDirty ? TopProgram.framePause : TopProgram.agePause
        let frame = lastFrame.map { PollTimeout.until($0 + pause, from: Kernel.monotonicTime()) } ?? .forever
        try poller.wait(frame, into: &events)
        return events.contains { $0.token == Token.input.rawValue } ? try TypedBytes.read() : []
    }

    /// Returns false if the person quits.
    private mutating func handle(_ bytes: [UInt8]) -> Bool {
        var pressed = bytes.compactMap { keys.read($0) }
        if let escape = keys.finishEscape() { pressed.append(escape) }
        for key in pressed {
            isDirty = true
            guard let request = model.apply(key) else { continue }
            guard request != .quit else { return false }
            send(request)
        }
        return true
    }

    // MARK: The daemon

    private mutating func send(_ request: TopModel.Request) {
        if pending == 0 { pendingSince = Kernel.monotonicTime() }
        pending += 1
        connection.send(request)
    }

    private mutating func handle(_ event: TopConnection.Event) throws(Failure) {
        isDirty = true
        switch event {
        case .loaded(let table):
            pending -= 1
            isLoading = false
            guard let table else { break }
            model.load(table.tunables, table.commits, revision: table.revision)
        case .changed(let changes):
            if model.apply(changes) { mustLoad = true }
        case .lost(let isLost):
            if !isLost { mustLoad = true }
            self.isLost = isLost
        case .finished(let message):
            pending -= 1
            model.message = message
        case .failed(let failure): throw failure
        }
        guard !isShown else { return }
        // The terminal's second screen, without a cursor.
        try output.print("\u{1B}[?1049h\u{1B}[?25l")
        isShown = true
    }

    // MARK: Drawing

    private mutating func drawIfDue() throws(Failure) {
        let now = Kernel.monotonicTime()
        if let lastFrame, now - lastFrame < (isDirty ? TopProgram.framePause : TopProgram.agePause) { return }
        if mustLoad, !isLoading {
            (mustLoad, isLoading) = (false, true)
            send(.reload)
        }
        let (columns, rows) =
            (try? Kernel.withStandardOutput { (Kernel.columns(of: $0), Kernel.rows(of: $0)) }) ?? (nil, nil)
        let screen = TopScreen(columns: columns ?? 80, rows: rows ?? 24, hasColor: output.hasColor)
        model.resize(rows: screen.tableHeight)
        let waits = isLost || pending > 0 && now - pendingSince >= TopProgram.patience
        let state = waits ? "waiting for the daemon at \(path)" : path
        try output.print(screen.frame(of: model, title: "tunerd \(state)", at: Kernel.wallTime()))
        lastFrame = now
        isDirty = false
    }
}
