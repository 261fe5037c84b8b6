import GatewayFiles
import JSONCore
import SystemCore

/// Starts a gateway that outlives this process, unless one serves already.
struct GatewayStart {
    /// The gateway that serves.
    struct Found {
        let status: GatewayStatus
        /// The path of its log if this start has started it.
        var log: String?
        /// Whether it has another port than the usual one, which another program has.
        var hasOtherPort = false
    }

    /// The exit code of a gateway whose port another program has.
    private static let portInUse = ProcessEnd.exited(3)
    /// The time for the gateway to start without the option `--timeout`.
    private static let patience = Duration.seconds(10)
    /// The interval between two looks for the status of the new gateway.
    private static let interval = Duration.milliseconds(5)

    private let files: GatewayFiles
    private let socket: String?
    private let port: UInt16?
    private let limit: Duration
    private let deadline: MonotonicTime

    /// Creates a start; without a port, the gateway has the usual one, or a free one if another program has that.
    init(_ files: GatewayFiles, _ options: GlobalOptions, port: UInt16?) {
        self.files = files
        self.port = port
        socket = options.socket
        limit = options.timeout ?? GatewayStart.patience
        deadline = Kernel.monotonicTime() + limit
    }

    /// Starts the gateway, and waits until it serves.
    func run() throws(Failure) -> Found {
        if let status = try files.serving() { return Found(status: status) }
        let program = try ServiceProgram.tunerweb.find()
        let log = try ServiceLog(of: .tunerweb, state: nil)
        if let found = try start(program, port: port, log) { return found }
        guard port == nil else { throw .portInUse(lastWords: log.lastWords(), log: log.path) }
        guard var found = try start(program, port: 0, log) else {
            throw .portInUse(lastWords: log.lastWords(), log: log.path)
        }
        found.hasOtherPort = true
        return found
    }

    /// Starts the program, and waits until a gateway serves; returns nil if another program has the port.
    private func start(_ program: String, port: UInt16?, _ log: ServiceLog) throws(Failure) -> Found? {
        let words =
            (socket.map { [RawText("--socket"), RawText(path: $0)] } ?? [])
            + (port.map { [RawText("--port"), RawText("\($0)")] } ?? [])
        let pid = try Failure.system { () throws(SystemError) in
            try Kernel.startInBackground(program, words, output: log.path)
        }
        while Kernel.monotonicTime() < deadline {
            let status = try files.serving()
            if let status, status.pid == pid { return Found(status: status, log: log.path) }
            // Another process has started a gateway first. Nothing would find the one of this process.
            if status != nil { Kernel.send(.terminate, to: pid) }
            if let end = try Failure.system({ () throws(SystemError) in try Kernel.end(ofChild: pid) }) {
                // Another process, or the service manager, may have started a gateway first.
                if let status = try files.serving() { return Found(status: status) }
                guard end != GatewayStart.portInUse else { return nil }
                throw .endedAtStart(.tunerweb, end, lastWords: log.lastWords(), log: log.path)
            }
            try Failure.system { () throws(SystemError) in try Kernel.sleep(for: GatewayStart.interval) }
        }
        throw .slowStart(.tunerweb, pid: pid, limit, log: log.path)
    }
}

extension GatewayFiles {
    /// Returns the status of the gateway that serves; nil if none does.
    func serving() throws(Failure) -> GatewayStatus? {
        try Failure.system { () throws(SystemError) in try running() }
    }
}
