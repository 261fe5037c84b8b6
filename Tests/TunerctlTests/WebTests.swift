import BlockingTests
import GatewayFiles
import JSONCore
import NetworkCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl web` with the real programs in the background.
@Suite(.blocking) struct WebTests {
    private typealias Result = Program.Result

    private let installation: Installation
    private let files: GatewayFiles

    init() throws {
        installation = try Installation(.daemon, variables: ["BROWSER": "/nothing/here"])
        try installation.addGateway()
        files = GatewayFiles(ofSocket: installation.socket)
    }

    /// Returns the URL that a command has printed, without its token, and the token.
    private func parts(_ output: String) throws -> (url: String, token: String) {
        let match = try #require(output.wholeMatch(of: /(http:\/\/localhost:[0-9]+\/)\?token=([0-9a-f]{64})\n/))
        return (String(match.1), String(match.2))
    }

    /// Sends a request with curl, and returns the head of the response.
    private func head(_ url: String) throws -> String {
        try installation.shell("curl -s -D - -o /dev/null '\(url)'").output.replacing("\r\n", with: "\n")
    }

    @Test func `the first call starts both programs, and its URL logs one browser in, once`() throws {
        let first = try installation.run("web", "--url", "--port", "0")
        #expect(first.code == 0)
        let (url, token) = try parts(first.output)
        let status = try #require(try files.running())
        #expect(status.url == url)
        let lines = first.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("tunerctl: tunerd runs at \(installation.socket) with pid ") == true)
        #expect(
            lines.last
                == "tunerctl: tunerweb serves at \(url) with pid \(status.pid); its log is \(installation.state)/tunerweb.log"
        )
        let login = try head("\(url)?token=\(token)")
        #expect(login.hasPrefix("HTTP/1.1 303 "))
        #expect(login.contains("\nLocation: /\n"))
        #expect(login.contains("; HttpOnly; SameSite=Strict"))
        #expect(try head("\(url)?token=\(token)").hasPrefix("HTTP/1.1 401 "))
        #expect(try head("\(url)api/ping").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a second call finds the gateway, and prints another token`() throws {
        let first = try parts(try installation.run("web", "--url", "--port", "0").output)
        let again = try installation.run("web", "--url")
        let second = try parts(again.output)
        #expect(second.url == first.url)
        #expect(second.token != first.token)
        #expect(again.errors == "tunerctl: tunerweb already serves \(first.url)\n")
        let json = try installation.run("web", "--url", "--json", "--quiet")
        #expect(json.errors.isEmpty)
        #expect(json.output.hasPrefix(#"{"url":"\#(first.url)?token="#))
    }

    @Test func `status and stop say whether the gateway serves`() throws {
        let missing = Result(code: 4, errors: "tunerctl: tunerweb does not run; start it with: tunerctl web\n")
        #expect(try installation.run("web", "--status") == missing)
        #expect(try installation.run("web", "--stop") == missing)
        let url = try parts(try installation.run("web", "--url", "--port", "0").output).url
        let status = try #require(try files.running())
        let shown = try installation.run("web", "--status")
        #expect(shown.code == 0)
        #expect(shown.output.hasPrefix("url \(url)\npid \(status.pid)\nversion "))
        guard case .object(let json) = try JSON.parse(try installation.run("web", "--status", "--json").output) else {
            Issue.record("the status is no object")
            return
        }
        #expect(json["url"] == .string(url))
        #expect(
            try installation.run("web", "--stop")
                == Result(code: 0, errors: "tunerctl: tunerweb at \(url) has stopped\n")
        )
        #expect(try installation.run("web", "--status") == missing)
        #expect(try Kernel.names(in: installation.file("run")).allSatisfy { !$0.hasSuffix(".status") })
    }

    @Test(arguments: [["--status", "--stop"], ["--stop", "--url"], ["--url", "--status", "--stop"]])
    func `two actions at once are refused, and nothing is stopped`(options: [String]) throws {
        _ = try installation.run("web", "--url", "--port", "0")
        let sentence = "tunerctl: use only one of these: --url, --status, --stop; see tunerctl help web\n"
        #expect(try installation.start(["web"] + options).wait() == Result(code: 2, errors: sentence))
        #expect(try installation.run("web", "--stop", "--stop").code == 0)
    }

    @Test func `a gateway that was killed is not taken for one that serves`() throws {
        _ = try installation.run("web", "--url", "--port", "0")
        let killed = try #require(try files.running())
        #expect(try installation.shell("kill -9 \(killed.pid)").code == 0)
        _ = try eventually { try files.running() == nil }
        #expect(try installation.run("web", "--status").code == 4)
        let again = try parts(try installation.run("web", "--url", "--port", "0").output)
        #expect(try head("\(again.url)healthz").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a port in use is an error if it was chosen, and otherwise the gateway takes a free one`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let endpoint = try Network.localEndpoint(of: listener)
        // The usual port is in use from here on, by this listener or by a program that had it before.
        let usual = try? Network.listen(at: Endpoint(.loopbackV4, port: 8_081))
        let chosen = try installation.run("web", "--url", "--port", "\(endpoint.port)")
        #expect(chosen.code == 1)
        #expect(chosen.output.isEmpty)
        #expect(chosen.errors.contains("listens on \(endpoint) already"))
        #expect(chosen.errors.contains("--port"))
        let free = try installation.run("web", "--url")
        #expect(try parts(free.output).url != "http://localhost:8081/")
        #expect(
            free.errors.contains("tunerctl: another program uses port 8081, so tunerweb listens on a free port\n")
        )
        _ = consume listener
        _ = consume usual
    }

    @Test func `gateways to two daemons of one directory do not replace each other`() throws {
        let first = try parts(try installation.run("web", "--url", "--port", "0").output).url
        let socket = "run/other.sock"
        let options = "--socket \(installation.file(socket))"
        let daemon = try installation.shell("tunerctl \(options) start --state \(installation.file("other")) --quiet")
        #expect(daemon.code == 0)
        let second = try parts(try installation.shell("tunerctl \(options) web --url --port 0 --quiet").output).url
        #expect(second != first)
        let stopped = try installation.shell("tunerctl \(options) web --stop && tunerctl \(options) stop")
        #expect(stopped.output.hasPrefix("tunerctl: tunerweb at \(second) has stopped\n"))
        #expect(try head("\(first)healthz").hasPrefix("HTTP/1.1 200 "))
        #expect(try installation.run("web", "--status").output.hasPrefix("url \(first)\n"))
    }

    @Test func `of ten calls at once without a daemon, one starts the daemon, and one the gateway`() throws {
        let calls = "for i in 1 2 3 4 5 6 7 8 9 10; do tunerctl web --url --port 0 --quiet & done; wait"
        let urls = try installation.shell(calls).output.split(separator: "\n").map { try parts("\($0)\n").url }
        #expect(urls.count == 10)
        #expect(Set(urls).count == 1)
        for name in ["tunerd", "tunerweb"] {
            let program = installation.file("bin/\(name)")
            let running = "for p in /proc/[0-9]*; do [ \"$(readlink $p/exe)\" != \(program) ] || echo $p; done"
            #expect(try installation.shell(running).output.split(separator: "\n").count == 1)
        }
    }

    @Test func `the gateway of a socket unit is started, and no second one`() throws {
        let port = try installation.shell(
            "python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0)); print(s.getsockname()[1])'"
        ).output.dropLast()
        let gateway = installation.file("bin/tunerweb")
        let unit = try Program(
            script: "exec systemd-socket-activate --listen=127.0.0.1:\(port) --setenv=TUNER_SOCKET \(gateway)",
            environment: installation.searchingEnvironment
        )
        _ = try eventually { try installation.shell("ss -tln | grep -q '127.0.0.1:\(port) '").code == 0 }
        let result = try installation.run("web", "--url", "--port", String(port))
        #expect(try parts(result.output).url == "http://localhost:\(port)/")
        #expect(result.errors.hasSuffix("tunerctl: tunerweb already serves http://localhost:\(port)/\n"))
        #expect(try files.running()?.pid == Int64(unit.processID))
        #expect(try installation.run("web", "--stop").code == 0)
    }

    @Test func `the browser gets the URL that the command prints`() throws {
        let browser = try installation.write(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >'\(installation.file("opened.new"))'\nmv '\(installation.file("opened.new"))' '\(installation.file("opened"))'\n",
            to: "browser"
        )
        try Kernel.setMode(browser, 0o700)
        let result = try installation.shell("BROWSER='\(browser)' tunerctl --quiet web --port 0")
        #expect(result.code == 0)
        _ = try parts(result.output)
        try installation.expect("opened", toHold: result.output)
    }

    @Test func `the browser is the one in the variable, else that of the desktop, if there is one`() throws {
        let program = try installation.write("#!/bin/sh\n", to: "xdg-open")
        try Kernel.setMode(program, 0o700)
        let path = ["/nothing", installation.file("")].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        func find(_ variables: [String: String], system: String = "Linux") -> String? {
            Browser.find({ variables[$0] }, searchPath: path, system: system)?.program
        }
        #expect(find(["BROWSER": "xdg-open:other"]) == program)
        #expect(find(["BROWSER": program]) == program)
        #expect(find(["BROWSER": "none:xdg-open --new %s"]) == program)
        #expect(find(["BROWSER": "none"]) == nil)
        #expect(find(["BROWSER": "none:", "DISPLAY": ":0"]) == program)
        #expect(find([:]) == nil)
        #expect(find(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) == nil)
        #expect(find(["DISPLAY": ":0"]) == program)
        #expect(find(["WAYLAND_DISPLAY": "wayland-0"]) == program)
        #expect(find([:], system: "Darwin") == nil)
        let opener = try installation.write("#!/bin/sh\n", to: "open")
        try Kernel.setMode(opener, 0o700)
        #expect(find(["DISPLAY": ":0"], system: "Darwin") == opener)
    }

    @Test(arguments: [
        ("", ["URL"]), (" --new", ["--new", "URL"]), (" %s", ["URL"]), ("  --url=%s --new ", ["--url=URL", "--new"]),
    ])
    func `the URL is in place of its mark in the command of the browser, or the last argument`(
        rest: String,
        arguments: [String]
    ) throws {
        let program = try installation.write("#!/bin/sh\n", to: "browser")
        try Kernel.setMode(program, 0o700)
        let browser = try #require(Browser.find { $0 == "BROWSER" ? program + rest : nil })
        #expect(browser.program == program)
        #expect(browser.arguments(for: "URL") == arguments)
    }

    @Test func `without the program, the command says where it was searched`() throws {
        let alone = try Installation(.daemon)
        let result = try alone.run("web", "--url")
        #expect(result.code == 4)
        #expect(result.errors.hasSuffix("tunerctl: there is no program tunerweb in \(alone.file("bin")) or in $PATH\n"))
    }
}
