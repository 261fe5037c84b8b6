import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The state that the lines of a shell share: the connection to the daemon, and the watched keys.
final class ShellSession {
    /// The global options, which apply to every line.
    let global: GlobalOptions
    let output: Output
    /// Whether a person types the lines.
    var isInteractive = false
    /// The signal that ends the shell after its line; nil if there is none.
    private(set) var ending: Signal?
    /// The global options as given to the shell.
    private let options: [RawText]
    private let daemon: DaemonEndpoint
    private let limit: Duration
    private var connection: DaemonConnection?
    private var subscriber: SubjectWatcher?
    private let changeLine: ChangeFormat
    private var hasConnected = false

    init(_ invocation: Invocation, _ output: Output) throws(Failure) {
        global = invocation.global
        options = invocation.globalWords
        self.output = output
        daemon = try DaemonEndpoint(global)
        limit = global.timeout ?? DaemonEndpoint.patience
        changeLine = ChangeFormat(nil, output)
    }

    // MARK: The connection

    /// Connects, and returns what a shell on a terminal prints first.
    func greeting() throws(Failure) -> ShellGreeting {
        do throws(Failure) {
            return ShellGreeting(try current().call(API.Server.info.name.description), socket: daemon.path)
        } catch .unreachable(_, let error) where error.errno.meansNobodyListens {
            return .noDaemon(socket: daemon.path)
        } catch .refused {
            return .connected(version: nil, socket: daemon.path)
        }
    }

    /// Returns the connection for a command, a new one if the daemon has closed the last one.
    ///
    /// `time` is the timeout of each call; nil means the shell's own timeout.
    func connect(within time: Duration? = nil) throws(Failure) -> DaemonConnection {
        if let connection, try connection.waitForEnd(within: .zero) { dropConnection() }
        let connection = try current()
        connection.limit = time ?? limit
        return connection
    }

    /// Returns the connection without checking whether the daemon has closed it.
    func current() throws(Failure) -> DaemonConnection {
        if let connection {
            connection.limit = limit
            return connection
        }
        let found = hasConnected && !isInteractive ? try find() : try daemon.connect(within: limit)
        connection = found
        hasConnected = true
        return found
    }

    /// Drops the connection, after the daemon has closed it.
    func dropConnection() { connection = nil }

    /// Reconnects with growing pauses until the timeout; prints one message.
    private func find() throws(Failure) -> DaemonConnection {
        let deadline = Kernel.monotonicTime() + limit
        var reconnection = Reconnection()
        while true {
            do throws(Failure) {
                let connection = try daemon.connect(within: max(deadline - Kernel.monotonicTime(), .milliseconds(1)))
                // A daemon that is stopping may still accept connections.
                _ = try connection.ping()
                return connection
            } catch {
                guard error.exitCode == .noDaemon, Kernel.monotonicTime() < deadline else { throw error }
            }
            if reconnection.next == nil { daemon.noteLostConnection() }
            let now = Kernel.monotonicTime()
            reconnection.fail(at: now)
            let next = min(reconnection.next ?? now, deadline)
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: next - now) }
        }
    }

    // MARK: Lines

    /// Runs a line and returns its exit code.
    func run(_ line: ShellLine) throws(Failure) -> ExitCode {
        switch line {
        case .nothing, .quit: return .done
        case .get(let key): return try run(["get", RawText(key)])
        case .set(let key, let text): return try run(["set", RawText(key), RawText(text)])
        case .help: try output.print(ShellHelp.text)
        case .watch(let patterns): try watch(patterns)
        case .watchOff: stopWatching()
        case .command(let words): return try run(words)
        }
        return .done
    }

    private func run(_ words: [RawText]) throws(Failure) -> ExitCode {
        let invocation = try Failure.usage { () throws(UsageError) in try Invocation(words, in: self) }
        if invocation.global.socket != global.socket, try DaemonEndpoint(invocation.global).path != daemon.path {
            throw .usage(UsageError(.socketInShell, command: "shell"))
        }
        guard !isInteractive else { return try runAsProgram(words) }
        do throws(Failure) {
            return try Tunerctl.run(invocation, output)
        } catch .disconnected(let socket) {
            dropConnection()
            guard invocation.command?.shell().isRepeatable == true else {
                throw .disconnected(socket)
            }
            return try Tunerctl.run(invocation, output)
        }
    }

    /// Runs a line as a separate process, so that Ctrl-C ends the line, and not the shell.
    private func runAsProgram(_ words: [RawText]) throws(Failure) -> ExitCode {
        let program = Kernel.programPath ?? "tunerctl"
        let end = try AccompaniedProgram.run([RawText(path: program)] + options + words)
        ending = end.ending
        // The terminal has shown ^C, but no line end.
        if end.code == .interrupted { try output.print("\n") }
        return end.code
    }

    // MARK: Watching

    var isWatching: Bool { subscriber != nil }

    /// The longest time for which a poller may wait before `changes()` is due.
    var timeout: PollTimeout { subscriber?.timeout ?? .forever }

    private func watch(_ patterns: [String]) throws(Failure) {
        var parameters = SubscribeParameters()
        parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
        parameters.isInitial = false
        let subscriber = SubjectWatcher(daemon, global, WatchedTunables(parameters, global))
        _ = try subscriber.begin()
        self.subscriber = subscriber
    }

    func stopWatching() { subscriber = nil }

    /// Returns the output for the changes since the last call.
    func changes() throws(Failure) -> String {
        guard let subscriber else { return "" }
        var text = ""
        repeat {
            text += try subscriber.next(within: .zero).map { changeLine.text(of: $0, output) }.joined()
        } while subscriber.hasMore
        return text
    }

    /// Adds the watching connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try subscriber?.watch(by: poller, token: token)
    }
}
