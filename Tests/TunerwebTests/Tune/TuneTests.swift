import BlockingTests
import JSONCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of `/tune` with the real programs.
@Suite(.blocking) struct TuneTests {
    /// A bench with one declared key of each type, and a free key.
    private func makeBench() throws -> TuneTestBench {
        let bench = try TuneTestBench()
        try bench.daemon.value(
            "tunables.declare",
            """
            {"specs":{"on":{"type":"boolean","default":false},"title":{"type":"string","default":"x"},
            "spacing":{"type":"number","default":0.5,"maximum":1},"list":{"type":"array","default":[1,{"a":[]}]},
            "pause":{"type":"number","default":1,"unit":"s"},"fixed":{"type":"integer","default":3,"readOnly":true}}}
            """
        )
        try bench.daemon.value("tunables.set", #"{"key":"edit-button-x","value":370}"#)
        return bench
    }

    @Test func `all values are one indented object, sorted by key, with whole numbers`() throws {
        let bench = try makeBench()
        let response = try bench.request("GET /tune")
        #expect(response.status == 200)
        #expect(response.field("Content-Type") == "application/json")
        #expect(response.field("Cache-Control") == "no-store")
        #expect(
            response.content == """
                {
                  "edit-button-x": 370,
                  "fixed": 3,
                  "list": [
                    1,
                    {
                      "a": []
                    }
                  ],
                  "on": false,
                  "pause": 1,
                  "spacing": 0.5,
                  "title": "x"
                }

                """
        )
        let head = try bench.request("HEAD /tune")
        #expect(head.status == 200)
        #expect(head.content == "")
        #expect(head.field("Content-Length") == (try bench.request("GET /tune")).field("Content-Length"))
        #expect(try TuneTestBench().content("GET /tune") == "{}\n")
    }

