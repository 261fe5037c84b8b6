import JSONCore
import SystemCore
import TunerAPI

/// Starts a daemon that outlives this process, unless one is already running.
struct DaemonStart {
    /// The exit code of a daemon if another one has the socket's path.
    private static let socketInUse = ProcessEnd.exited(3)
    /// The time for the daemon to load its state without the option `--timeout`.
    private static let patience = Duration.seconds(30)
    /// The interval between two attempts to reach the new daemon.
    private static let interval = Duration.milliseconds(5)

    private let daemon: DaemonEndpoint
    private let options: GlobalOptions
    private let state: String?
    private let arguments: [RawText]
    private let limit: Duration
    private let deadline: MonotonicTime

    /// Creates a start; `arguments` are passed on to tunerd.
    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, state: String?, _ arguments: [RawText]) {
        self.daemon = daemon
        self.options = options
        self.state = state
        self.arguments = arguments
        limit = options.timeout ?? DaemonStart.patience
        deadline = Kernel.monotonicTime() + limit
    }

    /// Starts the daemon, waits until it responds, and returns a sentence for the user.
    func run() throws(Failure) -> String {
        if let found = try findDaemon() { return "tunerd runs already at \(found)" }
        let program = try ServiceProgram.tunerd.find()
        let log = try ServiceLog(of: .tunerd, state: state)
        var waits = true
        while true {
            if let sentence = try start(program, log, waits: waits) { return sentence }
            switch try waitForHolder(log) {
            case .responds(let found): return "tunerd runs already at \(found)"
            case .released: waits = true
            // The holder may have ended before this process looked, so the next attempt is the last one.
            case .absent: waits = false
            }
        }
    }

    /// Starts the program, and waits until a daemon responds.
    ///
    /// With `waits`, returns nil if another daemon has the socket's path.
    private func start(_ program: String, _ log: ServiceLog, waits: Bool) throws(Failure) -> String? {
        let words =
            passedOn("--socket", options.socket) + passedOn("--state", state)
            + passedOn("--log-file", log.path) + arguments
        let pid = try Failure.system { () throws(SystemError) in
            try Kernel.startInBackground(program, words, output: log.path)
        }
        let process = RunningProcess(pid)
        while Kernel.monotonicTime() < deadline {
            if let found = try findDaemonAgain() { return sentence(found, pid: pid, log) }
            if let end = try Failure.system({ () throws(SystemError) in try Kernel.end(ofChild: pid) }) {
                // Another process may have started a daemon first.
                if let found = try findDaemon() { return "tunerd runs already at \(found)" }
                guard !waits || end != DaemonStart.socketInUse else { return nil }
                throw .endedAtStart(.tunerd, end, lastWords: log.lastWords(), log: log.path)
            }
            try wait(for: process)
        }
        throw .slowStart(.tunerd, pid: pid, limit, log: log.path)
    }

    /// The daemon that has the socket's path.
    private enum Holder {
        case responds(Found)
        /// It has released the path.
        case released
        /// There was none.
        case absent
    }

    /// Waits until the daemon that has the socket's path responds or releases the path.
    ///
    /// That daemon has just started and does not listen yet, or it is stopping and no longer listens.
    private func waitForHolder(_ log: ServiceLog) throws(Failure) -> Holder {
        let lock = SocketPath.lock(of: daemon.path)
        var holder = Holder.absent
        while let pid = try Failure.system({ () throws(SystemError) in try FileLock.holder(of: lock) }) {
            if let found = try findDaemonAgain() { return .responds(found) }
            guard Kernel.monotonicTime() < deadline else { throw .slowStart(.tunerd, pid: pid, limit, log: log.path) }
            try wait(for: RunningProcess(pid))
            holder = .released
        }
        return holder
    }

    private func sentence(_ found: Found, pid: Int32, _ log: ServiceLog) -> String {
        found.pid ?? pid == pid
            ? "tunerd runs at \(found); its log is \(log.path.shownWhole)" : "tunerd runs already at \(found)"
    }

    /// A daemon that responds.
    private struct Found: CustomStringConvertible {
        let path: String
        let pid: Int32?

        var description: String { path.shownWhole + (pid.map { " with pid \($0)" } ?? "") }
    }

    /// Returns the daemon that responds; nil if nothing is listening, or if the daemon closes the connection.
    private func findDaemon() throws(Failure) -> Found? {
        let rest = max(deadline - Kernel.monotonicTime(), DaemonStart.interval)
        do throws(Failure) {
            let connection = try daemon.connect(within: rest)
            _ = try connection.ping()
            return Found(path: daemon.path, pid: try connection.process())
        } catch .unreachable(_, let error) where error.errno.meansNobodyListens {
            return nil
        } catch .disconnected {
            // A daemon was just stopping or starting.
            return nil
        }
    }

    /// Returns the daemon that responds; a timeout means nil, because the daemon has only just started.
    private func findDaemonAgain() throws(Failure) -> Found? {
        do throws(Failure) {
            return try findDaemon()
        } catch .timedOut {
            return nil
        }
    }

    private func passedOn(_ option: String, _ path: String?) -> [RawText] {
        path.map { [RawText(option), RawText(path: $0)] } ?? []
    }

    /// Waits for the interval, or until the process ends.
    private func wait(for process: RunningProcess?) throws(Failure) {
        if let process {
            _ = try process.waitForEnd(within: DaemonStart.interval)
        } else {
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: DaemonStart.interval) }
        }
    }
}
