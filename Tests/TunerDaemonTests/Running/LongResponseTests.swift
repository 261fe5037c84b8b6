import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of very long responses from the real daemon.
///
/// `TUNER_KEYS` sets the number of keys in a response that is sent while other clients are served.
@Suite(.blocking) struct LongResponseTests {
    private static let keys = Kernel.environment("TUNER_KEYS").flatMap { Int($0) } ?? 40_000
    private static let everything = request("tunables.getAll", 1)

    /// Reads one response.
    private static func line(_ wire: TestPeer) throws -> JSON {
        try JSON.parse(wire.read(within: .seconds(60)) { $0.hasSuffix("\n") })
    }

    private static func values(_ response: JSON?) -> [(name: String, value: JSON)] {
        guard case .object(let values)? = response?["values"] else { return [] }
        return values.members.map { ($0.name, $0.value) }
    }

    @Test func `the daemon serves others during long responses, and unread ones use little memory`()
        throws
    {
        let state = try LargeState(keys: Self.keys, bytes: 20)
        let daemon = state.daemon
        let client = try daemon.client()
        try client.call("ping")
        let wire = try daemon.wire()
        try wire.write(Self.everything)
        var bytes = 0
        var hasEnded = false
        while !hasEnded {
            try client.call("ping")
            let text = wire.read()
            bytes += text.utf8.count
            hasEnded = text.hasSuffix("\n")
        }
        #expect(bytes > state.keys.count * 40)
        #if os(Linux)
        let before = try daemon.residentBytes
        let wires = try (0..<10).map { _ in try daemon.wire() }
        for wire in wires { try wire.write(Self.everything) }
        // Each ping takes a turn, in which all ten responses can continue.
        for _ in 0..<400 { try client.call("ping") }
        let taken = try daemon.residentBytes - before
        #expect(taken < 10 << 20 || Demands.areSanitized, "\(taken) bytes for ten responses of \(bytes)")
        for wire in wires.prefix(2) {
            #expect(Self.values(try Self.line(wire)["result"]).map(\.name) == state.keys)
        }
        for wire in wires { wire.close() }
        #endif
        #expect(try client.call("ping") == "pong")
    }

