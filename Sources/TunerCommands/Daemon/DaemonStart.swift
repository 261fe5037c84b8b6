import JSONCore
import SystemCore

/// Starts a daemon that outlives this process, unless one is there.
struct DaemonStart {
    /// How long a daemon may take to read its state, where the user does not say.
    private static let patience = Duration.seconds(30)
    /// From one look whether it answers to the next.
    private static let interval = Duration.milliseconds(5)

    private let daemon: DaemonEndpoint
    private let options: GlobalOptions
    private let state: String?
    private let arguments: [RawText]
    private let limit: Duration
    private let deadline: MonotonicTime

    /// With options of the daemon's own.
    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, state: String?, _ arguments: [RawText]) {
        self.daemon = daemon
        self.options = options
        self.state = state
        self.arguments = arguments
        limit = options.timeout ?? DaemonStart.patience
        deadline = Kernel.monotonicTime() + limit
    }

    /// Starts it; answers with a sentence.
    func run() throws(Failure) -> String {
        if let found = try look() { return "tunerd runs already at \(found)" }
        let program = try DaemonProgram.find()
        let log = try DaemonLog(state: state)
        let words =
            passedOn("--socket", options.socket) + passedOn("--state", state)
            + passedOn("--log-file", log.path) + arguments
        let pid = try Failure.system { () throws(SystemError) in
            try Kernel.startInBackground(program, words, output: log.path)
        }
        let process = RunningProcess(pid)
        while Kernel.monotonicTime() < deadline {
            if let found = try lookAgain() { return sentence(found, pid: pid, log) }
            if let end = try Failure.system({ () throws(SystemError) in try Kernel.end(ofChild: pid) }) {
                // Someone else's may have been faster.
                if let found = try look() { return "tunerd runs already at \(found)" }
                throw .endedAtStart(end, lastWords: log.lastWords(), log: log.path)
            }
            try wait(for: process)
        }
        throw .slowStart(pid: pid, limit, log: log.path)
    }

    private func sentence(_ found: Found, pid: Int32, _ log: DaemonLog) -> String {
        found.pid ?? pid == pid
            ? "tunerd runs at \(found); its log is \(log.path.shownWhole)" : "tunerd runs already at \(found)"
    }

    /// A daemon that answers, in words.
    private struct Found: CustomStringConvertible {
        let path: String
        let pid: Int32?

        var description: String { path.shownWhole + (pid.map { " with pid \($0)" } ?? "") }
    }

    /// The daemon that answers; none where nobody listens or it does not answer yet.
    private func look() throws(Failure) -> Found? {
        let rest = max(deadline - Kernel.monotonicTime(), DaemonStart.interval)
        do throws(Failure) {
            let connection = try daemon.connect(within: rest)
            _ = try connection.ping()
            return Found(path: daemon.path, pid: try connection.process())
        } catch .unreachable(_, let error) where error.errno.meansNobodyListens {
            return nil
        } catch .disconnected {
            // It was about to end, or to begin.
            return nil
        }
    }

    /// As `look`, where one that is late is none: it has only just begun.
    private func lookAgain() throws(Failure) -> Found? {
        do throws(Failure) {
            return try look()
        } catch .timedOut {
            return nil
        }
    }

    private func passedOn(_ option: String, _ path: String?) -> [RawText] {
        path.map { [RawText(option), RawText(path: $0)] } ?? []
    }

    /// Waits a moment, or less where the process ends.
    private func wait(for process: RunningProcess?) throws(Failure) {
        if let process {
            _ = try process.waitForEnd(within: DaemonStart.interval)
        } else {
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: DaemonStart.interval) }
        }
    }
}
