import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// `tunerctl top` on a terminal: keys and notifications in, calls and frames out.
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
    /// So many commits are read for the first samples.
    private static let commits: Int64 = 100

    private let subscriber: SubjectWatcher
    private let match: PatternList?
    private let output: Output
    private let path: String
    private var model = TopModel()
    private var keys = KeyReader()
    private var lastFrame: MonotonicTime?
    private var isDirty = true
    /// Whether the keys must be listed again before the next frame.
    private var mustLoad = false
    private var wasLost = false

    init(_ daemon: DaemonEndpoint, _ global: GlobalOptions, _ match: PatternList?, _ output: Output) {
        var parameters = SubscribeParameters()
        parameters.match = match
        parameters.isInitial = false
        subscriber = SubjectWatcher(daemon, global, WatchedTunables(parameters, global))
        self.match = match
        self.output = output
        path = daemon.path.shownWhole
    }

    /// Runs until the person quits or a signal ends the program.
    ///
    /// The terminal stays raw until then.
    mutating func run(on terminal: borrowing RawTerminal) throws(Failure) -> ExitCode {
        _ = try subscriber.begin()
        try load()
        // The terminal's second screen, without a cursor.
        try output.print("\u{1B}[?1049h\u{1B}[?25l")
        defer { _ = try? output.print("\u{1B}[?25h\u{1B}[?1049l") }
        let source = try Failure.system { () throws(SystemError) in
            try SignalSource([.terminate, .hangup, .interrupt, .quit, .windowChange])
        }
        while true {
            try drawIfDue()
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
            guard try handle(input) else { return .done }
            try handleChanges()
        }
    }

    // MARK: Input

    /// Waits for keys, signals, notifications or the next frame; returns the typed bytes.
    private func wait(_ source: borrowing SignalSource) throws(SystemError) -> [UInt8] {
        let poller = try Poller(.poll)
        var events: [PollerEvent] = []
        try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try poller.add(input, token: Token.input.rawValue, interest: .readable)
        }
        try subscriber.watch(by: poller, token: Token.daemon.rawValue)
        let pause = isDirty ? TopProgram.framePause : TopProgram.agePause
        let frame = lastFrame.map { PollTimeout.until($0 + pause, from: Kernel.monotonicTime()) } ?? .none
        let news = subscriber.timeout
        try poller.wait(news == .forever || frame.milliseconds < news.milliseconds ? frame : news, into: &events)
        return events.contains { $0.token == Token.input.rawValue } ? try TypedBytes.read() : []
    }

    /// Returns false if the person quits.
    private mutating func handle(_ bytes: [UInt8]) throws(Failure) -> Bool {
        var pressed = bytes.compactMap { keys.read($0) }
        if let escape = keys.finishEscape() { pressed.append(escape) }
        for key in pressed {
            isDirty = true
            guard let request = model.apply(key) else { continue }
            guard request != .quit else { return false }
            try perform(request)
        }
        return true
    }

    private mutating func handleChanges() throws(Failure) {
        let changes = try subscriber.next(within: .zero)
        let isLost = subscriber.retry != nil
        if model.apply(changes) || wasLost && !isLost {
            mustLoad = true
        }
        isDirty = isDirty || !changes.isEmpty || isLost != wasLost
        wasLost = isLost
    }

    // MARK: Calls

    private mutating func load() throws(Failure) {
        var parameters = ListParameters()
        parameters.match = match
        var tunables: [ListedTunable] = []
        var revision: Int64 = 0
        var hasMore = true
        while hasMore {
            let page = try subscriber.attempt { (daemon) throws(Failure) in
                try daemon.call(API.Tunables.list, parameters).result
            }
            guard let page else { return }
            tunables += page.tunables
            revision = page.revision
            hasMore = page.more == true
            parameters.after = page.tunables.last?.key
        }
        var history = HistoryParameters()
        history.limit = TopProgram.commits
        history.match = match
        let commits = try subscriber.attempt { (daemon) throws(Failure) in
            try daemon.call(API.Tunables.history, history).result.commits
        }
        model.load(tunables, commits ?? [], revision: revision)
        mustLoad = false
        isDirty = true
    }

    private mutating func perform(_ request: TopModel.Request) throws(Failure) {
        if request == .reload { return try load() }
        do throws(Failure) {
            let message = try subscriber.attempt { (daemon) throws(Failure) in try TopProgram.call(request, on: daemon)
            }
            model.message = message ?? "the daemon is gone; nothing was changed"
        } catch .refused(let error) {
            model.message = error.message.shown
        }
    }

    /// Makes the call of a request; returns what the last line of the screen says.
    private static func call(
        _ request: TopModel.Request,
        on daemon: DaemonConnection
    ) throws(Failure) -> String {
        switch request {
        case .step(let key, let count):
            var parameters = StepParameters()
            (parameters.key, parameters.count) = (key, count)
            _ = try daemon.call(API.Tunables.step, parameters)
        case .toggle(let key):
            _ = try daemon.call(plainly: API.Tunables.toggle, ["key": .string(key)])
        case .choose(let key, let value):
            _ = try daemon.call(plainly: API.Tunables.set, ["key": .string(key), "value": value])
        case .set(let key, let text):
            var texts = TypedTexts([(key, text)], areStrings: false)
            _ = try texts.send(on: daemon) { (values) throws(Failure) in
                try daemon.call(plainly: API.Tunables.set, ["key": .string(key), "value": values[key] ?? .null])
            }
        case .reset(let key):
            _ = try daemon.call(plainly: API.Tunables.reset, ["key": .string(key)])
        case .undo: return text(of: try daemon.call(API.Tunables.undo).result.changes)
        case .redo: return text(of: try daemon.call(API.Tunables.redo).result.changes)
        case .reload, .quit: break
        }
        return ""
    }

    private static func text(of changes: [ChangeRecord]) -> String {
        changes.prefix(3).map { "\($0.key.shownWhole): \(ValueText.short($0.old)) -> \(ValueText.short($0.value))" }
            .joined(separator: ", ")
    }

    // MARK: Drawing

    private mutating func drawIfDue() throws(Failure) {
        let now = Kernel.monotonicTime()
        if let lastFrame, now - lastFrame < (isDirty ? TopProgram.framePause : TopProgram.agePause) { return }
        if mustLoad { try load() }
        let (columns, rows) =
            (try? Kernel.withStandardOutput { (Kernel.columns(of: $0), Kernel.rows(of: $0)) }) ?? (nil, nil)
        let screen = TopScreen(columns: columns ?? 80, rows: rows ?? 24, hasColor: output.hasColor)
        model.resize(rows: screen.tableHeight)
        let state = wasLost ? "waiting for the daemon at \(path)" : path
        try output.print(screen.frame(of: model, title: "tunerd \(state)", at: Kernel.wallTime()))
        lastFrame = now
        isDirty = false
    }
}