    @Test func `a description with large layers is sent in chunks, highest layer first`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let names = (0..<20).map { "layer\($0)" }
        for name in names {
            let value = JSON.string(name + String(repeating: "x", count: 1_000_000))
            try client.call("layers.put", ["name": .string(name), "values": ["big": value]])
        }
        try client.call("layers.activate", ["names": .array(names.map(JSON.string))])
        let wire = try daemon.wire()
        #if os(Linux)
        let before = try daemon.residentBytes
        #endif
        try wire.write(request("tunables.describe", 1, #"{"key":"big"}"#))
        for _ in 0..<100 { try client.call("ping") }
        #if os(Linux)
        let taken = try daemon.residentBytes - before
        #expect(taken < 10 << 20 || Demands.areSanitized, "\(taken) bytes")
        #endif
        let candidates = try #require(try Self.line(wire)["result"]?["layers"]?.elements)
        #expect(candidates.map { $0["origin"] } == names.map { .string("layer:\($0)") })
        #expect(candidates.first?["wins"] == true)
        wire.close()
    }

    @Test func `a long response shows one revision despite concurrent writes`() throws {
        let state = try LargeState(keys: 6_000, bytes: 100)
        let daemon = state.daemon
        let (wires, writer) = (try (0..<4).map { _ in try daemon.wire() }, try daemon.client())
        var begun: [(revision: Int64?, text: String)] = []
        for (number, wire) in wires.enumerated() {
            let value = JSON.string("\(number)" + String(repeating: "w", count: 100))
            var all = JSONObject()
            for key in state.keys { all[key] = value }
            let revision = try writer.call("tunables.update", ["values": .object(all)])["revision"]?.integer
            try wire.write(Self.everything)
            // Once the response has begun, the daemon writes until the socket buffers are full.
            begun.append((revision, wire.read(within: .seconds(60)) { !$0.isEmpty }))
            try writer.call("tunables.set", ["key": .string(state.keys[state.keys.count - 1]), "value": "newer"])
            try writer.call("tunables.forget", ["key": .string(state.keys[state.keys.count - 2])])
        }
        for (number, wire) in wires.enumerated() {
            let text = begun[number].text + wire.read(within: .seconds(60)) { $0.hasSuffix("\n") }
            let result = try JSON.parse(text)["result"]
            let values = Self.values(result)
            #expect(result["revision"]?.integer == begun[number].revision)
            #expect(values.map(\.name) == state.keys)
            #expect(values.allSatisfy { $0.value.string?.hasPrefix("\(number)w") == true })
        }
    }

    @Test func `a long response shows earlier writes and delays later writes of its connection`() throws {
        let state = try LargeState(keys: 8_000, bytes: 100)
        let daemon = state.daemon
        let (wire, other) = (try daemon.wire(), try daemon.client())
        try wire.write(
            request("tunables.set", 1, #"{"key":"zz","value":1}"#) + request("tunables.getAll", 2)
                + request("tunables.set", 3, #"{"key":"zz","value":2}"#)
        )
        while try other.value(of: "zz") == nil {}
        for _ in 0..<100 { #expect(try other.value(of: "zz") == 1) }
        let lines = wire.read(within: .seconds(60)) { $0.contains(#""id":3"#) && $0.hasSuffix("\n") }
            .split(separator: "\n").map { String($0) }
        #expect(lines.count == 3)
        let all = Self.values(try JSON.parse(lines[1])["result"])
        #expect(all.map(\.name) == state.keys + ["zz"])
        #expect(all.last?.value == 1)
        #expect(try other.value(of: "zz") == 2)
    }

    @Test func `a framed batch of long responses contains the results of single requests`() throws {
        let state = try LargeState(keys: 4_000, bytes: 60)
        let daemon = state.daemon
        let client = try daemon.client()
        try client.call("tunables.declare", ["key": "ui.scale", "spec": ["type": "number", "default": 1]])
        var layer = JSONObject()
        for number in 0..<3_000 { layer["l.k\(number)"] = .string(String(repeating: "x", count: 50)) }
        try client.call("layers.put", ["name": "big", "values": .object(layer)])
        let calls: [(method: String, params: String)] = [
            ("tunables.getAll", "{}"), ("ping", "{}"), ("tunables.list", "{}"), ("tunables.export", "{}"),
            ("tunables.schema", "{}"), ("tunables.get", #"{"key":"nowhere"}"#),
            ("tunables.list", #"{"search":"K1000"}"#), ("tunables.getAll", #"{"match":"*9","limit":300}"#),
            ("tunables.list", #"{"search":"nowhere"}"#), ("ping", "{}"),
        ]
        let requests = calls.enumerated().map { request($1.method, $0, $1.params) }
        let batch = "[\((requests + [request("layers.get", 99, #"{"name":"big"}"#)]).joined(separator: ","))]"
        let wire = try daemon.wire()
        try wire.write("Content-Length: \(batch.utf8.count)\r\n\r\n\(batch)")
        try wire.shutdownWriting()
        let text = wire.readToEnd(within: .seconds(60))
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        #expect(parts.first == "Content-Length: \(parts.last?.utf8.count ?? 0)")
        let responses = try JSON.parse(String(parts.last ?? "")).elements
        #expect(responses.count == calls.count + 1)
        for (response, (method, params)) in zip(responses, calls) where method != "tunables.get" {
            #expect(try response["result"] == client.call(method, try JSON.parse(params)), "\(method) \(params)")
        }
        #expect(responses[5]["error"]["data"]["kind"] == "unknownKey")
        #expect(Self.values(responses[0]["result"]).map(\.name) == state.keys + ["ui.scale"])
        #expect(responses[2]["result"]["tunables"]?.elements.count == 4_001)
        #expect(Self.values(responses[3]["result"]).count == 4_000)
        #expect(responses[6]["result"]["tunables"]?.elements.count == 1_000)
        #expect(responses[7]["result"]["more"] == true)
        #expect(responses[8]["result"]["tunables"]?.elements.isEmpty == true)
        #expect(Set(Self.values(responses[10]["result"]).map(\.name)) == Set(layer.members.map(\.name)))
    }

    @Test func `consecutive pages contain every key once`() throws {
        let state = try LargeState(keys: 3_000, bytes: 5)
        let daemon = state.daemon
        let client = try daemon.client()
        for (method, search) in [("tunables.getAll", nil), ("tunables.list", "k1000")] as [(String, JSON?)] {
            var keys: [String] = []
            var pages = 0
            var isMore = true
            while isMore, pages < 100 {
                var params: JSONObject = ["limit": 700]
                params["search"] = search
                params["after"] = keys.last.map { .string($0) }
                let page = try client.call(method, .object(params))
                keys += page["tunables"]?.elements.compactMap { $0["key"]?.string } ?? Self.values(page).map(\.name)
                isMore = page["more"] == true
                pages += 1
            }
            #expect(keys == state.keys.filter { search == nil || $0.contains("k1000") })
            #expect(pages == (search == nil ? 5 : 2))
        }
    }

    @Test(arguments: [0, 1 << 10, 1 << 20]) func `the daemon frees the long response of a client that disconnects`(
        read: Int
    ) throws {
        let state = try LargeState(keys: 10_000, bytes: 200)
        let daemon = state.daemon
        let client = try daemon.client()
        let wires = try (0..<5).map { _ in try daemon.wire() }
        for (number, wire) in wires.enumerated() {
            let framed = "Content-Length: \(Self.everything.utf8.count)\r\n\r\n" + Self.everything
            try wire.write(number % 2 == 0 ? Self.everything : framed)
            var bytes = 0
            while bytes < read {
                bytes += wire.read(within: .seconds(60)) { $0.utf8.count >= min(1 << 10, read) }.utf8.count
            }
        }
        for wire in wires { wire.close() }
        #expect(try eventually { try client.call("server.info")["connections"] == 1 })
        #expect(try Self.values(client.call("tunables.getAll")).count == 10_000)
    }
}

#if os(Linux)
extension DaemonProcess {
    /// The resident memory of the daemon in bytes.
    fileprivate var residentBytes: Int {
        get throws {
            let path = "/proc/\(program.processID)/statm"
            let text = String(
                decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(),
                as: UTF8.self
            )
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
        }
    }
}
#endif
