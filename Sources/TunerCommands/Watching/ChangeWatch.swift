import SystemCore

/// Prints changes, or runs a command for each, until an interrupt ends the program or the reader of the output has
/// gone.
struct ChangeWatch: ~Copyable {
    private enum Token: UInt64 {
        case daemon
        case output
        case children
        case input
    }

    private let subscriber: SubjectWatcher
    private let line: (WatchedChange) -> String
    private let command: ChangeCommand?
    private let output: Output
    private let children: SignalSource
    private var events: [PollerEvent] = []

    /// Watches a subject, and never returns.
    ///
    /// `line` formats a change; without it, the options and the output determine the format.
    static func run(
        _ subject: any WatchedSubject,
        _ invocation: Invocation,
        _ output: Output,
        _ options: ChangeOptions = ChangeOptions(),
        line: ((WatchedChange) -> String)? = nil
    ) throws(Failure) -> Never {
        let usual = ChangeFormat(options.format, output)
        if options.program != nil, options.format != nil {
            throw .usage(UsageError(.formatWithProgram, command: invocation.command?.name))
        }
        let daemon = try DaemonEndpoint(invocation.global)
        let command = try options.program.map { (text) throws(Failure) in try ChangeCommand(text, daemon) }
        let subscriber = SubjectWatcher(daemon, invocation.global, subject)
        let watch = try Failure.system { () throws(SystemError) in
            try ChangeWatch(subscriber, line ?? { usual.text(of: $0, output) }, command, output)
        }
        try watch.run()
    }

    /// Creates a watch; with a command, it prints nothing.
    private init(
        _ subscriber: SubjectWatcher,
        _ line: @escaping (WatchedChange) -> String,
        _ command: ChangeCommand?,
        _ output: Output
    ) throws(SystemError) {
        children = try SignalSource([.child])
        self.subscriber = subscriber
        self.line = line
        self.command = command
        self.output = output
    }

    /// Runs until an interrupt ends the program, or until the reader of the output has gone.
    private consuming func run() throws(Failure) -> Never {
        Kernel.exitWhenInterrupted()
        try report(try subscriber.begin())
        while true {
            try command?.advance()
            try Failure.system { () throws(SystemError) in try wait() }
            guard !outputHasEnded else { throw .outputEnded }
            try report(try subscriber.next(within: .zero))
        }
    }

    private func report(_ changes: [WatchedChange]) throws(Failure) {
        if let command {
            command.add(changes)
        } else if !changes.isEmpty {
            try output.print(changes.map(line).joined())
        }
    }

    /// Waits for a change, the end of a command, or the end of the output.
    private mutating func wait() throws(SystemError) {
        let poller = try Poller(.poll)
        try poller.add(children.descriptor, token: Token.children.rawValue, interest: .readable)
        if command == nil {
            // Notice at once when the reader of the output has gone, even without changes.
            try Kernel.withStandardOutput { (output) throws(SystemError) in
                try poller.add(output, token: Token.output.rawValue, interest: [])
            }
        }
        try subscriber.watch(by: poller, token: Token.daemon.rawValue)
        try command?.input?.watch(by: poller, token: Token.input.rawValue)
        try poller.wait(subscriber.timeout, into: &events)
        while try children.next() != nil {}
    }

    private var outputHasEnded: Bool {
        events.contains { event in
            event.token == Token.output.rawValue && !event.readiness.isDisjoint(with: [.hangup, .error])
        }
    }
}
