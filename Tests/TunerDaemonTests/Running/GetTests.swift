import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerAPI

/// Tests that the fast handler of `tunables.get` and the general handler send equal responses.
@Suite(.blocking) struct GetTests {
    private static let long = Duration.seconds(60)

    @Test func `the fast and the general handler of get return equal results`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        func call(_ method: String, _ params: JSON) throws { _ = try client.call(method, params, within: Self.long) }
        try call("tunables.set", ["key": "local", "value": 1.0])
        try call("tunables.set", ["key": "text", "value": "a\u{1}\"ü"])
        try call("tunables.set", ["key": "list", "value": [1, ["b": nil]]])
        try call(
            "tunables.declare",
            ["key": "declared", "spec": ["type": "integer", "default": -9_007_199_254_740_993]]
        )
        try call("layers.put", ["name": "lay\u{2E}er", "values": ["layered": false, "local": 2]])
        try call("layers.activate", ["names": ["lay.er"]])
        for key in ["local", "text", "list", "declared", "layered"] {
            let short = try client.call("tunables.get", ["key": .string(key)], within: Self.long)
            let long = try client.call("tunables.get", [.string(key)], within: Self.long)
            let ignored = try client.call("tunables.get", ["key": .string(key), "x-a": 1], within: Self.long)
            #expect(short == long)
            #expect(short == ignored)
        }
    }

    @Test func `pipelined requests in a large state have the responses of single ones`() throws {
        let state = try LargeState(keys: 9_000, bytes: 8)
        let client = try state.daemon.client()
        for number in 0..<200 {
            let key = JSON.string(state.keys[number * 45])
            try client.call("tunables.set", ["key": key, "value": .string("v\(number)")])
        }
        let wire = try state.daemon.wire()
        // Some lines have another layout than the lines before.
        let chosen = (0..<200).map { number in (number, number * 77 % 200) }
        let lines = chosen.map { (id, number) in
            switch id % 23 {
            case 20: request("tunables.set", id, #"{"key":"other","value":\#(id)}"#)
            case 21: request("tunables.get", id, #"{"key":"missing"}"#)
            case 22: request("ping", id)
            default: request("tunables.get", id, #"{"key":"\#(state.keys[number * 45])"}"#)
            }
        }
        try wire.write(lines.joined())
        let received = wire.read { $0.count { $0 == "\n" } == 200 }.split(separator: "\n")
        let responses = try received.map { try JSON.parse(String($0)) }
        #expect(responses.map { $0["id"]?.integer } == chosen.map { Int64($0.0) })
        for (response, (id, number)) in zip(responses, chosen) {
            switch id % 23 {
            case 20: #expect(response["result"]["changed"] == true)
            case 21: #expect(response["error"]["data"]["kind"] == "unknownKey")
            case 22: #expect(response["result"] == "pong")
            default: #expect(response["result"]["value"]?.string == "v\(number)")
            }
        }
    }

    @Test(arguments: ["nothing", "no key", ""])
    func `the fast and the general handler of get return equal errors for a missing key`(key: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        func refusal(_ params: JSON) throws -> RemoteError? {
            do throws(ClientError) {
                _ = try client.call("tunables.get", params, within: Self.long)
                return nil
            } catch {
                guard case .refused(let remote) = error else { throw error }
                return remote
            }
        }
        let short = try #require(try refusal(["key": .string(key)]))
        #expect(short == (try refusal([.string(key)])))
    }

    @Test(
        arguments: [
            ["key": "n", "defaultOnMismatch": true, "as": "string"],
            ["key": "n", "defaultOnMismatch": true, "default": 1],
        ] as [JSON]
    )
    func `a default for a mismatch needs the default and the type`(params: JSON) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        _ = try client.call("tunables.set", ["key": "n", "value": 1], within: Self.long)
        #expect {
            _ = try client.call("tunables.get", params, within: Self.long)
        } throws: { error in
            guard case .refused(let remote)? = error as? ClientError else { return false }
            return remote.kind == "invalidParams" && remote.data["parameter"] == "defaultOnMismatch"
        }
    }

    @Test(
        arguments: [
            (5.5, "a whole number, got 5.5"), ("x", "a whole number, got a string"),
            (true, "a whole number, got a boolean"),
        ] as [(JSON, String)],
        ["n", "absent"]
    )
    func `a default of another type than as is refused`(fallback: (value: JSON, fault: String), key: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        _ = try client.call("tunables.set", ["key": "n", "value": 1], within: Self.long)
        let params: JSON = ["key": .string(key), "as": "integer", "default": fallback.value]
        #expect {
            _ = try client.call("tunables.get", params, within: Self.long)
        } throws: { error in
            guard case .refused(let remote)? = error as? ClientError else { return false }
            return remote.kind == "invalidParams" && remote.data["parameter"] == "default"
                && remote.message == "default must be \(fallback.fault)"
        }
    }

    @Test func `a default that is a whole number with a fraction of zero is an integer`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let got = try client.call(
            "tunables.get",
            ["key": "absent", "as": "integer", "default": 5.0],
            within: Self.long
        )
        #expect(got == ["key": "absent", "value": 5, "origin": "none", "revision": 0])
    }

    @Test func `a default comes with the revision of the last change of the key`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        _ = try client.call("tunables.declare", ["key": "n", "spec": ["type": "number"]], within: Self.long)
        _ = try client.call("tunables.set", ["key": "n", "value": 1], within: Self.long)
        let reset = try client.call("tunables.reset", ["key": "n"], within: Self.long)
        let got = try client.call("tunables.get", ["key": "n", "default": 5], within: Self.long)
        #expect(got == ["key": "n", "value": 5, "origin": "none", "revision": reset["revision"] ?? 0])
        // So a client can set the key, unless another client sets it first.
        _ = try client.call(
            "tunables.set",
            ["key": "n", "value": 2, "ifRevision": got["revision"] ?? 0],
            within: Self.long
        )
    }

    @Test func `a client reads its own write`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        for number in 0..<100 {
            _ = try client.call("tunables.set", ["key": "n", "value": .integer(Int64(number))], within: Self.long)
            let got = try client.call("tunables.get", ["key": "n"], within: Self.long)
            guard case .object(let result) = got else { throw CancellationError() }
            #expect(result["value"] == .integer(Int64(number)))
        }
    }
}
