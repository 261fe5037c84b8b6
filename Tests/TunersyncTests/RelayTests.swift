import BlockingTests
import JSONCore
import NetworkCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A real relay between a real nginx, its clients and a real tunerd.
@Suite(.blocking, .enabled(if: Origin.isInstalled || Demands.areStrict, "missing here: nginx"))
struct RelayTests {
    private static let first = #"{"values": {"ui.scale":  1},"version":"one"}"#
    private static let second = #"{"values":{"ui.scale":2}}"#

    /// Returns a relay that has the content of an origin.
    private static func relay(of origin: Origin, _ members: String = "", limits: String = "") throws -> Relay {
        try origin.serve(first)
        let relay = try Relay("{\(Relay.source(origin.url("/team.json")))\(members)}", limits: limits)
        try relay.waitForText("the layer team has new content, version one")
        return relay
    }

    /// Returns a machine whose layer comes from a relay.
    private static func machine(_ relay: Relay, _ members: String = #","wait":60"#) throws -> SyncedDaemon {
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(#"{\#(Relay.source(relay.url, members)),"activate":["team"]}"#)
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(try eventually { try machine.source("team")?["state"] == "watching" })
        return machine
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/curl") || Demands.areStrict, "missing here: curl"))
    func `curl gets a layer, its tag and each fault`() throws {
        let relay = try RelayTests.relay(of: try Origin())
        func curl(_ path: String, _ options: String...) throws -> [String] {
            let url = "http://127.0.0.1:\(relay.port)\(path)"
            let result = try Program("/usr/bin/curl", ["-s", "-i"] + options + [url]).wait()
            return result.output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
                .filter { !$0.hasPrefix("Date: ") }
        }
        let tag = try relay.tag()
        let fields = ["HTTP/1.1 200 OK", "Content-Type: application/json", "ETag: \(tag)", "Cache-Control: no-cache"]
        let length = "Content-Length: \(RelayTests.first.utf8.count)"
        #expect(tag.utf8.count == 42)
        #expect(try curl("/layers/team") == fields + [length, "", RelayTests.first])
        #expect(try curl("/layers/team", "--head") == fields + [length, "", ""])
        let unchanged = ["HTTP/1.1 304 Not Modified", "ETag: \(tag)", "Cache-Control: no-cache"]
        #expect(try curl("/layers/team", "-H", "If-None-Match: \(tag)") == unchanged + ["", ""])
        #expect(
            try curl("/layers/team", "-H", "If-None-Match: \(tag)", "-H", "Prefer: wait=1")
                == unchanged + ["Preference-Applied: wait=1", "", ""]
        )
        #expect(try curl("/layers/tem").last == "There is no layer tem; did you mean team?\n")
        #expect(try curl("/layers/tem").first == "HTTP/1.1 404 Not Found")
        let wrong = try curl("/layers/team", "-d", "x")
        #expect(wrong.first == "HTTP/1.1 405 Method Not Allowed")
        #expect(wrong.contains("Allow: GET, HEAD"))
        let health = "ok: 1 of 1 layers have content, 0 requests wait\n"
        #expect(try curl("/health").last == health)
        #expect(try curl("/").first == "HTTP/1.1 404 Not Found")
    }

    @Test func `a layer without content is not available yet`() throws {
        let origin = try Origin()
        let relay = try Relay("{\(Relay.source(origin.url("/team.json")))}")
        try relay.waitForText("could not be fetched")
        let response = try relay.response("GET /layers/team")
        #expect(response.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(response.contains("\r\nRetry-After: 1\r\n"))
        try origin.serve(RelayTests.first)
        try relay.fetchNow()
        #expect(try relay.waitFor(RelayTests.first))
    }

    @Test(arguments: [
        "GET /x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\nHost: h\n\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nA : b\r\n\r\n", "GET / HTTP/2.0\r\nHost: h\r\n\r\n",
        "GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\nHost: h\r\n\r\n",
    ]) func `a malformed request is refused, and the connection ends`(_ text: String) throws {
        let relay = try Relay("{\(Relay.source("http://127.0.0.1:1/"))}")
        let socket = try Network.connect(to: Endpoint(.loopbackV4, port: relay.port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
        let peer = TestPeer(socket)
        try peer.write(text)
        let response = peer.readToEnd()
        #expect(["HTTP/1.1 4", "HTTP/1.1 5"].contains(String(response.prefix(10))), "\(response)")
        #expect(try relay.response("GET /health").hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `content that is not usable is not served`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        for payload in ["{", #"{"name":"x","values":{}}"#] {
            try origin.serve(payload)
            try relay.fetchNow()
            try relay.waitForText(
                "is not usable: \(payload == "{" ? "the payload is not JSON" : "the payload must not")"
            )
            #expect(try relay.waitFor(RelayTests.first))
        }
    }

    @Test func `tunersync watches a relay, and gets each change`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        let machine = try RelayTests.machine(relay)
        for value in 2...5 {
            try origin.serve("{\"values\":{\"ui.scale\":\(value)}}")
            try relay.fetchNow()
            #expect(try machine.waitFor("ui.scale", .integer(Int64(value))))
        }
        let end = try machine.stopSync()
        #expect(end?.code == 0)
        #expect(end?.errors.contains("could not be fetched") == false)
        #expect(try relay.waitFor(waiting: 0), "the client is gone")
    }

    @Test func `now ends the wait`() throws {
        let relay = try RelayTests.relay(of: try Origin())
        let machine = try RelayTests.machine(relay)
        let result = try Program(BuiltProduct.path("tunersync"), ["now", "--socket", machine.socket]).wait()
        #expect(result == Program.Result(code: 0, output: "team: is unchanged\n"))
        #expect(try eventually { try machine.source("team")?["state"] == "watching" })
        #expect(try relay.waitFor(waiting: 1))
    }

    @Test func `a relay that was killed has its content without a network`() throws {
        let relay: Relay
        do { relay = try RelayTests.relay(of: try Origin()) }
        // The origin has ended with the last reference to it.
        let machine = try RelayTests.machine(relay)
        let tag = try relay.tag()
        #expect(try eventually { try relay.copy().contains("one") })
        try relay.kill()
        try machine.waitForText("could not be fetched")
        try relay.start()
        #expect(try relay.waitFor(RelayTests.first))
        #expect(try relay.tag() == tag)
        #expect(try relay.waitFor(waiting: 1), "the client returns by itself")
        #expect(try machine.source("team")?["changes"] == 1)
    }

    @Test func `a client of a relay that is stopped fails, and continues with it`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        let machine = try RelayTests.machine(relay, #","wait":1,"timeout":0.5"#)
        try relay.program?.send(SIGSTOP)
        try machine.waitForText("could not be fetched: there was no response in time")
        #expect(try machine.value("ui.scale") == 1)
        try origin.serve(RelayTests.second)
        try relay.program?.send(SIGCONT)
        try relay.fetchNow()
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `a relay can have another relay as its source`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        let second = try Relay("{\(Relay.source(relay.url, #","wait":60"#))}")
        #expect(try second.waitFor(RelayTests.first))
        #expect(try second.tag() == relay.tag())
        let machine = try RelayTests.machine(second)
        try origin.serve(RelayTests.second)
        try relay.fetchNow()
        #expect(try machine.waitFor("ui.scale", 2))
        #expect(try second.waitFor(RelayTests.second))
    }

    @Test func `an origin that ignores the preference gets no further request before the interval`() throws {
        let origin = try Origin()
        try origin.serve(RelayTests.first)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(#"{\#(Relay.source(origin.url("/team.json"), #","wait":60"#)),"activate":["team"]}"#)
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(try eventually { try machine.source("team")?["fetches"] == 2 })
        #expect(try eventually { try machine.source("team")?["state"] == "waiting" })
        #expect(origin.requests.map { $0.prefix(3) } == ["200", "304"])
    }

    @Test func `only requests with the token are allowed`() throws {
        let directory = try TemporaryDirectory()
        let token = directory.file("token")
        try Origin.write("s3cret\n", to: token)
        let relay = try RelayTests.relay(of: try Origin(), #","relay":{"token":{"file":"\#(token)"}}"#)
        let refused = try relay.response("GET /layers/team")
        #expect(refused.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
        #expect(refused.contains("\r\nWWW-Authenticate: Bearer\r\n"))
        #expect(try relay.response("GET /layers/team", "Authorization: Bearer s3cre").hasPrefix("HTTP/1.1 401 "))
        #expect(try relay.response("GET /layers/team", "Authorization: Bearer s3cret").hasPrefix("HTTP/1.1 200 "))
        try Origin.write("Bearer s3cret", to: directory.file("field"))
        _ = try RelayTests.machine(
            relay,
            #","wait":60,"headers":{"Authorization":{"file":"\#(directory.file("field"))"}}"#
        )
        // A new token needs no restart.
        try Origin.write("other", to: token)
        #expect(
            try eventually {
                try relay.response("GET /health", "Authorization: Bearer other").hasPrefix("HTTP/1.1 200 ")
            }
        )
        #expect(try relay.response("GET /health", "Authorization: Bearer s3cret").hasPrefix("HTTP/1.1 401 "))
    }

    @Test func `a thousand clients that wait get one change each`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        _ = try Kernel.raiseDescriptorLimit()
        let (tag, count) = (try relay.tag(), 1_000)
        // The memory of the first connections is not that of a client.
        for _ in 0..<20 { _ = try relay.response("GET /layers/team") }
        let before = try relay.memory()
        let peers = try (0..<count).map { _ in
            try relay.send("GET /layers/team", ["If-None-Match: \(tag)", "Prefer: wait=300"])
        }
        #expect(try relay.waitFor(waiting: count))
        let taken = (try relay.memory() - before) / count
        #expect(taken < 8_192 || Demands.areSanitized, "bytes of memory for each client: \(taken)")
        try origin.serve(RelayTests.second)
        try relay.fetchNow()
        let ending = "\r\nPreference-Applied: wait=300\r\nContent-Length: 25\r\n\r\n\(RelayTests.second)"
        let complete = peers.count { peer in
            let response = peer.read { $0.hasSuffix(RelayTests.second) }
            return response.hasPrefix("HTTP/1.1 200 OK\r\n") && response.hasSuffix(ending)
        }
        #expect(complete == count)
        #expect(try relay.waitFor(waiting: 0))
        #expect(peers.allSatisfy { $0.read() == "" }, "nothing comes twice")
    }

    @Test func `a new configuration is served without a restart`() throws {
        let origin = try Origin()
        let relay = try RelayTests.relay(of: origin)
        let rule = #","when":{"==":[{"var":"labels.zone"},"eu"]}"#
        let source = Relay.source(origin.url("/team.json"), rule)
        let waiting = try relay.send("GET /layers/team", ["If-None-Match: \(try relay.tag())", "Prefer: wait=300"])
        #expect(try relay.waitFor(waiting: 1))
        try relay.configure("{\(source),\"labels\":{\"zone\":\"us\"}}")
        #expect(waiting.read { $0.hasSuffix("There is no layer team.\n") }.hasPrefix("HTTP/1.1 404 "))
        #expect(try relay.response("GET /health").hasSuffix("ok: 0 of 0 layers have content, 0 requests wait\n"))
        try relay.configure("{\(source),\"labels\":{\"zone\":\"eu\"}}")
        #expect(try relay.waitFor(RelayTests.first))
        try relay.configure("{")
        try relay.waitForText("the configuration is unchanged: ")
        #expect(try relay.waitFor(RelayTests.first))
    }

    @Test func `a signal ends a relay while clients wait`() throws {
        let relay = try RelayTests.relay(of: try Origin())
        let waiting = try relay.send("GET /layers/team", ["If-None-Match: \(try relay.tag())", "Prefer: wait=300"])
        #expect(try relay.waitFor(waiting: 1))
        let program = try #require(relay.program)
        Kernel.send(.terminate, to: program.processID)
        #expect(try program.wait().code == 0)
        #expect(waiting.readToEnd() == "")
    }

    @Test func `check reads the file with the token`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("c.json")
        let members = #","relay":{"token":{"file":"/nowhere"}}"#
        try Origin.write("{\(Relay.source("http://h/"))\(members)}", to: path)
        let result = try Program(BuiltProduct.path("tunersync"), ["check", path]).wait()
        #expect(result.code == 1)
        #expect(result.errors.contains("relay/token/file: the file /nowhere for the field token cannot be read"))
    }

    @Test func `a client that disconnects no longer waits`() throws {
        let relay = try RelayTests.relay(of: try Origin())
        let fields = ["If-None-Match: \(try relay.tag())", "Prefer: wait=300"]
        let peers = try (0..<3).map { _ in try relay.send("GET /layers/team", fields) }
        #expect(try relay.waitFor(waiting: 3))
        peers[1].close()
        #expect(try relay.waitFor(waiting: 2))
        try peers[0].shutdownWriting()
        #expect(try relay.waitFor(waiting: 1))
        #expect(peers[0].readToEnd() == "")
    }

    @Test func `a connection beyond the limit is refused`() throws {
        // 400 descriptors are enough for 80 clients.
        let relay = try RelayTests.relay(of: try Origin(), limits: "ulimit -n 400")
        let fields = ["If-None-Match: \(try relay.tag())", "Prefer: wait=300"]
        let peers = try (0..<79).map { _ in try relay.send("GET /layers/team", fields) }
        #expect(try relay.waitFor(waiting: 79))
        let last = try relay.send("GET /layers/team", fields)
        let refused = try eventually {
            try relay.response("GET /layers/team").hasPrefix("HTTP/1.1 503 Service Unavailable\r\n")
        }
        #expect(refused)
        peers[0].close()
        last.close()
        #expect(try relay.waitFor(waiting: 78))
    }

    @Test func `a large layer arrives whole`() throws {
        let origin = try Origin()
        let large = "{\"values\":{\"a\":\"\(String(repeating: "x", count: 3 << 20))\"}}"
        try origin.serve(large)
        let relay = try Relay("{\(Relay.source(origin.url("/team.json"), #","timeout":60"#))}")
        try relay.waitForText("has new content")
        let slow = try relay.send("GET /layers/team", ["Connection: close"])
        #expect(try relay.response("GET /layers/team").hasSuffix("\r\n\r\n\(large)"), "a slow client delays no other")
        #expect(slow.readToEnd().hasSuffix("\r\n\r\n\(large)"))
        #expect(
            try relay.response("HEAD /layers/team").hasSuffix(
                "Content-Length: \(large.utf8.count)\r\nConnection: close\r\n\r\n"
            )
        )
    }

    @Test(
        arguments: [
            ("0.0.0.0:0", "", "other machines can connect to 0.0.0.0:0 and read the layers; set \"relay\""),
            ("[::]:0", "", "other machines can connect to [::]:0 and read the layers; set \"relay\""),
            (
                "0", #","relay":{"token":{"file":"/nowhere"}}"#,
                "the token of the relay cannot be used: the file /nowhere"
            ),
            ("192.0.2.1:1", #","relay":{"open":true}"#, "192.0.2.1:1"),
        ]
    ) func `a relay refuses to start`(_ address: String, _ members: String, _ sentence: String) throws {
        let directory = try TemporaryDirectory()
        try Origin.write("{\(Relay.source("http://h/"))\(members)}", to: directory.file("c.json"))
        let result = try RelayTests.run(directory, address).wait()
        #expect(result.code == 1)
        #expect(result.errors.contains(sentence), "\(result.errors)")
    }

    @Test func `a rule that reads a flag needs a daemon`() throws {
        let directory = try TemporaryDirectory()
        let rule = #","when":{"var":"flags.a.b"}"#
        try Origin.write("{\(Relay.source("http://h/", rule))}", to: directory.file("c.json"))
        let result = try RelayTests.run(directory, "0").wait()
        #expect(result.code == 1)
        #expect(result.errors == "tunersync: a relay has no daemon, so no rule can read a flag, such as a.b\n")
    }

    @Test func `an open relay listens on every address`() throws {
        let directory = try TemporaryDirectory()
        try Origin.write("{\(Relay.source("http://h/")),\"relay\":{\"open\":true}}", to: directory.file("c.json"))
        let program = try RelayTests.run(directory, "0.0.0.0:0")
        _ = try program.errors { $0.contains("the relay listens on 0.0.0.0:") }
        Kernel.send(.terminate, to: program.processID)
        #expect(try program.wait().code == 0)
    }

    @Test(arguments: ["x", "70000", "::1:5", "host:5", "1.2.3.4", ""]) func `a wrong address is refused`(
        _ text: String
    ) throws {
        let result = try Program(BuiltProduct.path("tunersync"), ["--config", "c", "--relay", text]).wait()
        #expect(result.code == 2)
        #expect(result.errors.contains("--relay"), "\(result.errors)")
    }

    private static func run(_ directory: TemporaryDirectory, _ address: String) throws -> Program {
        try Program(
            BuiltProduct.path("tunersync"),
            ["--config", directory.file("c.json"), "--relay", address, "--state", directory.file("state")]
        )
    }
}

/// etcd, a relay, tunersync and tunerd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct EtcdRelayTests {
    @Test func `a change arrives from etcd, and the last one stays when etcd ends`() throws {
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team/ui/scale", "1")
        let relay = try Relay(
            #"{"sources":[{"layer":"team","etcd":{"endpoints":["\#(etcd.endpoint)"],"prefix":"/tuner/team/"}}]}"#
        )
        #expect(try relay.waitFor(#"{"values":{"ui.scale":1}}"#))
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(#"{\#(Relay.source(relay.url, #","wait":60"#)),"activate":["team"]}"#)
        #expect(try relay.waitFor(waiting: 1))
        for value in 2...20 { try etcd.put("/tuner/team/ui/scale", "\(value)") }
        #expect(try machine.waitFor("ui.scale", 20))
        #expect(try relay.waitFor(waiting: 1))
        try etcd.kill()
        try relay.waitForText("could not be fetched")
        #expect(try relay.waitFor(#"{"values":{"ui.scale":20}}"#))
        // The relay writes a copy at most once a second.
        #expect(try eventually { try relay.copy().contains(#"{\"ui.scale\":20}"#) })
        try relay.kill()
        try relay.start()
        #expect(try relay.waitFor(#"{"values":{"ui.scale":20}}"#))
    }
}