    @Test(
        arguments: [
            ("/tune/spacing/0.8", "Set spacing = 0.8", "0.8"), ("/tune/spacing/.25", "Set spacing = 0.25", "0.25"),
            ("/tune/title/1", "Set title = 1", #""1""#), ("/tune/title/true", "Set title = true", #""true""#),
            ("/tune/title/%22a%22", #"Set title = "\"a\"""#, #""\"a\"""#), ("/tune/on/on", "Set on = true", "true"),
            ("/tune/on/Y", "Set on = true", "true"), ("/tune/on/0", "Set on = false", "false"),
            ("/tune/pause/500ms", "Set pause = 0.5", "0.5"), ("/tune/list/%5B2%5D", "Set list = [2]", "[2]"),
            ("/tune/title/a%2Fb%20c%C3%A9", "Set title = a/b cé", #""a/b cé""#), ("/tune/new/12", "Set new = 12", "12"),
            ("/tune/new/1.0", "Set new = 1.0", "1.0"), ("/tune/new/true", "Set new = true", "true"),
            ("/tune/new/%22a%22", "Set new = a", #""a""#), ("/tune/new/hello", "Set new = hello", #""hello""#),
            ("/tune/edit-button-x/371", "Set edit-button-x = 371", "371"),
        ]
    )
    func `the declaration of a key decides what a value in the path means`(
        path: String,
        text: String,
        value: String
    ) throws {
        let bench = try makeBench()
        #expect(try bench.content("PUT \(path)") == "\(text)\n")
        let key = path.split(separator: "/")[1]
        #expect(try bench.content("GET /tune/\(key)") == "\(value)\n")
    }

    @Test(
        arguments: [
            ("/tune/spacing/2", 400, "spacing must be at most 1, got 2"),
            ("/tune/spacing/wide", 400, #"spacing must be a number, got "wide""#),
            ("/tune/on/2", 400, #"on must be true or false (or 1, yes, y, on, 0, no, n, off), got "2""#),
            ("/tune/edit-button-x/left", 400, #"edit-button-x must be a number, got "left""#),
            ("/tune/fixed/4", 403, "fixed"), ("/tune/a%20b/4", 400, ""), ("/tune/a%2/1", 400, "A percent sign"),
            ("/tune", 400, "Invalid path format\n"), ("/tune/", 400, "Invalid path format\n"),
            ("/tune/a/", 400, "Invalid path format\n"), ("/tune/a/b/c", 400, "Invalid path format\n"),
            ("/tune//1", 400, "Invalid path format\n"),
            ("/tune/spacing", 400, "No body found\nsend the value as JSON, or use PUT /tune/KEY/VALUE\n"),
        ]
    )
    func `a value that cannot be set is refused with the reason`(path: String, status: Int, begin: String) throws {
        let bench = try makeBench()
        let revision = try bench.revision
        let content = try bench.content("PUT \(path)", status: status)
        #expect(content.hasPrefix(begin))
        #expect(content.hasSuffix("\n"))
        #expect(try bench.revision == revision)
    }

    @Test func `a value in the body is JSON`() throws {
        let bench = try makeBench()
        #expect(try bench.content("PUT /tune/title", body: #" "a\nb" "#) == "Set title = \"a\\nb\"\n")
        #expect(try bench.content("PUT /tune/list", body: "[\r\n1.50,\n\"x\"]\n") == "Set list = [1.5,\"x\"]\n")
        #expect(try bench.content("PUT /tune/new", body: #"{"a":1}"#) == "Set new = {\"a\":1}\n")
        #expect(try bench.content("PUT /tune/spacing", body: #""0.5""#, status: 400).contains("must be a number"))
        #expect(
            try bench.content("PUT /tune/spacing", body: "wide", status: 400)
                == "Invalid JSON\nline 1, column 1: expected a value\n"
        )
    }

    @Test func `a value that is nested too deeply is refused, by the daemon or before`() throws {
        let bench = try TuneTestBench()
        for (depth, status) in [(120, 200), (126, 413), (127, 400)] {
            let value = String(repeating: "[", count: depth) + String(repeating: "\n]", count: depth)
            let content = try bench.content("PUT /tune/a", body: value, status: status)
            #expect(content.hasPrefix("Invalid JSON\n") == (status == 400))
        }
        // A value in the document is one level deeper.
        let value = String(repeating: "[", count: 126) + String(repeating: "\n]", count: 126)
        #expect(try bench.content("POST /tune", body: "{\"a\":\(value)}", status: 400).hasPrefix("Invalid JSON\n"))
    }

    @Test func `a body above the limit of the daemon is refused, and other calls are not interrupted`() throws {
        let gateway = try GatewayProcess()
        let daemon = try RunningDaemon("--max-message", "100000", in: gateway.directory)
        let body = "\"\(String(repeating: "x", count: 100_000))\""
        let length = ["Content-Length: \(body.utf8.count)"]
        // The first one waits for the connection.
        for (line, text) in [("PUT /tune/a", body), ("PUT /tune/a", body), ("POST /tune", "{\"a\":\(body)}")] {
            let response = try gateway.request(line, ["Content-Length: \(text.utf8.count)"], body: text)
            #expect(response.status == 413)
            #expect(response.content.contains("at most 100000 bytes (tunerd --max-message)"))
        }
        try daemon.program.send(SIGSTOP)
        let wire = try gateway.connect()
        try wire.write("PUT /tune/a/1 HTTP/1.1\r\nHost: \(gateway.host)\r\nConnection: close\r\n\r\n")
        #expect(try gateway.request("PUT /tune/a", length, body: body).status == 413)
        try daemon.program.send(SIGCONT)
        #expect(wire.readToEnd().status == 200)
    }

    @Test func `an unknown key is not found, and the response names the nearest one`() throws {
        let bench = try makeBench()
        for method in ["GET", "DELETE"] {
            let content = try bench.content("\(method) /tune/spacng", status: 404)
            #expect(content.contains("spacng"))
            #expect(content.contains("spacing"))
        }
    }

    @Test func `deleting a key resets it, and removes a key without a declaration`() throws {
        let bench = try makeBench()
        _ = try bench.content("PUT /tune/spacing/0.8")
        #expect(try bench.content("DELETE /tune/spacing") == "Reset spacing to 0.5 (default)\n")
        #expect(try bench.content("DELETE /tune/spacing") == "spacing had no value to reset\n")
        #expect(try bench.content("DELETE /tune/edit-button-x") == "Removed edit-button-x\n")
        #expect(try bench.request("GET /tune/edit-button-x").status == 404)
    }

    // MARK: The document

    @Test func `sending back the document that was read changes nothing`() throws {
        let bench = try makeBench()
        try bench.daemon.value("tunables.set", #"{"key":"on","value":true}"#)
        try bench.daemon.value("layers.put", #"{"name":"policy","values":{"on":true,"title":"l"},"locks":["on"]}"#)
        try bench.daemon.value("layers.activate", #"{"names":["policy"]}"#)
        let document = try bench.content("GET /tune")
        #expect(document.contains(#""title": "l""#))
        let revision = try bench.revision
        #expect(try bench.content("POST /tune", body: document) == "Updated all constants\n")
        #expect(try bench.revision == revision)
        #expect(try bench.content("GET /tune") == document)
    }

    @Test func `a document replaces all values in one commit, which one undo reverts`() throws {
        let bench = try makeBench()
        _ = try bench.content("PUT /tune/spacing/0.8")
        let before = try bench.content("GET /tune")
        let document = #"{"title":"new","corner-roundness":0.75,"button-colour-r":255,"fixed":3}"#
        #expect(try bench.content("POST /tune", body: document) == "Updated all constants\n")
        let after = try JSON.parse(try bench.content("GET /tune"))
        #expect(after["button-colour-r"] == 255)
        #expect(after["corner-roundness"] == 0.75)
        #expect(after["title"] == "new")
        #expect(after["spacing"] == 0.5)
        #expect(after["edit-button-x"] == nil)
        try bench.daemon.value("tunables.undo", #"{"everyone":true}"#)
        #expect(try bench.content("GET /tune") == before)
    }

    @Test func `a locked key keeps its value, and the response says so`() throws {
        let bench = try makeBench()
        try bench.daemon.value("layers.put", #"{"name":"policy","values":{"on":true},"locks":["on"]}"#)
        try bench.daemon.value("layers.activate", #"{"names":["policy"]}"#)
        #expect(
            try bench.content("POST /tune", body: #"{"on":false,"title":"t"}"#)
                == "Updated all constants\non is locked by the layer policy and keeps its value\n"
        )
        #expect(try bench.content("GET /tune/on") == "true\n")
        #expect(try bench.content("PUT /tune/on/off", status: 403).contains("policy"))
    }

    @Test(
        arguments: [
            ("", "No body found\nsend an object of all values as JSON\n"), (" \n", "No body found\n"),
            ("{\n  \"a\": 1,\n}", "Invalid JSON\nline 3, column 1: expected a name in quotes\n"),
            ("[1]", "Invalid JSON\nexpected an object of values by key, got an array\n"),
            (#"{"spacing":2,"on":5}"#, "spacing must be at most 1, got 2\non must be true or false, got a number\n"),
            (#"{"new":null}"#, "new"),
        ]
    )
    func `a document that is refused changes nothing`(body: String, content: String) throws {
        let bench = try makeBench()
        let revision = try bench.revision
        #expect(try bench.content("POST /tune", body: body, status: 400).hasPrefix(content))
        #expect(try bench.revision == revision)
    }

    @Test func `a document of many pages is whole, and a client that does not read delays no other`() throws {
        let bench = try TuneTestBench()
        let values = (0..<20_000).map { #""key-\#($0)":"\#(String(repeating: "v", count: 100))""# }
        let document = "{\(values.joined(separator: ","))}"
        let stalled = try bench.gateway.connect()
        #expect(try bench.content("POST /tune", body: document) == "Updated all constants\n")
        try stalled.write("GET /tune HTTP/1.1\r\nHost: \(bench.gateway.host)\r\n\r\n")
        let head = try bench.request("HEAD /tune")
        #expect(head.field("Content-Length") == nil)
        #expect(head.field("Transfer-Encoding") == "chunked")
        #expect(head.content == "")
        let wire = try bench.gateway.connect()
        try wire.write("GET /tune HTTP/1.0\r\nHost: \(bench.gateway.host)\r\n\r\n")
        let response = wire.readToEnd()
        #expect(response.status == 200)
        #expect(try JSON.parse(response.content) == (try bench.daemon.value("tunables.getAll")["values"]))
        #expect(try bench.content("POST /tune", body: response.content) == "Updated all constants\n")
        #expect(try bench.revision == 1)
    }

    @Test(arguments: ["/tune", "/api/tweaks"])
    func `a long response shows one state, although the values change while the client reads`(path: String) throws {
        let bench = try TuneTestBench()
        // More than the buffers of the kernel.
        let padding = String(repeating: "v", count: 4_096)
        for part in 0..<2 {
            let values = (0..<1_000).map { #""key-\#(part)-\#($0)":"\#(padding)""# }
            try bench.daemon.value("tunables.update", "{\"values\":{\(values.joined(separator: ","))}}")
        }
        let wire = try bench.gateway.connect()
        try wire.write("GET \(path) HTTP/1.1\r\nHost: \(bench.gateway.host)\r\nConnection: close\r\n\r\n")
        // The response has begun.
        let first = wire.read(until: { $0.contains("key-0-0\"") })
        try bench.daemon.value("tunables.update", #"{"values":{"key-0-0":"changed","key-1-999":"changed"}}"#)
        let rest = wire.readToEnd()
        #expect((first + rest).contains("key-1-999\""))
        #expect(!(first + rest).contains("changed"))
        #expect(rest.hasSuffix("0\r\n\r\n"))
    }

    @Test(arguments: ["GET /tune", "GET /tune/on", "PUT /tune/on/true", "DELETE /tune/on", "GET /api/tweaks"])
    func `a misspelled parameter does not select the shared state`(line: String) throws {
        let bench = try makeBench()
        let text = try bench.content("\(line)?wrld=w", status: 400)
        #expect(text == "there is no query parameter wrld; did you mean world?\n")
        #expect(try bench.content("GET /tune/on?") == "false\n")
    }

    // MARK: Worlds, and without a daemon

    @Test func `the document of GET /tune keeps values that a kill switch hides, and temporary ones`() throws {
        let bench = try makeBench()
        try bench.daemon.value("tunables.set", #"{"key":"spacing","value":0.7}"#)
        try bench.daemon.value("flags.killSwitch", #"{"on":true,"match":"spacing"}"#)
        let document = try bench.content("GET /tune")
        #expect(try bench.content("POST /tune", body: document) == "Updated all constants\n")
        try bench.daemon.value("flags.killSwitch", #"{"on":false}"#)
        #expect(try bench.content("GET /tune/spacing") == "0.7\n")
    }

    @Test func `under a kill switch, the response says which value counts`() throws {
        let bench = try makeBench()
        try bench.daemon.value("flags.killSwitch", #"{"on":true}"#)
        func still(_ key: String, _ value: String) -> String {
            "\(key) is still \(value) (a kill switch limits it to its default); see: tunerctl describe \(key)\n"
        }
        #expect(try bench.content("PUT /tune/spacing/0.7") == "Set spacing = 0.7\n" + still("spacing", "0.5"))
        #expect(try bench.content("PUT /tune/title", body: #""t""#) == "Set title = t\n" + still("title", "x"))
        #expect(try bench.content("DELETE /tune/title") == "Reset title\n" + still("title", "x"))
        let document = #"{"spacing":0.9,"title":"x","edit-button-x":5,"on":true,"stew.clamp.maximum":100}"#
        #expect(
            try bench.content("POST /tune", body: document)
                == "Updated all constants\n" + still("on", "false") + still("spacing", "0.5")
                + still("stew.clamp.maximum", "120")
        )
    }

    @Test func `of many limited keys, the response names twenty`() throws {
        let bench = try TuneTestBench()
        let specs = (0..<600).map { #""k\#($0)":{"type":"number","default":0}"# }
        try bench.daemon.value("tunables.declare", "{\"specs\":{\(specs.joined(separator: ","))}}")
        try bench.daemon.value("flags.killSwitch", #"{"on":true,"match":"k*"}"#)
        func lines(_ keys: Range<Int>) throws -> [Substring] {
            let values = keys.map { #""k\#($0)":1"# }
            return try bench.content("POST /tune", body: "{\(values.joined(separator: ","))}").split(separator: "\n")
        }
        #expect(try lines(0..<600).count == 22)
        #expect(try lines(0..<600).last == "and more")
        // The last key is on the second page.
        #expect(
            try lines(99..<100) == [
                "Updated all constants",
                "k99 is still 0 (a kill switch limits it to its default); see: tunerctl describe k99",
            ]
        )
    }

    @Test func `a new key that resembles another one, or is the key of a flag, is named`() throws {
        let bench = try makeBench()
        #expect(
            try bench.content("PUT /tune/spacng/1")
                == "Set spacng = 1\nspacng is a new tunable of type number; did you mean spacing?\n"
        )
        #expect(try bench.content("PUT /tune/spacng/2") == "Set spacng = 2\n")
        try bench.daemon.value(
            "flags.define",
            """
            {"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}},"partial":true}
            """
        )
        #expect(
            try bench.content("PUT /tune/banner", body: "true")
                == "Set banner = true\nbanner is a new tunable of type boolean; to set the flag, type: tunerctl flag on banner\n"
        )
        // A key in a world.
        let world = try bench.daemon.makeWorld()
        #expect(try bench.content("PUT /tune/titl/1?world=\(world)").contains("did you mean title?"))
    }

    @Test func `a reset that does not change the value in effect says which value that is`() throws {
        let bench = try makeBench()
        try bench.daemon.value("layers.put", #"{"name":"team","values":{"spacing":0.7,"free":1}}"#)
        try bench.daemon.value("layers.activate", #"{"names":["team"]}"#)
        #expect(
            try bench.content("DELETE /tune/spacing")
                == "spacing had no value to reset\nspacing is still 0.7 (layer:team); see: tunerctl describe spacing\n"
        )
        _ = try bench.content("PUT /tune/free/1")
        #expect(
            try bench.content("DELETE /tune/free")
                == "Reset free\nfree is still 1 (layer:team); see: tunerctl describe free\n"
        )
        _ = try bench.content("PUT /tune/spacing/0.8")
        #expect(try bench.content("DELETE /tune/spacing") == "Reset spacing to 0.7 (layer:team)\n")
    }

    @Test func `a request in a world changes nothing outside`() throws {
        let bench = try makeBench()
        let world = try bench.daemon.makeWorld()
        #expect(try bench.content("PUT /tune/spacing/0.9?world=\(world)") == "Set spacing = 0.9\n")
        #expect(try bench.content("GET /tune/spacing?world=\(world)") == "0.9\n")
        #expect(try bench.content("GET /tune/spacing") == "0.5\n")
        #expect(try bench.content("GET /tune?world=\(world)").contains(#""spacing": 0.9"#))
        #expect(try bench.content("POST /tune?world=\(world)", body: "{}", status: 403).contains("the shared state"))
        #expect(try bench.content("GET /tune/edit-button-x") == "370\n")
        #expect(try bench.request("GET /tune?world=w-0000000000000000").status == 404)
        // A script has an empty variable.
        #expect(try bench.request("PUT /tune/spacing/0.7?world=").status == 404)
        #expect(try bench.content("GET /tune/spacing") != "0.7\n")
    }

    @Test(arguments: ["GET /tune", "GET /tune/a", "PUT /tune/a/1", "DELETE /tune/a", "GET /api/tweaks"])
    func `without a daemon, a request fails with the command to start one`(line: String) throws {
        let gateway = try GatewayProcess()
        let response = try gateway.request(line)
        #expect(response.status == 503)
        #expect(response.content.contains("start one with: tunerctl start"))
        #expect(try gateway.request("GET /health").content == "OK\n")
    }

    // MARK: Tweaks

    @Test func `the tweaks have types, values, defaults and limits`() throws {
        let bench = try TuneTestBench()
        #expect(try bench.content("GET /api/tweaks") == "[]\n")
        try bench.daemon.value(
            "tunables.declare",
            """
            {"key":"ui.radius","spec":{"type":"number","default":12,"minimum":0,"maximum":40,"step":0.5,
            "title":"Radius","unit":"pt"}}
            """
        )
        try bench.daemon.value("tunables.set", #"{"key":"ui.radius","value":18}"#)
        try bench.daemon.value("tunables.set", #"{"key":"free","value":"x"}"#)
        #expect(
            try bench.content("GET /api/tweaks") == """
                [
                  {"key":"free","type":"string","current":"x","origin":"local"},
                  {"key":"ui.radius","type":"number","current":18,"default":12,"min":0,"max":40,"step":0.5,"unit":"pt",\
                "title":"Radius","origin":"local"}
                ]

                """
        )
    }
}
