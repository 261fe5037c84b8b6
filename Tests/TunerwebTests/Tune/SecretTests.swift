import BlockingTests
import ConsoleCore
import JSONCore
import TestSupport
import Testing
import WebTestSupport

/// Tests that the gateway shows the value of a secret key only to those who ask for this key.
@Suite(.blocking) struct SecretTests {
    private static let first = "hunter2-first"
    private static let second = "hunter2-second"
    private let bench: TuneTestBench

    init() throws {
        bench = try TuneTestBench("--port 0 --export '*'")
        try bench.daemon.value(
            "tunables.declare",
            """
            {"specs":{"api.token":{"type":"string","default":"none","x-secret":true},
                      "api.pin":{"type":"integer","default":4711,"x-secret":true},
                      "api.size":{"type":"integer","default":12}}}
            """
        )
        try bench.daemon.value("tunables.set", #"{"key":"api.token","value":"\#(Self.first)"}"#)
    }

    private func expectHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("hunter2") && !text.contains("4711"), "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `documents, lists and metrics leave secret values out, and one key has its value`() throws {
        let document = try bench.content("GET /tune")
        expectHidden(document)
        #expect(try JSON.parse(document) == ["api.size": 12])
        let tweaks = try bench.content("GET /api/tweaks")
        expectHidden(tweaks)
        #expect(tweaks.contains("api.token"))
        let metrics = try bench.content("GET /metrics")
        expectHidden(metrics)
        #expect(metrics.contains(#"tuner_value{key="api.size"} 12"#))
        #expect(try bench.content("GET /tune/api.token") == "\"\(Self.first)\"\n")
        #expect(try bench.content("GET /tune/api.pin") == "4711\n")
    }

    @Test func `a document that was read can be sent back, and changes no secret value`() throws {
        _ = try bench.content("POST /tune", body: bench.content("GET /tune"))
        #expect(try bench.daemon.value("tunables.get", #"{"key":"api.token"}"#)["value"]?.text == Self.first)
    }

    @Test func `a document has a key that is not secret any more`() throws {
        let spec = #"{"key":"api.token","spec":{"type":"string"},"replace":true}"#
        try bench.daemon.value("tunables.declare", spec)
        let document = try bench.content("GET /tune")
        #expect(document.contains(Self.first))
        _ = try bench.content("POST /tune", body: document)
        #expect(try bench.daemon.value("tunables.get", #"{"key":"api.token"}"#)["value"]?.text == Self.first)
    }

    @Test func `a stream has neither the values nor the changes of secret keys`() throws {
        let reader = try EventReader(bench.gateway, "/events", [], step: 64 << 10)
        let values = try #require(reader.next())
        expectHidden("\(values)")
        #expect("\(values)".contains("api.size"))
        try bench.daemon.value("tunables.set", #"{"key":"api.token","value":"\#(Self.second)"}"#)
        try bench.daemon.value("tunables.set", #"{"key":"api.size","value":13}"#)
        var text = ""
        while !text.contains("api.size"), let event = reader.next() { text += "\(event)" }
        #expect(text.contains("api.size"))
        expectHidden(text)
    }

    @Test func `responses to writes do not repeat a secret value`() throws {
        let set = try bench.content("PUT /tune/api.token/\(Self.second)")
        #expect(set == "Set api.token = (secret)\n")
        #expect(try bench.daemon.value("tunables.get", #"{"key":"api.token"}"#)["value"]?.text == Self.second)
        expectHidden(try bench.content("DELETE /tune/api.token"))
        expectHidden(try bench.request("PUT /tune/api.pin", body: "\"hunter2\""))
    }

    @Test func `the terminal shows no secret value`() throws {
        let terminal = try #require(try TerminalClient(bench.gateway))
        let lines = [
            "get api.token", "list", "describe api.token", "history", "last", "schema", "watch api.*",
            "set api.token \(Self.second)", "reset api.token", "set api.pin \(Self.second)", "undo",
            "wait api.pin", "wait api.pin \(Self.second)",
        ]
        for line in lines { try terminal.send("\(line)\n") }
        try terminal.send("set api.size 99\n")
        let text = try #require(terminal.output(to: "12 -> 99"))
        #expect(text.contains("api.token"))
        #expect(text.contains("(secret)"))
        for line in text.split(separator: "\n") { expectHidden(String(line)) }
    }
}
