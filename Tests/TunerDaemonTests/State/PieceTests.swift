import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of calls that come in several messages and make one commit.
@Suite(.blocking) struct PieceTests {
    /// Returns the result of a call, or its error, as text.
    private static func response(_ client: Client, _ method: String, _ params: JSON) throws -> String {
        let result: JSON
        do throws(ClientError) {
            result = try client.call(method, params)
        } catch {
            guard case .refused(let error) = error else { throw error }
            return "\(error.kind ?? ""): \(error.message)"
        }
        var writer = JSONWriter()
        try writer.value(result)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    private static let specs: [JSON] = [
        ["type": "integer", "default": 1, "maximum": 5], ["type": "string", "default": "x"],
        ["type": "number", "default": 0], ["type": "wrong"],
    ]

    private static func value(_ random: inout SeededGenerator) -> JSON {
        let values: [JSON] = [0, 1, 3, 5, 9, 2.5, "x", "y", true, [1, 2]]
        return values.randomElement(using: &random) ?? 0
    }

    @Test(arguments: Seeds.all)
    func `a call in several pieces has the result of one message`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let daemons = try (DaemonProcess(), DaemonProcess())
        let (whole, split) = try (daemons.0.client(), daemons.1.client())
        let methods = ["tunables.import", "tunables.setAll", "tunables.update", "layers.put"]
        for round in 0..<20 {
            let method = methods.randomElement(using: &random) ?? methods[0]
            var options = JSONObject()
            if method == "layers.put" { options["name"] = "layer" }
            if Bool.random(using: &random), method != "layers.put" { options["clamp"] = true }
            if Int.random(in: 0..<6, using: &random) == 0 { options["dryRun"] = true }
            var all = options
            var values: [(String, JSON)] = []
            var specs: [(String, JSON)] = []
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                values.append(("k\(Int.random(in: 0..<8, using: &random))", Self.value(&random)))
            }
            if method == "tunables.import" {
                for key in (0..<8).shuffled(using: &random).prefix(.random(in: 0..<4, using: &random)) {
                    let kind = Int.random(in: 0..<12, using: &random) == 0 ? 3 : key % 3
                    specs.append(("k\(key)", Self.specs[kind]))
                }
                all["specs"] = .object(JSONObject(specs))
            }
            all["values"] = .object(JSONObject(values))
            let expected = try Self.response(whole, method, .object(all))

            let count = Int.random(in: 1...4, using: &random)
            let cuts = (0..<count - 1).map { _ in Int.random(in: 0...values.count, using: &random) }.sorted()
            var response = ""
            for piece in 0..<count {
                let start = piece == 0 ? 0 : cuts[piece - 1]
                let end = piece == count - 1 ? values.count : cuts[piece]
                // The options of the last piece apply.
                var part = piece == count - 1 ? options : method == "layers.put" ? ["name": "layer"] : JSONObject()
                part["values"] = .object(JSONObject(Array(values[start..<end])))
                if method == "tunables.import" {
                    let own = specs.enumerated().filter { $0.offset * count / specs.count == piece }.map(\.element)
                    part["specs"] = .object(JSONObject(own))
                }
                part["piece"] = .integer(Int64(piece))
                if piece < count - 1 { part["more"] = true }
                response = try Self.response(split, method, .object(part))
                // A client stops at the first refused piece.
                guard piece < count - 1, response.hasPrefix("{") else { break }
                #expect(response.contains(#""staged":\#(piece + 1)"#))
            }
            #expect(response == expected, "seed \(seed), round \(round): \(method)")
            let exports = try [whole, split].map { try $0.call("tunables.export") }
            #expect(exports[0] == exports[1], "seed \(seed), round \(round): \(method)")
            guard round == 19 else { continue }
            let undone = try [whole, split].map { try Self.response($0, "tunables.undo", [:]) }
            #expect(undone[0] == undone[1], "seed \(seed)")
        }
    }

    @Test func `a call in pieces is stored with the last piece, and undo reverts all pieces`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "z", "value": 1])
        try client.call("tunables.setAll", ["values": ["a": 1], "piece": 0, "more": true])
        try client.call("tunables.setAll", ["values": ["b": 2], "piece": 1, "more": true])
        #expect(try client.call("tunables.export")["values"] == ["z": 1])
        // Other calls may come between the pieces.
        try client.call("tunables.set", ["key": "y", "value": 1])
        let result = try client.call("tunables.setAll", ["values": ["c": 3], "piece": 2])
        #expect(result["revision"] == 3)
        #expect(result["changes"]?.elements.count == 5)
        #expect(try client.call("tunables.export")["values"] == ["a": 1, "b": 2, "c": 3])
        try client.call("tunables.undo")
        #expect(try client.call("tunables.export")["values"] == ["y": 1, "z": 1])
    }

    @Test func `a piece out of order is refused and drops the earlier pieces`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let first: JSON = ["values": ["a": 1], "piece": 0, "more": true]
        let wrong: [(String, JSON)] = [
            ("tunables.update", ["values": ["b": 2], "piece": 2]),
            ("tunables.update", ["values": ["b": 2], "piece": -1, "more": true]),
            ("tunables.setAll", ["values": ["b": 2], "piece": 1]),
            ("layers.put", ["name": "l", "values": ["b": 2], "piece": 1]),
        ]
        for (method, params) in wrong {
            try client.call("tunables.update", first)
            #expect(try client.refusal(of: method, params)?.kind == "invalidParams", "\(params)")
            let next: JSON = ["values": ["b": 2], "piece": 1]
            #expect(try client.refusal(of: "tunables.update", next)?.kind == "invalidParams")
        }
        #expect(try client.refusal(of: "tunables.update", ["values": ["b": 2], "more": true])?.kind == "invalidParams")
        // The pieces of another connection are separate.
        try client.call("tunables.update", first)
        let other = try daemon.client()
        #expect(try other.refusal(of: "tunables.update", ["values": ["b": 2], "piece": 1])?.kind == "invalidParams")
        // A piece with a fault can be sent again.
        #expect(try client.refusal(of: "tunables.update", ["values": ["b b": 2], "piece": 1])?.kind == "invalidParams")
        try client.call("tunables.update", ["values": ["b": 2], "piece": 1])
        #expect(try client.call("tunables.export")["values"] == ["a": 1, "b": 2])
        #expect(try client.call("server.info")["revision"] == 1)
    }

    @Test func `staged pieces share one size limit and are dropped with their connection`() throws {
        let daemon = try DaemonProcess("--max-staged-bytes 65536")
        let client = try daemon.client()
        let text = JSON.string(String(repeating: "x", count: 40_000))
        var first: Client? = try daemon.client()
        try first?.call("tunables.update", ["values": ["a": text], "piece": 0, "more": true])
        let piece: JSON = ["values": ["b": text], "piece": 0, "more": true]
        let refusal = try client.refusal(of: "tunables.update", piece)
        #expect(refusal?.kind == "tooLarge")
        #expect(refusal?.message.contains("--max-staged-bytes") == true)
        first = nil
        #expect(try eventually { try client.refusal(of: "tunables.update", piece) == nil })
        try client.call("tunables.update", ["values": ["c": 1], "piece": 1])
        #expect(try client.value(of: "b") == text)
        #expect(try client.value(of: "a") == nil)
    }
}
