package import NetworkCore
package import OptionCore
package import SystemCore
import TunerAPI

/// The command line of tunersync.
package struct SyncOptions: Equatable, Sendable {
    /// The action that the command line selects.
    package enum Action: Equatable, Sendable {
        /// Fetch and put until a signal.
        case run
        /// Check the configuration at a path.
        case check(String)
        /// Send a command to the tunersync that runs.
        case control(SyncControl.Command)
        /// Run a command for the fleet.
        case fleet(FleetOptions)
        case help
        case manual
        case version
    }

    package var action = Action.run
    /// The path of the configuration; nil if the option was not given.
    package var configuration: String?
    /// The path of the daemon's socket; nil if the option was not given.
    package var socket: String?
    /// The directory for what was fetched; nil if the option was not given.
    package var state: String?
    /// Where a relay listens; nil if this is no relay.
    package var relay: Endpoint?
    /// Whether a result is printed as JSON.
    package var isJSON = false
    /// Whether `check` leaves out the files that the configuration names.
    package var isSyntaxOnly = false

    /// Creates the default options.
    package init() {}

    /// Creates the options of a command line, given without the program's name.
    package init(_ arguments: [RawText]) throws(SyncUsageFault) {
        self.init()
        if arguments.first?.path == "fleet" {
            action = .fleet(try FleetOptions(Array(arguments.dropFirst())))
            return
        }
        var words: [String] = []
        do throws(OptionFault) {
            var reader = OptionReader(arguments)
            while let word = try reader.next(SyncOptions.all, for: &self) { words.append(word.path) }
        } catch {
            throw .option(error)
        }
        if action == .run {
            if isSyntaxOnly, words.first != "check" { throw .syntaxOnly }
            if isJSON, words.first != "status" { throw .json }
        }
        guard let command = words.first else { return }
        if relay != nil { throw .relay }
        let most = command == "status" ? 1 : 2
        guard words.count <= most else { throw .option(.unexpected(words[most])) }
        guard action == .run else { return }
        let word = words.count == 2 ? words[1] : nil
        switch command {
        case "check":
            guard let word else { throw .noFile }
            action = .check(word)
        case "status": action = .control(.status(isJSON: isJSON))
        case "now": action = .control(.fetch(word))
        case "reset":
            guard let word else { throw .noLayer }
            action = .control(.reset(word))
        default: throw .option(.unexpected(command))
        }
    }

    /// Returns the directory for what was fetched: `--state`, else a directory beside the state of the daemon.
    ///
    /// The result is nil without a home. A relay has another directory, so that both can run on a machine.
    package func stateDirectory(_ environment: (String) -> String?) -> String? {
        let name = relay == nil ? "layers" : "relay"
        return state ?? StatePath(option: nil, environment: environment).map { "\($0.path)/\(name)" }
    }

    /// Returns the endpoint of a text: a port, or an address with a port, such as `[::1]:9000`.
    private static func endpoint(_ text: String) -> Endpoint? {
        guard let colon = text.lastIndex(of: ":") else {
            return UInt16(text).map { Endpoint(.loopbackV4, port: $0) }
        }
        var address = String(text[..<colon])
        if address.hasPrefix("["), address.hasSuffix("]") {
            address = String(address.dropFirst().dropLast())
        } else if address.contains(":") {
            return nil
        }
        guard let address = IPAddress(address), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
        return Endpoint(address, port: port)
    }

    /// The options in the order of the help text.
    package static let all: [Option<SyncOptions>] = [
        .path("--config", "FILE", "read the sources from FILE, and read it again when it changes") {
            $0.configuration = $1
        },
        Option(
            "--relay",
            "[ADDRESS:]PORT",
            "a port, or an IP address and a port, such as 127.0.0.1:9000 or [::1]:9000",
            "serve the layers to other tunersyncs by HTTP, without a daemon; the default of ADDRESS is 127.0.0.1"
        ) { options, text in
            options.relay = endpoint(text)
            return options.relay != nil
        },
        .path("--socket", "PATH", "use the daemon on the socket PATH") { $0.socket = $1 }
            .withDefault(SocketPath.defaults.joined(separator: ", else ")),
        .path("--state", "DIR", "keep what was fetched in the directory DIR") { $0.state = $1 }
            .withDefault(StatePath.defaults.map { "\($0)/layers" }.joined(separator: ", else ")),
        Option("--json", "print the status as JSON") { $0.isJSON = true },
        Option("--syntax-only", "check only FILE, not the files that it names") { $0.isSyntaxOnly = true },
        Option("--help", "print this help") { $0.action = .help }.short("-h"),
        Option("--man", "print the manual page, in the format of man") { $0.action = .manual },
        Option("--version", "print the version") { $0.action = .version }.short("-V"),
    ]
}
