import HTTPCore
import OptionCore
import SystemCore
import Testing
import WebGateway

struct OptionTests {
    private func options(_ words: String...) throws(OptionFault) -> GatewayOptions {
        try GatewayOptions(words.map { RawText($0) })
    }

    @Test func `without options the gateway has its defaults`() throws {
        let options = try options()
        #expect(options == GatewayOptions())
        #expect(options.action == .run)
        #expect(options.port == 8_081)
        #expect(options.address == nil)
    }

    @Test func `each option sets its property`() throws {
        let options = try options(
            "--socket=/s",
            "--host",
            "::1",
            "--port",
            "0",
            "--token-file",
            "/t",
            "--allow-host",
            "desk",
            "--allow-host",
            "desk:9000",
            "--allow-origin",
            "https://app.example"
        )
        #expect(options.socket == "/s")
        #expect(options.host == "::1")
        #expect(options.port == 0)
        #expect(options.tokenFile == "/t")
        #expect(options.names == ["desk", "desk:9000"])
        #expect(options.origins == ["https://app.example"])
    }

    @Test(arguments: ["localhost", "LOCALHOST"])
    func `the host localhost is every loopback address`(host: String) throws {
        #expect(try options("--host", host).address == nil)
        #expect(try options("--host", "127.0.0.2").address == "127.0.0.2")
    }

    @Test func `each limit has an option`() throws {
        let limits = try options(
            "--max-connections",
            "10",
            "--max-connections-per-user",
            "9",
            "--max-request-line",
            "300",
            "--max-fields",
            "400",
            "--max-body",
            "0",
            "--max-message",
            "1000",
            "--max-idle-time",
            "1m",
            "--max-head-time",
            "500ms",
            "--max-body-time",
            "2",
            "--max-send-time",
            "1d"
        ).limits
        var expected = WebLimits()
        expected.connections = 10
        expected.connectionsPerUser = 9
        expected.http.requestLine = 300
        expected.http.fields = 400
        expected.body = 0
        expected.webSocket.message = 1_000
        expected.http.idleTime = 60_000_000_000
        expected.http.headTime = 500_000_000
        expected.http.bodyTime = 2_000_000_000
        expected.http.sendTime = 86_400_000_000_000
        #expect(limits == expected)
    }

    @Test(
        arguments: [
            ("--port", "65536"), ("--port", "-1"), ("--port", "http"), ("--max-connections", "0"), ("--max-body", "-1"),
            ("--max-idle-time", "0"), ("--max-idle-time", "2d"), ("--allow-host", ""), ("--export", ""),
            ("--export", "ui.["), ("--export", "a,b"),
            ("--export", "ui *"), ("--allow-host", "a/b"),
            ("--allow-host", "a b"), ("--allow-host", "*"), ("--allow-origin", "null"), ("--allow-origin", "*"),
            ("--allow-origin", "https://app.example/"), ("--allow-origin", "https://App.example"),
            ("--allow-origin", "app.example"), ("--allow-origin", "file://a"), ("--allow-origin", "https://"),
        ]
    )
    func `an invalid value is refused`(option: String, value: String) {
        #expect(throws: OptionFault.self) { try options(option, value) }
    }

    @Test func `an argument and an unknown option are refused`() {
        #expect(throws: OptionFault.unexpected("x")) { try options("x") }
        #expect(throws: OptionFault.unknown("--prot", nearest: "--port")) { try options("--prot", "1") }
    }

    @Test func `the help names each option with its default`() {
        let help = GatewayHelp.text(terminalColumns: nil)
        for option in GatewayOptions.all {
            #expect(help.contains("  \(option.shape.usage)"))
            if option.shape.hasValue {
                #expect(option.shape.defaultText != nil, "\(option.shape.name)")
            }
        }
        #expect(help.contains("--port N "))
        #expect(help.contains("(default: 8081)"))
        let words = help.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("a WebSocket gets a ping after 30s without input, and closes 30s later without a pong"))
    }

    @Test func `the manual page names each option and each path`() {
        for option in GatewayOptions.all {
            #expect(GatewayManual.text.contains(option.shape.usage.replacing("-", with: "\\-")))
        }
        #expect(GatewayManual.text.contains("POST /api/shutdown"))
    }
}
