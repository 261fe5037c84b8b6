import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the WebSocket at `/rpc` with the real programs.
@Suite(.blocking) struct RPCSocketTests {
    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        let directory = try TemporaryDirectory()
        daemon = try RunningDaemon(in: directory)
        gateway = try GatewayProcess(in: directory)
    }

    private static func ping(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# }
    private static func pong(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":"pong"}"# }

    private static func set(_ key: String, _ value: String, id: Int? = nil) -> String {
        let id = id.map { #""id":\#($0),"# } ?? ""
        return #"{"jsonrpc":"2.0",\#(id)"method":"tunables.set","params":{"key":"\#(key)","value":\#(value)}}"#
    }

    private func value(_ key: String) throws -> JSON {
        try daemon.value("tunables.getAll")["values"]?[key] ?? .null
    }

    private var connections: JSON { get throws { try daemon.value("server.info")["connections"] ?? .null } }

    /// The memory of the gateway in KiB.
    private func residentMemory() throws -> Int {
        let path = "/proc/\(gateway.program.processID)/status"
        let status = String(decoding: try KernelFileSystem().open(path, .read).readWhole(), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    // MARK: Messages

    @Test func `messages and responses are carried byte for byte, and notifications arrive`() throws {
        let client = try WebSocketClient(gateway)
        try client.send("\r\n" + #"{ "id" : 1.50e0, "jsonrpc":"2.0","# + "\n\t" + #""method":"pi\u006eg"}"# + " \n")
        #expect(client.nextText() == #"{"jsonrpc":"2.0","id":1.50e0,"result":"pong"}"#)
        try client.send(#"{"jsonrpc":"2.0","id":"é","method":"tunables.subscribe","params":{"match":"a.*"}}"#)
        #expect(client.nextText()?.hasPrefix(#"{"jsonrpc":"2.0","id":"é","result":{"subscription":"#) == true)
        try daemon.value("tunables.set", #"{"key":"a.b","value":"ü"}"#)
        let change = try #require(client.nextText())
        #expect(change.hasPrefix(#"{"jsonrpc":"2.0","method":"tunables.changed","params":"#))
        #expect(change.contains(#""value":"ü""#))
    }

    @Test func `empty messages are ignored`() throws {
        let client = try WebSocketClient(gateway)
        for text in ["", " ", "\n", "\r\n \t\n", Self.ping(1)] { try client.send(text) }
        #expect(client.nextText() == Self.pong(1))
    }

    @Test(arguments: [
        #"{"a":"#, "[", #""text"#, "{} {}", "Content-Length: 5\r\n\r\n12345", "{\"a\":\"line\nbreak\"}", "\u{0}", "x",
    ])
    func `a message that is not JSON has one error, and later messages their responses`(text: String) throws {
        let client = try WebSocketClient(gateway)
        // The second time, the connection has had messages before.
        for id in 1...2 {
            try client.send(text)
            try client.send(Self.ping(id))
            let error = try #require(client.nextText())
            #expect(error.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
            #expect(client.nextText() == Self.pong(id))
        }
    }

    @Test func `10,000 pipelined messages have their responses in order`() throws {
        let client = try WebSocketClient(gateway)
        var frames: [UInt8] = []
        for id in 0..<10_000 { frames += WebSocketClient.frame(1, Array(Self.ping(id).utf8)) }
        try client.write(frames)
        var wrong = 0
        for id in 0..<10_000 where client.nextText() != Self.pong(id) { wrong += 1 }
        #expect(wrong == 0)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `messages in random fragments and writes are carried whole`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let client = try WebSocketClient(gateway)
        var stream: [UInt8] = []
        for id in 0..<200 {
            let text = String(repeating: "é😀x", count: Int.random(in: 0..<60, using: &random))
            let message = #"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":{"payload":"\#(text)"}}"#
            var rest = Array(message.utf8)[...]
            var opcode: UInt8 = 1
            while rest.count > 1, Bool.random(using: &random) {
                let count = Int.random(in: 0..<rest.count, using: &random)
                stream += WebSocketClient.frame(opcode, Array(rest.prefix(count)), isFinal: false)
                rest = rest.dropFirst(count)
                opcode = 0
                if Bool.random(using: &random) { stream += WebSocketClient.frame(9, [7]) }
            }
            stream += WebSocketClient.frame(opcode, Array(rest))
        }
        var rest = stream[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(rest.count, 3_000), using: &random)
            try client.write(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        for id in 0..<200 {
            let text = try #require(client.nextText())
            #expect(text.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":"#))
        }
    }

    @Test func `a long response arrives in fragments, and a shorter one in one frame`() throws {
        let text = String(repeating: "0123456789abcdef", count: 2_000)
        for index in 0..<60 {
            try daemon.value("tunables.set", #"{"key":"long.k\#(index)","value":"\#(text)"}"#)
        }
        let client = try WebSocketClient(gateway)
        try client.send(#"{"jsonrpc":"2.0","id":1,"method":"tunables.getAll"}"#)
        try client.send(#"{"jsonrpc":"2.0","id":2,"method":"tunables.get","params":{"key":"long.k1"}}"#)
        guard case .text(let all, let frames) = client.next() else {
            Issue.record("there is no response")
            return
        }
        #expect(frames > 1)
        let values = try JSON.parse(all)["result"]?["values"]
        #expect(values?["long.k0"] == .string(text))
        #expect(values?["long.k59"] == .string(text))
        guard case .text(_, 1) = client.next() else {
            Issue.record("the shorter response is not one frame")
            return
        }
    }

    // MARK: Wrong frames

    @Test func `a binary message closes the connection with 1003`() throws {
        let client = try WebSocketClient(gateway)
        try client.write(WebSocketClient.frame(2, Array(Self.ping(1).utf8)))
        #expect(client.next() == .close(1_003, "A message is JSON in a text frame, not in a binary frame."))
        #expect(try eventually { try connections == 1 })
    }

    @Test func `frames that break the protocol close the connection, and the one to the daemon`() throws {
        let unmasked: [UInt8] = [0x81, 2, 0x7B, 0x7D]
        let tooLong: [UInt8] = [0x81, 0xFF, 0, 0, 0, 0, 0, 0x20, 0, 0, 1, 2, 3, 4]
        let notUTF8 = WebSocketClient.frame(1, [0xFF])
        for (bytes, code) in [(unmasked, 1_002), (tooLong, 1_009), (notUTF8, 1_007)] as [([UInt8], UInt16)] {
            let client = try WebSocketClient(gateway)
            try client.write(bytes)
            guard case .close(code, _) = client.next() else {
                Issue.record("the connection is not closed with \(code)")
                return
            }
        }
        #expect(try eventually { try connections == 1 })
    }

    @Test func `a request without an upgrade gets the status 426`() throws {
        let response = try gateway.request("GET /rpc")
        #expect(response.status == 426)
        #expect(response.field("Upgrade") == "websocket")
    }

    // MARK: Worlds

    @Test func `a connection with a world acts in that world until its own hello`() throws {
        let world = try daemon.makeWorld()
        let client = try WebSocketClient(gateway, "/rpc?world=\(world)")
        try client.send(Self.set("a.b", "1", id: 1))
        #expect(client.nextText()?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#) == true)
        let other = try WebSocketClient(gateway)
        let get = #"{"jsonrpc":"2.0","id":2,"method":"tunables.get","params":{"key":"a.b","default":0}}"#
        try other.send(get)
        #expect(other.nextText()?.contains(#""value":0"#) == true)
        try client.send(get)
        #expect(client.nextText()?.contains(#""value":1"#) == true)
        try client.send(#"{"jsonrpc":"2.0","id":3,"method":"session.hello","params":{"client":"page"}}"#)
        #expect(client.nextText()?.contains(#""server":"tunerd""#) == true)
        try client.send(get)
        #expect(client.nextText()?.contains(#""value":0"#) == true)
    }

    @Test func `an unknown world closes with 1008 and the message of the daemon, and executes nothing`() throws {
        let client = try WebSocketClient(gateway, "/rpc?world=w-0123456789abcdef")
        try client.send(Self.set("a.b", "1", id: 1))
        guard case .close(1_008, let reason) = client.next() else {
            Issue.record("the connection is not closed with 1008")
            return
        }
        #expect(reason.contains("w-0123456789abcdef"))
        #expect(try value("a.b") == .null)
        #expect(try gateway.request("GET /rpc?world=%zz", WebSocketClient.handshake).status == 400)
    }

    @Test func `the world of the gateway's environment is not that of its clients`() throws {
        let world = try daemon.makeWorld()
        try daemon.value("tunables.set", #"{"key":"a.b","value":5}"#)
        let other = try GatewayProcess(
            "--port 0 --token-file '\(gateway.directory.file("other"))'",
            variables: "TUNER_WORLD=\(world)",
            in: gateway.directory
        )
        let client = try WebSocketClient(other)
        let get = #"{"jsonrpc":"2.0","id":2,"method":"tunables.get","params":{"key":"a.b","default":0}}"#
        try client.send(get)
        #expect(client.nextText()?.contains(#""value":0"#) == true)
        #expect(
            try other.request("POST /rpc", ["Content-Length: \(get.utf8.count)"], body: get).contains(#""value":0"#)
        )
    }

    // MARK: The end

    @Test func `without a daemon the connection closes with 1013 and the command to start one`() throws {
        let gateway = try GatewayProcess()
        let socket = gateway.directory.file("tuner/tunerd.sock")
        let client = try WebSocketClient(gateway)
        let sentence = "no daemon responds at \(socket); start one with: tunerctl start"
        guard case .close(1_013, let reason) = client.next() else {
            Issue.record("the connection is not closed with 1013")
            return
        }
        #expect(reason.utf8.count <= 123)
        #expect(reason == sentence || reason.contains("…") && reason.hasSuffix("start one with: tunerctl start"))
        let daemon = try RunningDaemon(in: gateway.directory)
        let second = try WebSocketClient(gateway)
        try second.send(Self.ping(1))
        #expect(second.nextText() == Self.pong(1))
        withExtendedLifetime(daemon) {}
    }

    @Test func `a daemon with too many connections is a reason to try again later`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon("--max-connections-per-user", "2", in: directory)
        let gateway = try GatewayProcess(in: directory)
        let first = try WebSocketClient(gateway)
        try first.send(Self.ping(1))
        #expect(first.nextText() == Self.pong(1))
        guard case .close(1_013, let reason) = try WebSocketClient(gateway).next() else {
            Issue.record("the connection is not closed with 1013")
            return
        }
        #expect(reason.contains("connections"))
        let ping = Self.ping(1)
        let post = try gateway.request("POST /rpc", ["Content-Length: \(ping.utf8.count)"], body: ping)
        #expect(post.status == 503)
        #expect(post.field("Retry-After") == "1")
        #expect(try JSON.parse(post.content)["error"]?["data"]?["kind"] == "tooLarge")
        withExtendedLifetime(daemon) {}
    }

    @Test func `a killed daemon closes every connection with 1012, and a new one serves new ones`() throws {
        let clients = try (0..<20).map { _ in try WebSocketClient(gateway) }
        for (index, client) in clients.enumerated() {
            try client.send(#"{"jsonrpc":"2.0","id":1,"method":"tunables.subscribe"}"#)
            #expect(client.nextText() != nil)
            for id in 0..<index * 50 { try client.send(Self.ping(id)) }
        }
        try daemon.program.crash()
        for (index, client) in clients.enumerated() {
            var event = client.next()
            var count = 0
            while case .text = event {
                count += 1
                event = client.next()
            }
            #expect(count <= index * 50)
            guard case .close(1_012, let reason) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(reason.hasSuffix("start one with: tunerctl start"))
        }
        let second = try RunningDaemon(in: gateway.directory)
        let client = try WebSocketClient(gateway)
        try client.send(Self.ping(1))
        #expect(client.nextText() == Self.pong(1))
        withExtendedLifetime(second) {}
    }

    @Test func `the daemon executes what a client has sent before it ended its connection`() throws {
        let client = try WebSocketClient(gateway)
        var frames: [UInt8] = []
        for number in 1...2_000 {
            frames += WebSocketClient.frame(1, Array(Self.set("count", "\(number)", id: number).utf8))
        }
        try client.write(frames + WebSocketClient.frame(8, [0x03, 0xE8]))
        #expect(try eventually { try value("count") == 2_000 })
        #expect(try eventually { try connections == 1 })
    }

    @Test func `a subscription ends with the connection of its client`() throws {
        let client = try WebSocketClient(gateway)
        try client.send(#"{"jsonrpc":"2.0","id":1,"method":"tunables.subscribe"}"#)
        #expect(client.nextText() != nil)
        #expect(try connections == 2)
        try client.cut()
        #expect(try eventually { try connections == 1 })
    }

    // MARK: Slow sides

    @Test func `a stalled reader costs the others nothing, and the memory of the gateway is bounded`() throws {
        let stalled = try WebSocketClient(gateway)
        try stalled.send(#"{"jsonrpc":"2.0","id":1,"method":"tunables.subscribe","params":{"match":"fast"}}"#)
        #expect(stalled.nextText() != nil)
        let before = try residentMemory()
        let writer = try WebSocketClient(gateway)
        let other = try WebSocketClient(gateway)
        // Together more than the buffers of the kernel, the gateway and the daemon hold.
        let (batches, changes) = (10, 100)
        let filler = String(repeating: "x", count: 8_000)
        for batch in 0..<batches {
            var requests = (0..<changes).map { Self.set("fast", #""\#(batch * changes + $0) \#(filler)""#) }
            requests.append(Self.ping(batch))
            try writer.send("[" + requests.joined(separator: ",") + "]")
            try other.send(Self.ping(batch))
            #expect(writer.nextText() == "[\(Self.pong(batch))]")
            #expect(other.nextText() == Self.pong(batch))
        }
        #expect(try residentMemory() - before < 8 << 10 || Demands.areSanitized)
        var last: JSON?
        var messages = 0
        while last != .string("\(batches * changes - 1) \(filler)") {
            guard case .text(let text, _) = stalled.next() else { break }
            messages += 1
            guard case .array(let changes)? = try JSON.parse(text)["params"]?["changes"] else { break }
            last = changes.last?["value"]
        }
        #expect(last == .string("\(batches * changes - 1) \(filler)"))
        #expect(messages < batches * changes, "the daemon has merged the changes that the reader had no room for")
    }

    @Test func `while the daemon reads nothing, the client has to wait and the memory is bounded`() throws {
        let client = try WebSocketClient(gateway)
        try client.send(Self.ping(0))
        #expect(client.nextText() == Self.pong(0))
        try daemon.program.send(SIGSTOP)
        let before = try residentMemory()
        let text = String(repeating: "x", count: 8_000)
        let message = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"payload":"\#(text)"}}"#
        let frame = WebSocketClient.frame(1, Array(message.utf8))
        // The kernel's buffers hold a few megabytes; after them, the gateway reads no more.
        var written = 0
        var isFull = false
        while !isFull, written < 64 << 20 {
            let count = try client.writeSome(Array(frame.dropFirst(written % frame.count)))
            written += count
            isFull = try count == 0 && !eventually(within: .milliseconds(300)) { try client.isWritable() }
        }
        #expect(isFull)
        #expect(try residentMemory() - before < 16 << 10 || Demands.areSanitized)
        try daemon.program.send(SIGCONT)
        let rest = written % frame.count
        if rest > 0 { try client.write(Array(frame.dropFirst(rest))) }
        var wrong = 0
        for _ in 0..<(written + frame.count - 1) / frame.count where client.nextText()?.utf8.count ?? 0 < 8_000 {
            wrong += 1
        }
        #expect(wrong == 0)
    }
}
