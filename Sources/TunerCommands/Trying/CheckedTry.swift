import ClientCore
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A pending try whose check runs until the try ends.
///
/// The daemon reverts the try by itself, so it does not matter when this program is killed.
final class CheckedTry {
    private static let signals: [Signal] = [.hangup, .interrupt, .quit, .terminate]
    /// How much later than the last check the daemon reverts a try that is to be kept, in seconds.
    private static let grace = 60.0
    /// How many lines of output a reason has.
    private static let mostLines = 5

    private enum Token: UInt64 {
        case signals
        case daemon
        case checkEnd
        case output
    }

    private let check: RawText
    private let pause: Duration
    private let mostFailures: Int64
    private let options: TryOptions
    private let global: GlobalOptions
    private let watcher: SubjectWatcher
    private let source: SignalSource
    private var id: Int64 = 0
    private var failures: Int64 = 0
    /// Whether the last check that has ended has passed.
    private var hasPassed = false
    /// The changes about which a note was printed.
    private var noted: Set<String> = []

    init(_ check: RawText, _ options: TryOptions, keys: [String], _ invocation: Invocation) throws(Failure) {
        self.check = check
        self.options = options
        global = invocation.global
        pause = .seconds(options.pause ?? 5)
        mostFailures = options.failures ?? 3
        let daemon = try DaemonEndpoint(invocation.global)
        source = try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: daemon.absolutePath)
            return try SignalSource(CheckedTry.signals)
        }
        var parameters = SubscribeParameters()
        parameters.keys = keys
        watcher = SubjectWatcher(daemon, global, WatchedTunables(parameters, global))
    }

    /// Begins the try and runs the check; returns how the try has ended.
    func run(_ changes: TriedChanges, _ output: Output) throws(Failure) -> TryEnding {
        var changes = changes
        _ = try watcher.begin()
        let duration = options.duration + (options.isKept ? CheckedTry.grace : 0)
        let response = try watcher.attempt { (connection) throws(Failure) in
            let json = try changes.send(for: duration, on: connection)
            return Optional(try connection.read(json) as TryResult)
        }
        guard let result = response else { throw .unconfirmedChange(try DaemonEndpoint(global).path, .seconds(0)) }
        let end = Kernel.monotonicTime() + .seconds(options.duration)
        id = result.id
        if !output.isJSON { try output.print(Response(json: .null, result: result)) }
        changes.note(aboutHiddenLayerIn: result, output)
        output.note("tunerctl: try \(id): checking for \(time); Ctrl-C reverts it\n")
        return try supervise(until: end)
    }

    /// The time of the checks.
    private var time: String { Duration.seconds(options.duration).words }

    private func supervise(until end: MonotonicTime) throws(Failure) -> TryEnding {
        var next = Kernel.monotonicTime() + pause
        var running: GroupProgram?
        var isLast = false
        while true {
            let isOver = Kernel.monotonicTime() >= end
            let wake = isOver ? endOfRevert(after: end) : running == nil ? min(next, end) : end
            let hasEnded = try wait(for: running, until: wake)
            try endAfterSignal()
            _ = try watcher.next(within: .zero)
            if let ending = try ending() { return ending.isAtEnd ? atEnd() : ending }
            if let program = running, hasEnded {
                running = nil
                next = Kernel.monotonicTime() + pause
                if let reason = try reasonToRevert(after: program) { return try cancel(because: reason) }
                if isLast { return try finish() }
            }
            guard running == nil else { continue }
            let now = Kernel.monotonicTime()
            if now >= end {
                guard options.isKept else { continue }
                isLast = true
                running = try start()
            } else if now >= next {
                running = try start()
            }
        }
    }

    /// Returns when to look next at a try whose time is over.
    ///
    /// The daemon reverts it now, or at the end of the grace if it is to be kept. No notification says so if no value
    /// changes.
    private func endOfRevert(after end: MonotonicTime) -> MonotonicTime {
        let soon = Kernel.monotonicTime() + .milliseconds(100)
        return options.isKept ? max(soon, end + .seconds(CheckedTry.grace)) : soon
    }

    /// Reverts the try and ends after a signal; a daemon that does not run reverts it later.
    private func endAfterSignal() throws(Failure) {
        guard let signal = try Failure.system({ () throws(SystemError) in try source.next() }) else { return }
        let result = try? watcher.attempt { (connection) throws(Failure) in
            Optional(try connection.call(API.Tunables.cancel, cancelling("tunerctl received signal \(signal.number)")))
        }
        if result == nil, !watcher.isSubscribed {
            global.note("tunerctl: the daemon does not respond; it reverts the try \(id) when the time is over\n")
        }
        throw .interrupted(signal)
    }

    private func start() throws(Failure) -> GroupProgram {
        do throws(SystemError) {
            return try GroupProgram([RawText("sh"), RawText("-c"), check])
        } catch {
            throw .notStarted("sh", error.errno)
        }
    }

    /// Counts the failures in a row; returns the reason to revert the try after too many of them.
    private func reasonToRevert(after program: GroupProgram) throws(Failure) -> String? {
        let end = try Failure.system { () throws(SystemError) in try program.finish() }
        hasPassed = end == .exited(0)
        guard !hasPassed else {
            failures = 0
            return nil
        }
        failures += 1
        guard failures >= mostFailures else {
            global.note("tunerctl: the check has failed with \(end.words) (\(failures) of \(mostFailures))\n")
            return nil
        }
        let times = failures == 1 ? "" : " \(failures) times in a row, the last time"
        let lines = program.lastLines(CheckedTry.mostLines)
        let output = lines.isEmpty ? "" : "; its output ends with: \(lines.joined(separator: "\n"))"
        return "the check has failed\(times) with \(end.words)\(output)"
    }

    /// Returns the ending of a try that the daemon has reverted at its end.
    private func atEnd() -> TryEnding {
        guard hasPassed, !options.isKept else {
            let sentence = "no check has passed in time; the try \(id) is reverted"
            return TryEnding(id: id, outcome: "reverted", reason: nil, sentence: sentence)
        }
        let sentence =
            "the check has passed for \(time); the try \(id) is reverted, as it would be kept only with --keep"
        return TryEnding(id: id, outcome: "reverted", reason: nil, sentence: sentence, isAtEnd: true)
    }

    /// Keeps or reverts the changes after the last check.
    private func finish() throws(Failure) -> TryEnding {
        guard hasPassed else { return try cancel(because: "the last check of the try has failed") }
        var parameters = ConfirmParameters()
        parameters.id = id
        if let other = try end(by: API.Tunables.confirm, parameters) { return other }
        let sentence = "the check has passed for \(time); the try \(id) is kept"
        return TryEnding(id: id, outcome: "kept", reason: nil, sentence: sentence)
    }

    private func cancel(because reason: String) throws(Failure) -> TryEnding {
        if let other = try end(by: API.Tunables.cancel, cancelling(reason)) { return other }
        return TryEnding(id: id, outcome: "reverted", reason: reason, sentence: "\(reason); the try \(id) is reverted")
    }

    private func cancelling(_ reason: String) -> CancelParameters {
        var parameters = CancelParameters()
        parameters.id = id
        // The daemon takes 4,096 bytes.
        let isLong = reason.utf8.count > 4_096
        parameters.reason = isLong ? String(decoding: reason.utf8.prefix(4_000), as: UTF8.self) : reason
        return parameters
    }

    /// Calls a method that ends the try, and waits for a daemon that restarts; returns how the try has ended before.
    private func end<Parameters: JSONRecord>(
        by method: MethodDeclaration<Parameters, TryEndResult>,
        _ parameters: Parameters
    ) throws(Failure) -> TryEnding? {
        while true {
            do throws(Failure) {
                let result = try watcher.attempt { (connection) throws(Failure) in
                    Optional(try connection.call(method, parameters).result)
                }
                if result != nil { return nil }
            } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
                if let ending = try ending() { return ending.isAtEnd ? atEnd() : ending }
                throw .refused(error)
            }
            _ = try wait(for: nil, until: Kernel.monotonicTime() + .seconds(1))
            try endAfterSignal()
            _ = try watcher.next(within: .zero)
        }
    }

    /// Returns how the try has ended, if it has; prints a note about each change that another client has replaced.
    private func ending() throws(Failure) -> TryEnding? {
        var parameters = TriesParameters()
        parameters.id = id
        let tries = try watcher.attempt { (connection) throws(Failure) in
            Optional(try connection.call(API.Tunables.tries, parameters).result.tries)
        }
        guard let tries else { return nil }
        guard let pending = tries.first else {
            return try watcher.attempt { (connection) throws(Failure) in
                Optional(try TryEnding.find(id, on: connection))
            }
        }
        for replaced in pending.replaced ?? [] {
            let line = TryText.line(replaced)
            if noted.insert(line).inserted { global.note("tunerctl: \(line)\n") }
        }
        return nil
    }

    /// Waits for an event or a time; returns whether the check has ended.
    private func wait(for running: GroupProgram?, until wake: MonotonicTime) throws(Failure) -> Bool {
        try Failure.system { () throws(SystemError) in
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
            try watcher.watch(by: poller, token: Token.daemon.rawValue)
            try running?.watch(by: poller, token: Token.checkEnd.rawValue, outputToken: Token.output.rawValue)
            let deadline = min(wake, watcher.deadline ?? wake)
            let timeout: PollTimeout = watcher.hasMore ? .none : .until(deadline, from: Kernel.monotonicTime())
            var events: [PollerEvent] = []
            try poller.wait(timeout, into: &events)
            running?.read()
            return events.contains { $0.token == Token.checkEnd.rawValue }
        }
    }
}

@available(*, unavailable)
extension CheckedTry: Sendable {}
