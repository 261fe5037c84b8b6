package import GatewayFiles
package import OptionCore
package import SystemCore
package import TunerAPI

/// The options on the command line of tunerweb.
package struct GatewayOptions: Equatable, Sendable {
    /// The action that the command line selects.
    package enum Action: Equatable, Sendable {
        case run
        case help
        case manual
        case version
    }

    package var action = Action.run
    /// The path of the daemon's socket; nil if the option was not given.
    package var socket: String?
    /// The port to listen on, unless the options say something else.
    package static let usualPort: UInt16 = 8_081

    /// The host of the option; nil if it was not given.
    package var host: String?
    /// The port of the option; nil if it was not given.
    package var givenPort: UInt16?
    /// The path of the file with the token; nil for the usual one.
    package var tokenFile: String?
    /// Further names of the server, as in the `Host` field.
    package var names: [String] = []
    /// Other origins whose pages may use the server with the token.
    package var origins: [String] = []
    /// The patterns of the tunables whose numbers are in the metrics.
    package var exports: [String] = []
    package var limits = WebLimits()
    /// Whether the gateway stops at the end of standard input.
    package var stopsAtEndOfInput = false

    /// Creates the default options.
    package init() {}

    /// Creates the options of a command line, given without the program's name.
    package init(_ arguments: [RawText]) throws(OptionFault) {
        self.init()
        var reader = OptionReader(arguments)
        if let word = try reader.next(GatewayOptions.all, for: &self) {
            throw .unexpected(word.path)
        }
    }

    /// The address to listen on; nil for every loopback address, which is `localhost`.
    package var address: String? { host?.lowercased() == "localhost" ? nil : host }

    /// The port to listen on; 0 for a free one.
    package var port: UInt16 { givenPort ?? GatewayOptions.usualPort }

    /// Returns the files of a gateway to a daemon.
    package func files(of daemon: SocketPath) -> GatewayFiles {
        tokenFile.map { GatewayFiles(token: $0) } ?? GatewayFiles(ofSocket: daemon.path)
    }
}
