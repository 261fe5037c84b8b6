import HTTPCore
package import OptionCore
import SystemCore
import TunableEngine
import TunerAPI

extension GatewayOptions {
    /// The options in the order of the help text.
    package static let all: [Option<GatewayOptions>] =
        paths + access + [
            Option(
                "--export",
                "PATTERN",
                "a pattern of letters, digits, _, -, . and *, such as ui.*",
                "add the keys that match PATTERN to /metrics, if their values are numbers; may be repeated"
            ) { options, value in
                guard (try? KeyPattern(value)) != nil else { return false }
                options.exports.append(value)
                return true
            }.withDefault("no key")
        ] + limits + [
            Option("--help", "print this help") { $0.action = .help }.short("-h"),
            Option("--man", "print the manual page, in the format of man") { $0.action = .manual },
            Option("--version", "print the version") { $0.action = .version }.short("-V"),
        ]

    /// The options before a command line was read.
    private static let usual = GatewayOptions()

    private static let paths: [Option<GatewayOptions>] = [
        .path("--socket", "PATH", "use the daemon on the socket PATH") { $0.socket = $1 }
            .withDefault(SocketPath.defaults.joined(separator: ", else ")),
        .text("--host", "ADDRESS", "listen only on ADDRESS, which must be a loopback address") { $0.host = $1 }
            .withDefault("localhost, which is 127.0.0.1 and ::1"),
        Option("--port", "N", "a whole number from 0 to 65535", "listen on the port N; 0 selects a free port") {
            options,
            value in
            guard let port = UInt16(value) else { return false }
            options.givenPort = port
            return true
        }.withDefault("\(usual.port)"),
        Option("--stop-on-eof", "stop at the end of standard input, such as when the program that writes to it exits") {
            $0.stopsAtEndOfInput = true
        }.withDefault("off"),
    ]

    private static let access: [Option<GatewayOptions>] = [
        .path("--token-file", "PATH", "read the token from PATH, or write a new one there") { $0.tokenFile = $1 }
            .withDefault("tunerweb.token beside the socket, or in the runtime directory"),
        Option(
            "--allow-host",
            "NAME",
            "the name of a host, with or without a port",
            "also accept the host NAME, in a URL with the port of NAME; if NAME has none, with the port of tunerweb or "
                + "without a port; may be repeated"
        ) { options, value in
            guard HostNames.isName(value) else { return false }
            options.names.append(value)
            return true
        }.withDefault("only localhost, 127.0.0.1, [::1] and the address of --host"),
        Option(
            "--allow-origin",
            "ORIGIN",
            "an origin such as https://app.example or http://localhost:3000",
            "let pages of ORIGIN send requests with the token; may be repeated"
        ) { options, value in
            guard AccessPolicy.isOrigin(value) else { return false }
            options.origins.append(value)
            return true
        }.withDefault("no other origin"),
    ]

    private static let limits: [Option<GatewayOptions>] = [
        number("connections", "most connections; fewer if the limit of open files is lower", 1...1 << 20) {
            \.connections
        },
        number(
            "connections-per-user",
            "most connections of one user; another user than yours has at most \(WebLimits.connectionsPerOtherUser), and at most "
                + "1/\(WebLimits.otherUserShare) of all",
            1...1 << 20
        ) { \.connectionsPerUser },
        bytes("request-line", "most bytes of a request line", 256...1 << 20) { \.http.requestLine },
        bytes("fields", "most bytes of the header fields of a request", 256...1 << 20) { \.http.fields },
        bytes(
            "body",
            "most bytes of a request's body; for /tune at most 8 MiB, for OFREP 1 MiB; all bodies that arrive at once "
                + "have 256 MiB",
            0...1 << 30
        ) { \.body },
        bytes("message", "most bytes of a WebSocket message; for /ws never more than 64 KiB", 125...1 << 30) {
            \.webSocket.message
        },
        time(
            "idle-time",
            "longest time that a connection waits for a request; a WebSocket gets a ping after "
                + "\(seconds(usual.limits.webSocket.pingInterval)) without input, and closes "
                + "\(seconds(usual.limits.webSocket.pongTime)) later without a pong"
        ) { \.http.idleTime },
        time("head-time", "longest time from the first to the last byte of a request's head") { \.http.headTime },
        time("body-time", "longest time for a request's body") { \.http.bodyTime },
        time("send-time", "longest time that a client may stop reading a response") { \.http.sendTime },
    ]

    private static func bytes(
        _ name: String,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: @escaping @Sendable () -> WritableKeyPath<WebLimits, Int>
    ) -> Option<GatewayOptions> {
        number(name, summary, range, path).withDefault(ByteText.text(usual.limits[keyPath: path()]))
    }

    private static func number(
        _ name: String,
        _ summary: String,
        _ range: ClosedRange<Int>,
        _ path: @escaping @Sendable () -> WritableKeyPath<WebLimits, Int>
    ) -> Option<GatewayOptions> {
        Option(
            "--max-\(name)",
            "N",
            "a whole number from \(range.lowerBound) to \(range.upperBound)",
            summary
        ) { options, value in
            guard let number = Int(value), range.contains(number) else { return false }
            options.limits[keyPath: path()] = number
            return true
        }.withDefault("\(usual.limits[keyPath: path()])")
    }

    private static func time(
        _ name: String,
        _ summary: String,
        _ path: @escaping @Sendable () -> WritableKeyPath<WebLimits, UInt64>
    ) -> Option<GatewayOptions> {
        Option("--max-\(name)", "TIME", "a time up to 1d, such as \(TimeText.examples)", summary) { options, value in
            guard let seconds = TimeText.seconds(of: value), seconds >= 0.001, seconds <= 86_400 else { return false }
            options.limits[keyPath: path()] = UInt64(seconds * 1_000_000_000)
            return true
        }.withDefault(seconds(usual.limits[keyPath: path()]))
    }

    private static func seconds(_ nanoseconds: UInt64) -> String { "\(nanoseconds / 1_000_000_000)s" }
}
