import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests that the daemon shows and enforces the limits that options set.
@Suite(.blocking) struct LimitTests {
    /// A low limit, and input that exceeds it.
    struct Broken: Sendable, CustomTestStringConvertible {
        let name: String
        let limit: Int
        let input: String

        var testDescription: String { name }
    }

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    static let broken = [
        Broken(name: "message", limit: 1_024, input: #"{"jsonrpc":""# + String(repeating: "x", count: 1_024)),
        Broken(name: "nesting", limit: 2, input: request("ping", 1, #"{"payload":{"a":[]}}"#)),
        Broken(name: "header", limit: 64, input: "Content-Length: 40\r\nX: " + String(repeating: "x", count: 64)),
        Broken(name: "batch", limit: 1, input: "[\(ping),\(ping)]\n"),
        Broken(name: "messageTime", limit: 1, input: "{"),
        Broken(
            name: "unreadInput",
            limit: 1 << 16,
            input: request("ping", 1, #"["\#(String(repeating: "x", count: 1 << 18))"]"#)
        ),
    ]

    @Test func `every limit has an option and appears in info and hello`() throws {
        let options = DaemonLimit.all.map { "\($0.option) \($0.range.lowerBound + 1)" }
        let daemon = try DaemonProcess(options.joined(separator: " "))
        for method in ["server.info", "session.hello"] {
            guard case .object(let result) = try daemon.client().call(method, within: .seconds(60)),
                case .object(let limits)? = result["limits"]
            else {
                Issue.record("\(method) shows no limits")
                continue
            }
            #expect(limits.members.map(\.name) == DaemonLimit.all.map(\.name))
            for limit in DaemonLimit.all {
                #expect(limits[limit.name] == .integer(Int64(limit.range.lowerBound + 1)))
            }
        }
    }

    @Test(arguments: broken) func `input over a limit returns an error with the limit's name`(broken: Broken) throws {
        let limit = try #require(DaemonLimit.all.first { $0.name == broken.name })
        let daemon = try DaemonProcess("\(limit.option) \(broken.limit)")
        let wire = try daemon.wire()
        try wire.write(broken.input)
        let text = wire.read { $0.contains("}}}") }
        let data = #""data":{"kind":"tooLarge","limit":"\#(broken.name)""#
        #expect(text.contains(data) || (broken.name == "messageTime" && text.contains("1 s")), "\(text)")
        // Other clients are still served.
        #expect(try daemon.client().call("ping", within: .seconds(60)) == "pong")
    }

    @Test(arguments: ["--max-connections", "--max-connections-per-user"])
    func `a connection over the limit receives an error and is not counted`(option: String) throws {
        let daemon = try DaemonProcess("\(option) 2")
        let first = try daemon.client()
        #expect(try first.call("ping", within: .seconds(60)) == "pong")
        let second = try daemon.wire()
        let third = try daemon.wire()
        #expect(third.readToEnd().contains(#""kind":"tooLarge""#))
        guard case .object(let stats) = try first.call("server.stats", within: .seconds(60)),
            case .object(let info) = try first.call("server.info", within: .seconds(60))
        else {
            Issue.record("no objects")
            return
        }
        #expect(stats["refused"] == 1)
        #expect(stats["connections"] == 2)
        #expect(info["connections"] == 2)
        withExtendedLifetime(second) {}
    }

    @Test func `the daemon stops reading from a client that does not read, then sends all responses`() throws {
        let daemon = try DaemonProcess("--max-unsent-responses 4096")
        let wire = try daemon.wire()
        // The responses have some megabytes, which is more than the socket buffers hold.
        let count = 50
        let requests = (1...count).map { request("rpc.discover", $0) }.joined()
        try wire.write(requests)
        #expect(try daemon.client().call("ping", within: .seconds(60)) == "pong")
        let text = wire.read { $0.hasSuffix("\n") && $0.utf8.count { $0 == UInt8(ascii: "\n") } == count }
        let lines = text.split(separator: "\n")
        #expect(lines.count == count)
        #expect(lines.last?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(count),"result""#) == true)
    }

    @Test(arguments: [true, false]) func `a malformed message closes the connection only if hello requested that`(
        closes: Bool
    ) throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        try wire.write(request("session.hello", 1, #"{"closeOnFault":\#(closes)}"#) + "{]\n" + request("ping", 2))
        let text = closes ? wire.readToEnd() : wire.read { $0.contains(#""result":"pong""#) }
        #expect(text.contains(#""code":-32700"#))
        #expect(text.contains("pong") == !closes)
    }
}
