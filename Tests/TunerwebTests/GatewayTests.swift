import BlockingTests
import GatewayFiles
import JSONCore
import NetworkCore
import OptionCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the real program, from outside.
@Suite(.blocking) struct GatewayTests {
    private static let needsRoot: ConditionTrait = .enabled(
        if: Kernel.userID == 0 || Demands.areStrict,
        "only root can start a process of another user"
    )

    private func bearer(_ gateway: GatewayProcess) throws -> String { "Authorization: Bearer \(try gateway.token)" }

    private func secrets(_ gateway: GatewayProcess) throws -> AccessSecrets {
        AccessSecrets(token: try gateway.token, port: gateway.port)
    }

    private func cookie(_ gateway: GatewayProcess) throws -> String {
        let secrets = try secrets(gateway)
        return "Cookie: \(secrets.cookieName)=\(secrets.cookie)"
    }

    /// Uses the one restricted route without stopping the gateway: what it refuses has no effect.
    private static let change = "POST /api/shutdown"

    // MARK: Start and end

    @Test func `the gateway serves its page and its health on every loopback address`() throws {
        let gateway = try GatewayProcess()
        #expect(gateway.line == "tunerweb: serving http://localhost:\(gateway.port)/\n")
        for (address, host) in [(IPAddress.loopbackV4, "127.0.0.1"), (.loopbackV6, "[::1]")] {
            let wire = try gateway.connect(to: address)
            let page = try gateway.request("GET /", host: "\(host):\(gateway.port)", on: wire)
            #expect(page.status == 200)
            #expect(page.field("Content-Type") == "text/html; charset=utf-8")
            // The page has no script of its text, and no file from elsewhere.
            #expect(page.content.contains(#"<script type="module" src="/page/main.js"></script>"#))
            #expect(page.content.matches(of: /(src|href)="(?!\/page\/)/).isEmpty)
        }
        let health = try gateway.request("GET /healthz")
        #expect(health.status == 200)
        #expect(health.content == "ok\n")
        #expect(try gateway.request("GET /nothing").status == 404)
    }

    @Test func `the token is in a file for its user only, and in no argument`() throws {
        let gateway = try GatewayProcess()
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
        #expect(try Kernel.status(of: gateway.directory.file("tuner")).mode == 0o700)
        let arguments = try KernelFileSystem().open("/proc/\(gateway.program.processID)/cmdline", .read).readWhole()
        #expect(!String(decoding: arguments, as: UTF8.self).contains(try gateway.token))
    }

    @Test func `beside a socket that others share, the token is in the runtime directory`() throws {
        let shared = try TemporaryDirectory()
        try Kernel.setMode(shared.path, 0o775)
        let gateway = try GatewayProcess("--port 0 --socket '\(shared.file("tunerd.sock"))'")
        #expect(try Kernel.names(in: shared.path) == [])
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
    }

    @Test(Self.needsRoot) func `beside a socket of another user, the token is in the runtime directory`() throws {
        let system = try TemporaryDirectory()
        try Kernel.setOwner(of: system.path, to: 65_534)
        let gateway = try GatewayProcess("--port 0 --socket '\(system.file("tunerd.sock"))'")
        #expect(try Kernel.names(in: system.path) == [])
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
    }

