import BlockingTests
import JSONCore
import NetworkCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// tunersync between a real nginx and a real tunerd.
@Suite(.blocking, .enabled(if: Origin.isInstalled || Demands.areStrict, "missing here: nginx"))
struct TunersyncTests {
    private static func configuration(_ url: String, _ members: String = "", activate: String = #"["team"]"#) -> String
    {
        "{\"sources\":[{\"layer\":\"team\",\"url\":\"\(url)\"\(members)}],\"activate\":\(activate)}"
    }

    /// Returns a daemon whose layer has come from the origin.
    private static func synced(_ origin: Origin, _ members: String = "") throws -> SyncedDaemon {
        try origin.serve(#"{"values":{"ui.scale":1},"version":"one"}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(configuration(origin.url("/team.json"), members))
        #expect(try machine.waitFor("ui.scale", 1))
        return machine
    }

    @Test func `a layer comes and follows its origin`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        let layer = try #require(try machine.layer("team"))
        #expect(layer["version"] == "one")
        #expect(layer["source"] == .string(origin.url("/team.json")))
        try origin.serve(#"{"values":{"ui.scale":2}}"#)
        try machine.fetchNow()
        #expect(try machine.waitFor("ui.scale", 2))
        let end = try machine.stopSync()
        #expect(end?.code == 0)
        #expect(end?.errors.contains("the layer team has new content, version one") == true)
    }

    @Test func `the same content is no commit`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try machine.waitForText("is active")
        let revision = try machine.revision()
        try machine.fetchNow()
        #expect(try eventually { origin.requests.contains { $0.hasPrefix("304 ") } })
        // New bytes with the same meaning: nginx sends another ETag.
        try origin.serve(#"{"version":"one", "values":{"ui.scale":1}}"#)
        try machine.fetchNow()
        #expect(try eventually { origin.requests.count { $0.hasPrefix("200 ") } == 2 })
        try origin.serve(#"{"values":{"ui.scale":3}}"#)
        try machine.fetchNow()
        #expect(try machine.waitFor("ui.scale", 3))
        guard case .integer(let before)? = revision, case .integer(let after)? = try machine.revision() else {
            Issue.record("no revision")
            return
        }
        #expect(after == before + 1)
    }

    @Test(arguments: ["{", "[]", #"{"values":{"ui.scale":{}},"schema":{"properties":{"ui.scale":{"type":"number"}}}}"#])
    func `a bad payload never replaces a good one`(_ payload: String) throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try origin.serve(payload)
        try machine.fetchNow()
        try machine.waitForText("the last known good content stays")
        #expect(try machine.value("ui.scale") == 1)
        try origin.serve(#"{"values":{"ui.scale":4}}"#)
        try machine.fetchNow()
        #expect(try machine.waitFor("ui.scale", 4))
    }

    @Test func `the daemon counts what it refuses`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try origin.serve(#"{"values":{"ui.scale":1},"locks":5}"#)
        try machine.fetchNow()
        try machine.waitForText("the last known good content stays")
        guard case .object(let rejected)? = try machine.layer("team")?["rejected"] else {
            Issue.record("nothing was counted")
            return
        }
        #expect(rejected["count"] == 1)
    }

    @Test func `a machine without a network has its values`() throws {
        let machine: SyncedDaemon
        do {
            machine = try TunersyncTests.synced(try Origin())
        }
        // The origin has ended with the last reference to it.
        try machine.killSync()
        try machine.killDaemon()
        try machine.startDaemon()
        #expect(try machine.value("ui.scale") == 1, "tunerd keeps its layers")
        try machine.startSync()
        try machine.waitForText("could not be fetched")
        #expect(try machine.value("ui.scale") == 1)
        try machine.killDaemon(keepingState: false)
        try machine.startDaemon()
        #expect(try machine.waitFor("ui.scale", 1), "tunersync has a copy")
    }

    @Test func `a daemon that starts later gets the layer`() throws {
        let origin = try Origin()
        try origin.serve(#"{"values":{"ui.scale":1}}"#)
        let machine = try SyncedDaemon()
        try machine.startSync(TunersyncTests.configuration(origin.url("/team.json")))
        try machine.waitForText("no daemon responds at")
        try machine.startDaemon()
        #expect(try machine.waitFor("ui.scale", 1))
    }

    @Test func `layers that come at once are all active`() throws {
        let origin = try Origin()
        try origin.serve(#"{"values":{"ui.scale":1}}"#, as: "one.json")
        try origin.serve(#"{"values":{"ui.scale":2,"ui.gap":2}}"#, as: "two.json")
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(
            """
            {"sources":[{"layer":"one","url":"\(origin.url("/one.json"))"},
             {"layer":"two","url":"\(origin.url("/two.json"))"}],"activate":["one","two"]}
            """
        )
        #expect(try machine.waitFor("ui.gap", 2))
        #expect(try machine.waitFor("ui.scale", 1))
    }

    @Test func `a decision of a person stays, also after a crash`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try machine.waitForText("is active")
        _ = try machine.call("layers.activate", ["names": []])
        try origin.serve(#"{"values":{"ui.scale":2},"version":"two"}"#)
        try machine.fetchNow()
        #expect(try eventually { try machine.layer("team")?["version"] == "two" })
        #expect(try machine.layer("team")?["active"] == false)
        try machine.killSync()
        try origin.serve(#"{"values":{"ui.scale":2},"version":"three"}"#)
        try machine.startSync()
        #expect(try eventually { try machine.layer("team")?["version"] == "three" })
        #expect(try machine.layer("team")?["active"] == false)
    }

    @Test func `credentials come from files and are never printed`() throws {
        let origin = try Origin(
            """
            location = /closed.json { if ($http_authorization != "Bearer s3cret") { return 401; } }
            location = /moved.json { return 302 /closed.json; }
            """
        )
        try origin.serve(#"{"values":{"ui.scale":5}}"#, as: "closed.json")
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let secret = machine.directory.file("secret")
        let members = ",\"headers\":{\"Authorization\":{\"file\":\"\(secret)\"}}"
        try machine.startSync(TunersyncTests.configuration(origin.url("/moved.json"), members))
        try machine.waitForText("for the field Authorization cannot be read")
        try Origin.write("Bearer wrong\n", to: secret)
        try machine.fetchNow()
        try machine.waitForText("the origin responded with the status 401")
        try Origin.write("Bearer s3cret\n", to: secret)
        try machine.fetchNow()
        #expect(try machine.waitFor("ui.scale", 5))
        let result = try machine.stopSync()
        #expect(result?.errors.contains("s3cret") == false)
        #expect(result?.errors.contains("wrong") == false)
        let stored = try Program(script: "grep -r -e s3cret -e wrong '\(machine.directory.file("layers"))'").wait()
        #expect(stored.output == "")
    }

    @Test func `another origin never gets the secret`() throws {
        let other = try Origin()
        try other.serve(#"{"values":{"ui.scale":6}}"#, as: "there.json")
        let origin = try Origin("location = /here.json { return 307 \(other.url("/there.json")); }")
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let members = #","headers":{"Authorization":{"environment":"SYNC_KEY"}}"#
        try machine.startSync(
            TunersyncTests.configuration(origin.url("/here.json"), members),
            variables: "SYNC_KEY=s3cret"
        )
        #expect(try machine.waitFor("ui.scale", 6))
        #expect(origin.requests == [#"307 "/here.json" tag=- key=s3cret"#])
        #expect(other.requests == [#"200 "/there.json" tag=- key=-"#])
    }

    @Test(
        arguments: [
            ("return 429;", "the origin responded with the status 429"),
            ("add_header Retry-After 3600 always; return 503;", "503, and asks to wait 3600 s"),
            ("return 302 ftp://127.0.0.1/x;", "the origin redirects to another scheme than http"),
            ("return 302 /wrong.json;", "the origin redirects more than 5 times"),
            ("return 204;", "the origin responded with the status 204"),
            ("return 200 '{\"values\":{\"a\":1111111111}}';", "the response has more than 20 bytes"),
        ]
    ) func `a fault of the origin is named`(_ directive: String, _ text: String) throws {
        let origin = try Origin("location = /wrong.json { \(directive) }")
        let machine = try SyncedDaemon()
        try machine.startSync(TunersyncTests.configuration(origin.url("/wrong.json"), #","maxBytes":20"#))
        try machine.waitForText("the layer team could not be fetched: ")
        try machine.waitForText(text)
    }

    @Test func `a layer longer than a message of the daemon harms no other layer`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try origin.serve("{\"values\":{\"big\":\"\(String(repeating: "x", count: 17 << 20))\"}}", as: "big.json")
        try machine.configure(
            """
            {"sources":[{"layer":"big","url":"\(origin.url("/big.json"))","maxBytes":100000000,"timeout":60},
             {"layer":"team","url":"\(origin.url("/team.json"))"}],"activate":["team"]}
            """
        )
        try machine.waitForText(
            "the layer big has a payload that is not usable: the daemon accepts messages of at most"
        )
        try origin.serve(#"{"values":{"ui.scale":9}}"#)
        try machine.fetchNow()
        #expect(try machine.waitFor("ui.scale", 9))
        #expect(try machine.stopSync()?.errors.contains("no daemon responds") == false)
    }

    @Test func `an origin needs a certificate that is trusted`() throws {
        let origin = try Origin(hasTLS: true)
        try origin.serve(#"{"values":{"ui.scale":8}}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(TunersyncTests.configuration(origin.url("/team.json")))
        try machine.waitForText("could not be fetched: SSL certificate problem: self-signed certificate")
        #expect(origin.requests == [])
        try machine.configure(
            TunersyncTests.configuration(origin.url("/team.json"), ",\"certificates\":\"\(origin.certificate)\"")
        )
        #expect(try machine.waitFor("ui.scale", 8))
    }

    @Test func `an origin that does not respond times out`() throws {
        // The kernel accepts the connection, and nobody reads the request.
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let machine = try SyncedDaemon()
        let url = "http://127.0.0.1:\(try Network.localEndpoint(of: listener).port)/"
        try machine.startSync(TunersyncTests.configuration(url, #","timeout":0.2"#))
        try machine.waitForText("could not be fetched: there was no response in time")
    }

    @Test func `a configuration with a fault leaves the old one`() throws {
        let origin = try Origin()
        let machine = try TunersyncTests.synced(origin)
        try machine.configure(#"{"sources":[]}"#)
        try machine.waitForText("the configuration is unchanged: ")
        try machine.waitForText("sync.json:1:12: sources: there is no source")
        try origin.serve(#"{"flat.scale":7}"#)
        try machine.configure(TunersyncTests.configuration(origin.url("/team.json"), #","format":"flat""#))
        #expect(try machine.waitFor("flat.scale", 7))
    }

    @Test func `only one tunersync uses a directory`() throws {
        let machine = try TunersyncTests.synced(try Origin())
        let second = try Program(
            BuiltProduct.path("tunersync"),
            [
                "--config", machine.configuration, "--socket", machine.socket, "--state",
                machine.directory.file("layers"),
            ]
        ).wait()
        #expect(second.code == 3)
        #expect(second.errors.hasPrefix("tunersync: another tunersync (pid \(machine.sync?.processID ?? 0)) uses "))
    }
}
