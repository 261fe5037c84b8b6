import GatewayFiles
import JSONCore
import OptionCore
import SystemCore

/// What `tunerctl web` does, and on which port.
struct WebSettings {
    enum Action: String {
        case open
        case url
        case status
        case stop
    }

    var action = Action.open
    /// The port of a new gateway; nil for the usual one.
    var port: UInt16?
}

extension Command {
    static let web = Command(
        "web",
        "Open the page in a browser, and start the daemon and the gateway if they do not run.",
        details: """
            Prints the URL of the page. It has a token that logs one browser in, once, within five minutes. Then the browser
            has a cookie. If there is no desktop, open the URL in a browser of this machine.

            The gateway is the program tunerweb beside tunerctl, else the first one in $PATH. Its log is the file
            tunerweb.log in the state directory. Without --port, it takes port 8081, or a free port if another program
            has that one.
            """,
        settings: WebSettings(),
        options: [
            Option("--url", "print the URL, and open no browser") { $0.action = .url },
            Option("--status", "print where the gateway serves") { $0.action = .status },
            Option("--stop", "stop the gateway, and wait until it has exited") { $0.action = .stop },
            .parsed(
                "--port",
                "N",
                "a whole number from 0 to 65535",
                "let a new gateway listen on the port N; 0 takes a free one",
                { UInt16($0) },
                { $0.port = $1 }
            ),
        ],
        examples: ["tunerctl web", "tunerctl web --status"]
    ) { (invocation, settings, output) throws(Failure) in
        let daemon = try DaemonEndpoint(invocation.global)
        let files = GatewayFiles(ofSocket: daemon.path)
        switch settings.action {
        case .status: return try printStatus(files, output)
        case .stop: return try stop(files, invocation.global, output)
        case .open, .url:
            let isNew = try startDaemon(daemon, invocation.global)
            if let isNew { output.note("tunerctl: \(isNew)\n") }
            let found = try GatewayStart(files, invocation.global, port: settings.port).run()
            note(found, output)
            let token = try Failure.system { () throws(SystemError) in try files.oneTimeTokens.add() }
            let url = "\(found.status.url)?token=\(token)"
            try output.print(.object(["url": .string(url)]), else: "\(url)\n")
            if settings.action == .open, let browser = Browser.find() {
                try browser.open(url)
                output.note("tunerctl: \(browser.program.shownWhole) opens the page\n")
            }
            return .done
        }
    }

    /// Starts the daemon unless it responds; returns a sentence about a new daemon.
    private static func startDaemon(_ daemon: DaemonEndpoint, _ options: GlobalOptions) throws(Failure) -> String? {
        do throws(Failure) {
            _ = try daemon.connect(within: options.timeout ?? DaemonEndpoint.patience).ping()
            return nil
        } catch .unreachable(_, let error) where error.errno.meansNobodyListens {
            return try DaemonStart(daemon, options, state: nil, []).run()
        }
    }

    private static func note(_ found: GatewayStart.Found, _ output: Output) {
        let (status, url) = (found.status, found.status.url.shownWhole)
        guard let log = found.log else { return output.note("tunerctl: tunerweb serves already at \(url)\n") }
        if found.hasOtherPort {
            output.note("tunerctl: another program has the usual port, so tunerweb has taken a free one\n")
        }
        output.note("tunerctl: tunerweb serves at \(url) with pid \(status.pid); its log is \(log.shownWhole)\n")
    }

    private static func printStatus(_ files: GatewayFiles, _ output: Output) throws(Failure) -> ExitCode {
        guard let status = try files.serving() else { throw .noGateway }
        let rows: JSONObject = [
            "url": .string(status.url), "pid": .integer(status.pid), "version": .string(status.version),
            "started": .string(status.started),
        ]
        let lines = """
            url \(status.url.shownWhole)
            pid \(status.pid)
            version \(status.version.shownWhole)
            started \(status.started.shownWhole)

            """
        return try output.print(.object(rows), else: lines)
    }

    private static func stop(
        _ files: GatewayFiles,
        _ options: GlobalOptions,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        guard let status = try files.serving(), let pid = Int32(exactly: status.pid), pid > 0 else { throw .noGateway }
        let limit = options.timeout ?? DaemonEndpoint.patience
        let process = RunningProcess(pid)
        // The gateway may have ended before its process was opened, and the ID may belong to another process now.
        guard try files.serving()?.pid == status.pid else { throw .noGateway }
        Kernel.send(.terminate, to: pid)
        guard try process?.waitForEnd(within: limit) ?? true else { throw .slowGatewayEnd(pid: pid, limit) }
        output.note("tunerctl: tunerweb at \(status.url.shownWhole) has ended\n")
        return .done
    }
}