    @Test func `beside a named socket in a directory of the user, the token is beside the socket`() throws {
        let own = try TemporaryDirectory()
        let gateway = try GatewayProcess("--port 0 --socket '\(own.file("new/tunerd.sock"))'")
        #expect(try Kernel.names(in: own.file("new")).contains("tunerweb.token"))
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the gateway in order`(signal: Int32) throws {
        let gateway = try GatewayProcess()
        let idle = try gateway.connect()
        #expect(gateway.manager.next() == "READY=1\nSTATUS=serving http://localhost:\(gateway.port)/")
        try gateway.program.send(signal)
        #expect(gateway.manager.next() == "STOPPING=1\nSTATUS=ending")
        #expect(try gateway.program.wait() == Program.Result(code: 0, errors: gateway.line))
        #expect(idle.hasEnded)
    }

    @Test func `a hangup signal changes nothing`() throws {
        let gateway = try GatewayProcess()
        try gateway.program.send(SIGHUP)
        #expect(try gateway.request("GET /healthz").status == 200)
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `a request of the own user stops the gateway, after its response`() throws {
        let gateway = try GatewayProcess()
        let response = try gateway.request(Self.change, ["Content-Length: 2"], body: "{}")
        #expect(response.status == 200)
        #expect(response.content == "{\"stopping\":true}\n")
        #expect(try gateway.program.wait().code == 0)
    }

    @Test(arguments: ["GET", "HEAD", "PUT"])
    func `no other method stops the gateway`(method: String) throws {
        let gateway = try GatewayProcess()
        #expect(try gateway.request("\(method) /api/shutdown").status == 405)
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `a second gateway on the port names the first one, and the option for another port`() throws {
        let gateway = try GatewayProcess()
        let directory = try TemporaryDirectory()
        let result = try GatewayProcess.run("--port \(gateway.port)", in: directory)
        #expect(result.code == 3)
        #expect(
            result.errors
                == "tunerweb: tunerweb (pid \(gateway.program.processID)) listens on 127.0.0.1:\(gateway.port) "
                + "already; stop it, or choose another port with --port\n"
        )
    }

    @Test func `the port of only one of the addresses is in use`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV6, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let result = try GatewayProcess.run("--port \(local.port)", in: try TemporaryDirectory())
        #expect(result.code == 3)
        #expect(result.errors.contains("(pid \(Kernel.processID)) listens on [::1]:\(local.port) already"))
        // The option for one address avoids the other one.
        let gateway = try GatewayProcess("--port \(local.port) --host 127.0.0.1")
        #expect(gateway.line == "tunerweb: serving http://127.0.0.1:\(local.port)/\n")
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "fe80::1"])
    func `an address that other machines can connect to is refused with the way to do it`(address: String) throws {
        let result = try GatewayProcess.run("--port 9000 --host \(address)", in: try TemporaryDirectory())
        #expect(
            result
                == Program.Result(
                    code: 1,
                    errors:
                        "tunerweb: \(address) is not a loopback address, and tunerweb serves only this machine; "
                        + "from another machine, use: ssh -L 9000:localhost:9000 HOST\n"
                )
        )
    }

    @Test func `the way from another machine has a port that ssh accepts, also with port 0`() throws {
        let result = try GatewayProcess.run("--port 0 --host 0.0.0.0", in: try TemporaryDirectory())
        #expect(result.code == 1)
        #expect(result.errors.hasSuffix("use: ssh -L 8081:localhost:8081 HOST\n"))
    }

    @Test func `the host localhost is the default`() throws {
        let gateway = try GatewayProcess("--port 0 --host localhost")
        #expect(gateway.line == "tunerweb: serving http://localhost:\(gateway.port)/\n")
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `a token file that other users can read is refused`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("token")
        _ = try TokenFile.token(at: file)
        try Kernel.setMode(file, 0o644)
        let result = try GatewayProcess.run("--port 0 --token-file '\(file)'", in: directory)
        #expect(result.code == 1)
        #expect(
            result.errors
                == "tunerweb: the token file \(file) is open to other users (mode 0644); if other users may know "
                + "its token, type: rm \(file), for a new one; to keep the token, type: chmod 600 \(file); or name another "
                + "file with --token-file\n"
        )
    }

    @Test(arguments: [
        (
            ": > token; chmod 600 token",
            "does not contain a token of 32 to 512 characters; for a new token, type: rm FILE; or "
        ),
        ("mkdir token", "is a directory; "), ("ln -s other token", "is a symbolic link; "),
        ("mkfifo -m 600 token", "is a device or a pipe; "),
        ("chmod 777 .", "is in DIR, which other users can write to; type: chmod go-w DIR; or "),
    ])
    func `a token file that cannot be used is refused with what to do`(command: String, reason: String) throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("own/token")
        try Kernel.createDirectory(directory.file("own"), mode: 0o700)
        _ = try Program(script: "cd '\(directory.file("own"))' && \(command)").wait()
        let result = try GatewayProcess.run("--port 0 --token-file '\(file)'", in: directory)
        #expect(result.code == 1)
        let sentence = reason.replacing("FILE", with: file).replacing("DIR", with: directory.file("own"))
        #expect(result.errors == "tunerweb: the token file \(file) \(sentence)name another file with --token-file\n")
    }

    @Test func `help, version and the manual page are printed, and a wrong option is refused`() throws {
        let directory = try TemporaryDirectory()
        #expect(try GatewayProcess.run("--help", in: directory).output == GatewayHelp.text(terminalColumns: nil))
        #expect(try GatewayProcess.run("--man", in: directory).output == GatewayManual.text)
        #expect(try GatewayProcess.run("-V", in: directory).output.hasPrefix("tunerweb "))
        let wrong = try GatewayProcess.run("--prot 1", in: directory)
        #expect(wrong.code == 2)
        #expect(wrong.errors == "tunerweb: there is no option --prot; did you mean --port?; see tunerweb --help\n")
        #expect(try Kernel.names(in: directory.path) == [])
    }

    @Test func `clients leave no descriptors behind`() throws {
        let gateway = try GatewayProcess()
        let files = "/proc/\(gateway.program.processID)/fd"
        #expect(try gateway.request("GET /healthz").status == 200)
        #expect(try eventually { try gateway.request("GET /healthz").status == 200 })
        let before = try Kernel.names(in: files).count
        for round in 0..<200 {
            let wire = try gateway.connect()
            switch round % 4 {
            case 0: break
            case 1: try wire.write("GET / HTTP/1.1\r\nHost: \(gateway.host)\r\n\r\n")
            case 2: try wire.write("POST /api/shutdown HTTP/1.1\r\nHost: evil\r\nContent-Length: 5\r\n\r\nab")
            default: try wire.write("nonsense")
            }
            wire.close()
        }
        #expect(try eventually { try Kernel.names(in: files).count == before })
    }

    // MARK: Access

    @Test(arguments: ["evil.example", "localhost", "localhost:1", "127.0.0.2:PORT", "localhost.:PORT", "[::]:PORT"])
    func `a host that is not ours is refused, also with the token and for WebSocket and events`(host: String) throws {
        let gateway = try GatewayProcess()
        let name = host.replacing("PORT", with: "\(gateway.port)")
        for fields in [
            [], [try bearer(gateway)], ["Connection: Upgrade", "Upgrade: websocket"], ["Accept: text/event-stream"],
        ] {
            for line in ["GET /", "GET /healthz", "GET /nothing", Self.change, "OPTIONS /"] {
                #expect(try gateway.request(line, fields, host: name).status == 403, "\(line) \(fields)")
            }
        }
    }

    @Test func `the gateway serves the URL that it prints, also at another loopback address`() throws {
        let gateway = try GatewayProcess("--port 0 --host 127.0.0.2")
        let host = "127.0.0.2:\(gateway.port)"
        #expect(gateway.line == "tunerweb: serving http://\(host)/\n")
        let address = try #require(IPAddress("127.0.0.2"))
        let own = ["Origin: http://\(host)", try bearer(gateway)]
        #expect(try gateway.request("GET /", host: host, on: try gateway.connect(to: address)).status == 200)
        #expect(try gateway.request("GET /tune", own, host: host, on: try gateway.connect(to: address)).status == 503)
        let other = "127.0.0.3:\(gateway.port)"
        #expect(try gateway.request("GET /", host: other, on: try gateway.connect(to: address)).status == 403)
    }

    @Test func `a name of --allow-host is ours`() throws {
        let gateway = try GatewayProcess("--port 0 --allow-host desk --allow-host tunnel:9000")
        #expect(try gateway.request("GET /", host: "desk:\(gateway.port)").status == 200)
        #expect(try gateway.request("GET /", host: "tunnel:9000").status == 200)
        #expect(try gateway.request("GET /", host: "tunnel:\(gateway.port)").status == 403)
    }

    @Test(arguments: [
        "null", "http://evil.example", "http://localhost:1", "https://localhost:PORT", "http://127.0.0.1:PORT",
    ])
    func `an origin that is not ours is refused, also with every credential`(origin: String) throws {
        let gateway = try GatewayProcess()
        let field = "Origin: \(origin.replacing("PORT", with: "\(gateway.port)"))"
        for credential in [try bearer(gateway), try cookie(gateway)] {
            let response = try gateway.request(Self.change, [field, credential])
            #expect(response.status == 403)
            #expect(response.field("Access-Control-Allow-Origin") == nil)
            #expect(try gateway.request("OPTIONS /api/shutdown", [field]).status == 403)
            #expect(try gateway.request("GET /", [field, credential]).status == 403)
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `a page of another site is refused, also with every credential`(site: String) throws {
        let gateway = try GatewayProcess()
        let fields = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"]
        for credential in [try bearer(gateway), try cookie(gateway)] {
            #expect(try gateway.request(Self.change, fields + [credential]).status == 403)
            #expect(try gateway.request("GET /healthz", fields + [credential]).status == 403)
        }
    }

    @Test(arguments: ["Origin: http://localhost:PORT", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: cors", "Cookie: a=b"])
    func `a browser of the own user needs a credential`(field: String) throws {
        let gateway = try GatewayProcess()
        let field = field.replacing("PORT", with: "\(gateway.port)")
        let response = try gateway.request(Self.change, [field])
        #expect(response.status == 401)
        #expect(response.field("WWW-Authenticate") == "Bearer realm=\"tunerweb\"")
        #expect(try gateway.request(Self.change, [field, "Authorization: Bearer wrong"]).status == 401)
        #expect(try gateway.request(Self.change, [field, try bearer(gateway)]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test func `an allowed origin needs the token, and may then read the response`() throws {
        let gateway = try GatewayProcess("--port 0 --allow-origin https://app.example")
        let origin = "Origin: https://app.example"
        let preflight = try gateway.request("OPTIONS /api/shutdown", [origin, "Access-Control-Request-Method: POST"])
        #expect(preflight.status == 204)
        #expect(preflight.field("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.field("Access-Control-Allow-Methods") == "POST, OPTIONS")
        #expect(preflight.field("Access-Control-Allow-Credentials") == nil)
        for credential in [[], ["Authorization: Bearer wrong"], [try cookie(gateway)]] {
            let refused = try gateway.request(Self.change, [origin] + credential)
            #expect(refused.status == 401)
            #expect(refused.field("Access-Control-Allow-Origin") == "https://app.example")
        }
        let own = try gateway.request("GET /healthz")
        #expect(own.field("Access-Control-Allow-Origin") == nil)
        #expect(own.field("Vary") == "Origin")
        let response = try gateway.request(Self.change, [origin, try bearer(gateway)])
        #expect(response.status == 200)
        #expect(response.field("Access-Control-Allow-Origin") == "https://app.example")
        #expect(response.field("Vary") == "Origin")
    }

    @Test(Self.needsRoot) func `a process of another user needs the token`() throws {
        let gateway = try GatewayProcess()
        #expect(try gateway.requestOfOther("GET /healthz").status == 200)
        #expect(try gateway.requestOfOther(Self.change).status == 401)
        #expect(try gateway.requestOfOther(Self.change, [try cookie(gateway)]).status == 401)
        let origin = "Origin: http://\(gateway.host)"
        #expect(try gateway.requestOfOther(Self.change, [try cookie(gateway), origin]).status == 401)
        #expect(try gateway.requestOfOther(Self.change, ["Authorization: Bearer wrong"]).status == 401)
        #expect(try gateway.requestOfOther(Self.change, [try bearer(gateway)]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test(
        needsRoot,
        arguments: [
            "GET /tune", "GET /tune/a", "PUT /tune/a/1", "PUT /tune/a", "DELETE /tune/a", "POST /tune",
            "GET /api/tweaks", "GET /api/ping", "GET /events", "POST /rpc", "GET /rpc", "GET /ws", "GET /metrics",
            "POST /ofrep/v1/evaluate/flags", "POST /ofrep/v1/evaluate/flags/a", "GET /ofrep/v1/events",
            "POST /api/shutdown",
        ]
    )
    func `a program of another user without the token is refused on each path`(line: String) throws {
        let gateway = try GatewayProcess()
        let daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("tunables.set", #"{"key":"a","value":0}"#)
        let upgrade = ["/rpc", "/ws"].contains { line == "GET \($0)" } ? WebSocketClient.handshake : []
        let response = try gateway.requestOfOther(line, upgrade)
        #expect(response.status == 401)
        #expect(!response.contains("\"a\""))
        #expect(try daemon.value("tunables.get", #"{"key":"a"}"#)["value"] == 0)
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    // MARK: The one-time token

    @Test func `a one-time token becomes a cookie, once, and a clean URL`() throws {
        let gateway = try GatewayProcess()
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        // Only GET uses the token.
        #expect(try gateway.request("HEAD /?token=\(token)").status == 401)
        #expect(try gateway.request("GET /?token=wrong").status == 401)
        let page = ["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        let response = try gateway.request("GET /?match=ui.*&token=\(token)&x", page)
        #expect(response.status == 303)
        #expect(response.field("Location") == "/?match=ui.*&x")
        #expect(response.field("Cache-Control") == "no-store")
        #expect(response.field("Referrer-Policy") == "no-referrer")
        let secrets = try secrets(gateway)
        #expect(
            response.field("Set-Cookie")
                == "tunerweb-\(gateway.port)=\(secrets.cookie); HttpOnly; SameSite=Strict; Path=/"
        )
        #expect(!response.contains(try gateway.token))
        #expect(try gateway.request("GET /?token=\(token)", page).status == 401)
        let cookie = response.field("Set-Cookie")?.split(separator: ";").first.map { "Cookie: \($0)" } ?? ""
        #expect(try gateway.request(Self.change, [cookie]).status == 403)
        #expect(try gateway.request(Self.change, [cookie, "Origin: http://\(gateway.host)"]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test func `the redirect leads to this server only`() throws {
        let gateway = try GatewayProcess()
        for path in ["//evil.example/?token=", "/%2fevil.example?token=", "/healthz?token=", "/\\evil.example?token="] {
            let token = try OneTimeTokens(beside: gateway.tokenFile).add()
            let response = try gateway.request("GET \(path)\(token)")
            #expect(response.field("Location") == nil)
            #expect(response.field("Set-Cookie") == nil)
        }
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        let response = try gateway.request("GET /?token=\(token)&next=//evil.example")
        #expect(response.field("Location") == "/?next=//evil.example")
    }

    @Test(Self.needsRoot) func `a process of another user cannot use a one-time token`() throws {
        let gateway = try GatewayProcess()
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        #expect(try gateway.requestOfOther("GET /?token=\(token)").status == 401)
        #expect(try gateway.request("GET /?token=\(token)").status == 303)
    }

    @Test func `the cookie holds after a restart, and not with a new token`() throws {
        let gateway = try GatewayProcess()
        let cookie = try cookie(gateway)
        let fields = [cookie, "Origin: http://\(gateway.host)"]
        #expect(try gateway.request(Self.change, fields).status == 200)
        #expect(try gateway.program.wait().code == 0)
        let second = try GatewayProcess("--port \(gateway.port)", in: gateway.directory)
        #expect(try second.request(Self.change, fields).status == 200)
        #expect(try second.program.wait().code == 0)
        try Kernel.removeFile(gateway.tokenFile)
        let third = try GatewayProcess("--port \(gateway.port)", in: gateway.directory)
        #expect(try third.request(Self.change, fields).status == 401)
    }

    // MARK: From a service manager

    private static let one = "LISTEN_FDS=1 LISTEN_PID=$$"

    @Test(arguments: [IPAddress.loopbackV4, .loopbackV6])
    func `the gateway serves the sockets of a service manager`(address: IPAddress) throws {
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let gateway = try GatewayProcess("", variables: Self.one, passing: [listener.raw])
        #expect(gateway.port == local.port)
        let wire = TestPeer(try Network.connect(to: local))
        #expect(try gateway.request("GET /healthz", on: wire).status == 200)
        _ = listener
    }

    @Test(arguments: ["--port 9000", "--host 127.0.0.1"])
    func `an option for another address than the sockets of a service manager is refused`(option: String) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let name = option.prefix(6)
        let result = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))' \(option)",
            passing: [listener.raw]
        ).wait()
        #expect(
            result
                == Program.Result(
                    code: 1,
                    errors: "tunerweb: \(name) cannot be used with the sockets of a service manager; "
                        + "remove \(name), and set ListenStream= in the socket unit: systemctl --user edit tunerweb.socket\n"
                )
        )
        _ = listener
    }

    #if os(Linux)
    @Test func `the URL of a socket with another loopback address has this address`() throws {
        let address = try #require(IPAddress("127.0.0.2"))
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let gateway = try GatewayProcess("", variables: Self.one, passing: [listener.raw])
        #expect(gateway.line == "tunerweb: serving http://127.0.0.2:\(local.port)/\n")
        _ = listener
    }
    #endif

    @Test func `a socket that other machines can connect to is refused`() throws {
        let every = try #require(IPAddress("0.0.0.0"))
        let listener = try Network.listen(at: Endpoint(every, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let program = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'",
            passing: [listener.raw]
        )
        #expect(
            try program.wait()
                == Program.Result(
                    code: 1,
                    errors:
                        "tunerweb: descriptor 3 from the service manager listens on \(local), to which other machines can "
                        + "connect; set ListenStream=127.0.0.1:\(local.port) in the socket unit\n"
                )
        )
        _ = listener
    }

    @Test func `a socket that is no TCP listener, or is missing, is refused`() throws {
        let directory = try TemporaryDirectory()
        let listener = try Kernel.listen(at: try UnixAddress(directory.file("socket")), mode: 0o600)
        let unix = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'",
            passing: [listener.raw]
        ).wait()
        #expect(unix.code == 1)
        #expect(
            unix.errors.hasPrefix("tunerweb: descriptor 3 from the service manager is not a listening TCP socket; ")
        )
        let missing = try Program(script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'").wait()
        #expect(missing.code == 1)
        #expect(missing.errors.hasPrefix("tunerweb: the service manager did not pass descriptor 3, "))
    }
}
