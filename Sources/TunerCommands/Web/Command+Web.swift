import GatewayFiles
import JSONCore
import OptionCore
import SystemCore

/// What `tunerctl web` does.
enum WebAction: String {
    case open
    case url
    case status
    case stop
}

/// What `tunerctl web` does, and on which port.
struct WebSettings {
    /// The selected actions; none means `open`.
    var actions: Set<WebAction> = []
    /// The port of a new gateway; nil for the usual one.
    var port: UInt16?
}

extension Command {
    static let web = Command(
        "web",
        "Start the HTTP gateway tunerweb and the daemon if they do not run, and log your browser in.",
        details: """
            Prints a URL, and opens it in a browser if there is a desktop. The URL logs one browser in, once, within five
            minutes. The browser then keeps a cookie until it exits. Over SSH, type this on your own machine, and open the
            URL there:

              ssh -L 8081:localhost:8081 HOST

            The program is the tunerweb beside tunerctl, else the first one in $PATH. It runs in the background until you
            stop it. Its log is the file tunerweb.log in the state directory. It listens on port 8081, or on a free port
            if another program uses port 8081. To pass other options, such as --export, start tunerweb yourself.

            Without a running tunerweb, --status and --stop exit with code 4.
            """,
        settings: WebSettings(),
        options: [
            Option("--url", "start what does not run, and print the URL, but open no browser") {
                $0.actions.insert(.url)
            },
            Option("--status", "print the URL, the pid, the version and the start time of tunerweb") {
                $0.actions.insert(.status)
            },
            Option("--stop", "stop tunerweb, and wait until it has exited") { $0.actions.insert(.stop) },
            .parsed(
                "--port",
                "N",
                "a whole number from 0 to 65535",
                "listen on the port N if tunerweb does not run yet; 0 selects a free port",
                { UInt16($0) },
                { $0.port = $1 }
            ),
        ],
        examples: ["tunerctl web", "tunerctl web --status"]
    ) { (invocation, settings, output) throws(Failure) in
        guard settings.actions.count <= 1 else {
            throw .usage(UsageError(.text("use only one of these: --url, --status, --stop"), command: "web"))
        }
        let action = settings.actions.first ?? .open
        let daemon = try DaemonEndpoint(invocation.global)
        let files = GatewayFiles(ofSocket: daemon.path)
        switch action {
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
            if action == .open {
                if let browser = Browser.find() {
                    try browser.open(url)
                    output.note("tunerctl: opening the URL with \(browser.program.shownWhole)\n")
                } else {
                    output.note("tunerctl: there is no browser to start; open the URL in a browser\n")
                }
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
        guard let log = found.log else { return output.note("tunerctl: tunerweb already serves \(url)\n") }
        if found.hasOtherPort {
            output.note("tunerctl: another program uses port 8081, so tunerweb listens on a free port\n")
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
        output.note("tunerctl: tunerweb at \(status.url.shownWhole) has stopped\n")
        return .done
    }
}
