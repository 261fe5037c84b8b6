import SystemCore

/// The `ping --watch` command: prints a line each second, and at once after a change.
struct LivenessWatch {
    private static let interval = Duration.seconds(1)
    /// The interval between attempts while the daemon is down; an attempt costs one or two system calls.
    private static let retry = Duration.milliseconds(100)

    private let daemon: DaemonEndpoint
    private let output: Output
    private let limit: Duration
    private var connection: DaemonConnection?
    private var wasUp: Bool?
    private var changed: MonotonicTime
    private var nextLine: MonotonicTime

    init(_ daemon: DaemonEndpoint, _ options: GlobalOptions, _ output: Output) {
        self.daemon = daemon
        self.output = output
        limit = options.timeout ?? LivenessWatch.interval
        changed = Kernel.monotonicTime()
        nextLine = changed
    }

    /// Runs until an interrupt ends the program, or until the reader of the output has gone.
    consuming func run() throws(Failure) -> Never {
        Kernel.exitWhenInterrupted()
        while true {
            try report(try check())
            try wait(until: nextLine)
        }
    }

    /// Whether the daemon responded last, and its connection has not ended since.
    var isConnected: Bool { connection != nil }

    mutating func check() throws(Failure) -> Result<Duration, Failure> {
        do throws(Failure) {
            if let connection { return .success(try connection.ping()) }
            let connection = try daemon.connect(within: limit)
            self.connection = connection
            return .success(try connection.ping())
        } catch {
            guard error.meansDaemonIsDown else { throw error }
            // After a timeout, keep the connection: the daemon may still respond on it, and a new one would not help.
            if error.exitCode != .timedOut {
                connection = nil
            }
            return .failure(error)
        }
    }

    private mutating func report(_ result: Result<Duration, Failure>) throws(Failure) {
        let now = Kernel.monotonicTime()
        let time = try? result.get()
        let isUp = time != nil
        if isUp != wasUp {
            wasUp = isUp
            changed = now
            if case .failure(let failure) = result, !output.isQuiet { failure.report(asJSON: output.isJSON) }
        } else if now < nextLine {
            return
        }
        nextLine = now + LivenessWatch.interval
        try output.print((time.map(Liveness.up) ?? .down(now - changed)).line(output))
    }

    /// Waits for the time of the next line or for a change; the end of the connection is noticed at once.
    mutating func wait(until line: MonotonicTime) throws(Failure) {
        let time = line - Kernel.monotonicTime()
        guard let connection else {
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: min(time, LivenessWatch.retry)) }
            return
        }
        do throws(Failure) {
            guard try connection.waitForEnd(within: time) else { return }
        } catch {
            guard error.meansDaemonIsDown else { throw error }
        }
        self.connection = nil
    }
}
