import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl mcp` as a process: its streams, its end, and a daemon that restarts.
@Suite(.blocking) struct MCPCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "wind=4")
    }

    private func worlds() throws -> String { try installation.run("worlds").output }

    @Test func `the end of the input ends the session and its world, after all responses`() throws {
        let client = try AgentClient(installation)
        #expect(try client.tool("tuner_set", ["values": ["wind": 9]]).hasPrefix("wind: 4 -> 9 (world)\n"))
        #expect(try worlds().contains("agent demo["))
        for _ in 0..<50 { try client.send("tools/call", ["name": "tuner_list", "arguments": [:]]) }
        client.program.endInput()
        let result = try client.program.wait()
        #expect(result.code == 0 && result.errors == "")
        #expect(result.output.split(separator: "\n").count == 52)
        #expect(try eventually { try worlds() == "" })
        #expect(try installation.run("get", "wind").output == "4\n")
    }

    @Test func `a killed session leaves nothing, but its proposal stays`() throws {
        let client = try AgentClient(installation)
        _ = try client.tool("tuner_set", ["values": ["wind": 9]])
        _ = try client.tool("tuner_propose", ["summary": "more wind"])
        _ = try client.tool("tuner_set", ["values": ["wind": 10]])
        try client.program.crash()
        #expect(try eventually { try worlds().split(separator: "\n").count == 1 })
        #expect(try installation.run("accept", "--list").output.contains("more wind"))
        #expect(try installation.run("get", "wind").output == "4\n")
        #expect(try installation.run("accept", "--yes").output == "wind: 4 -> 9 (local)\n")
        #expect(try worlds() == "")
    }

    @Test func `no command moves the session out of its world, so its changes stay private`() throws {
        let client = try AgentClient(installation)
        _ = try client.tool("tuner_set", ["values": ["wind": 9]])
        let pid = try #require(try worlds().split(separator: "agent demo[").last?.split(separator: "]").first)
        let moved = try installation.run("worlds", "move", String(pid))
        #expect(moved.code == 1 && moved.errors.contains("agent demo[\(pid)] stays in its world"), "\(moved.errors)")
        #expect(try client.tool("tuner_set", ["values": ["wind": 10]]).hasPrefix("wind: 9 -> 10 (world)\n"))
        _ = try client.tool("tuner_undo", ["all": true])
        #expect(try installation.run("get", "wind").output == "4\n")
    }

    @Test func `calls that are sent at once take effect in their order`() throws {
        let client = try AgentClient(installation)
        let ids = [
            try client.send("tools/call", ["name": "tuner_set", "arguments": ["values": ["wind": 9]]]),
            try client.send("tools/call", ["name": "tuner_diff"]),
            try client.send("tools/call", ["name": "tuner_propose", "arguments": ["summary": "wind"]]),
        ]
        for id in ids {
            let response = try JSON.parse(try client.program.line())
            let text = try response.written()
            #expect(response["id"] == id && text.contains("wind: 4 -> 9 (world)"), "\(text)")
        }
    }

    @Test func `an undo without a daemon keeps the change, which a later undo reverts`() throws {
        let client = try AgentClient(installation)
        _ = try client.tool("tuner_set", ["values": ["wind": 9]])
        _ = try installation.run("stop")
        #expect(try client.tool("tuner_undo").contains(installation.socket))
        _ = try installation.run("start")
        #expect(try eventually { try client.tool("tuner_get", ["keys": ["wind"]]) == "wind = 9 (world)" })
        #expect(try client.tool("tuner_undo") == "wind: 9 -> 4 (local)\nundone")
    }

    @Test func `a change after the response to a subscription has a notification`() throws {
        let client = try AgentClient(installation)
        for key in 0..<100 { _ = try client.request("resources/subscribe", ["uri": .string("tuner://key/k\(key)")]) }
        _ = try client.request("resources/subscribe", ["uri": "tuner://key/wind"])
        _ = try installation.run("set", "wind=5")
        _ = try client.program.output { $0.contains("notifications/resources/updated") }
        let bad = try client.request("resources/subscribe", ["uri": "tuner://key/a b"])
        #expect(bad["error"]?["code"] == -32_602)
        _ = try installation.run("set", "wind=6")
        _ = try client.program.output { $0.contains("notifications/resources/updated") }
    }

    @Test func `a signal ends the session`() throws {
        let client = try AgentClient(installation)
        _ = try client.tool("tuner_set", ["values": ["wind": 9]])
        try client.program.send(15)
        #expect(try client.program.wait().code == 143)
        #expect(try eventually { try worlds() == "" })
    }

    @Test func `after a restart of the daemon, the world of the session has its values again`() throws {
        let client = try AgentClient(installation)
        _ = try client.tool("tuner_set", ["values": ["wind": 9]])
        _ = try client.request("resources/subscribe", ["uri": "tuner://key/wind"])
        _ = try installation.run("stop")
        _ = try installation.run("start")
        #expect(try client.tool("tuner_get", ["keys": ["wind"]]) == "wind = 9 (world)")
        #expect(try client.tool("tuner_undo") == "wind: 9 -> 4 (local)\nundone")
        _ = try client.program.output { $0.contains("notifications/resources/updated") }
    }

    @Test func `without a daemon, a tool has the command that starts one`() throws {
        _ = try installation.run("stop")
        let client = try AgentClient(installation, "--timeout", "0.2")
        let text = try client.tool("tuner_list")
        #expect(text == "no daemon responds at \(installation.socket); a person starts one with: tunerctl start")
    }

    @Test func `bad input has errors on standard output, and the session continues`() throws {
        let client = try AgentClient(installation)
        try client.program.write("nonsense\n\n[]\n")
        #expect(try client.program.line().contains("-32700"))
        #expect(try client.program.line().contains("-32600"))
        #expect(try client.request("ping")["result"] == [:])
    }

    @Test func `an agent in a world of another program changes that world`() throws {
        let holder = try installation.start("worlds", "create", "w-0123456789abcdef")
        _ = try holder.line()
        let client = try AgentClient(installation, "--in-world", "w-0123456789abcdef")
        #expect(try client.tool("tuner_set", ["values": ["wind": 9]]).contains("wind: 4 -> 9 (world)"))
        #expect(try installation.run("worlds", "diff", "w-0123456789abcdef").output == "wind: 4 -> 9 (world)\n")
        try holder.crash()
        #expect(try eventually { try client.tool("tuner_get", ["keys": ["wind"]]).contains("world") })
        #expect(try installation.run("get", "wind").output == "4\n")
    }

    /// Starts a search whose command waits, and returns the process ID of that command.
    private func startSearch(_ client: AgentClient) throws -> (id: JSON, pid: Int32) {
        _ = try installation.run("declare", "size", "--type", "integer", "--min", "1", "--max", "9", "--default", "5")
        let command = "echo $$ > '\(installation.file("pid"))'; echo >> '\(installation.file("pid"))'; exec sleep 600"
        let arguments: JSON = ["keys": ["size"], "minimize": .string(command)]
        let id = try client.send("tools/call", ["name": "tuner_optimize", "arguments": arguments])
        try installation.expect("pid", toHold: "\n\n")
        let pid = Int32(try installation.text(of: "pid").split(separator: "\n").first ?? "")
        return (id, try #require(pid))
    }

    @Test func `a cancelled search ends with its commands, and has no response`() throws {
        let client = try AgentClient(installation, "--allow-commands")
        let (id, pid) = try startSearch(client)
        let cancel: JSON = [
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
        ]
        try client.program.write("\(try cancel.written())\n")
        #expect(try eventually { !Kernel.isProcess(pid) })
        #expect(try client.request("ping")["result"] == [:])
    }

    @Test func `the end of the input ends a search with its commands`() throws {
        let client = try AgentClient(installation, "--allow-commands")
        let (_, pid) = try startSearch(client)
        client.program.endInput()
        #expect(try client.program.wait().code == 0)
        #expect(try eventually { !Kernel.isProcess(pid) })
        #expect(try eventually { try worlds() == "" })
    }

    @Test(arguments: [
        ["--shared", "--read-only"], ["--for", "5m"], ["--shared", "--in-world", "w-0123456789abcdef"],
        ["--match", "a b"], ["extra"],
    ])
    func `options that exclude each other are refused`(options: [String]) throws {
        let result = try installation.start(["mcp"] + options).wait()
        #expect(result.code == 2 && result.output == "", "\(result.errors)")
    }
}
