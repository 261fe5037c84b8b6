import SystemCore

/// Tells changes as they come, or has a command run for them, until an interrupt ends the program or nobody reads any more.
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

    /// Watches a subject as a line says, and does not end by itself; what is told looks as options and output want it, or
    /// as it is given here.
    static func run(
        _ subject: any WatchedSubject,
        _ invocation: Invocation,
        _ output: Output,
        _ options: ChangeOptions = ChangeOptions(),
        line: ((WatchedChange) -> String)? = nil
    ) throws(Failure) -> Never {
        let usual = ChangeFormat(options.format, output)
        if options.program != nil, options.format != nil {
            throw .usage(UsageError(.unprinted, command: invocation.command?.name))
        }
        let daemon = try DaemonEndpoint(invocation.global)
        let command = try options.program.map { (text) throws(Failure) in try ChangeCommand(text, daemon) }
        let subscriber = SubjectWatcher(daemon, invocation.global, subject)
        let watch = try Failure.system { () throws(SystemError) in
            try ChangeWatch(subscriber, line ?? { usual.text(of: $0, output) }, command, output)
        }
        try watch.run()
    }

    /// Tells what a subscriber hands out; with a command nothing is printed.
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

    /// Goes on until an interrupt ends the program, or nobody reads it any more.
    private consuming func run() throws(Failure) -> Never {
        Kernel.exitWhenInterrupted()
        try tell(try subscriber.begin())
        while true {
            try command?.goOn()
            try Failure.system { () throws(SystemError) in try wait() }
            guard !outputHasEnded else { throw .outputEnded }
            try tell(try subscriber.next(within: .zero))
        }
    }

    private func tell(_ changes: [WatchedChange]) throws(Failure) {
        if let command {
            command.add(changes)
        } else if !changes.isEmpty {
            try output.print(changes.map(line).joined())
        }
    }

    /// Waits until there is something to do.
    private mutating func wait() throws(SystemError) {
        let poller = try Poller(.poll)
        try poller.add(children.descriptor, token: Token.children.rawValue, interest: .readable)
        if command == nil {
            // So it is seen at once that nobody reads any more, also while nothing changes.
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
