import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@Suite struct ClientTests {
    static let short = Duration.milliseconds(30)
    static let long = Duration.seconds(60)

    static func client(_ steps: [ScriptedServer.Step]) throws -> (Client, ScriptedServer) {
        let server = try ScriptedServer(steps)
        return (try Client(connectingTo: server.address, within: long), server)
    }

    @Test func `call returns the result of its own id and queues notifications`() throws {
        let (client, server) = try Self.client([
            .receive(1), .send(notification("n", "1") + "\n" + response(7, "0") + response(1, "[1]")), .receive(60),
            .send(notification("n", "2") + "\n{\"jsonrpc\":\"2.0\",\"id\":2"), .send(",\"result\":null}"), .waitForEnd,
        ])
        #expect(try client.call("first", within: Self.long) == [1])
        #expect(try client.call("second", within: Self.long) == .null)
        #expect(try client.nextNotification(within: .zero)?.params == ["value": 1])
        #expect(try client.nextNotification(within: Self.long)?.params == ["value": 2])
        #expect(try client.nextNotification(within: Self.short) == nil)
        withExtendedLifetime(server) {}
    }

    @Test func `callAll pipelines calls and returns their responses in order`() throws {
        let error = #"{"jsonrpc":"2.0","id":2,"error":{"code":-32008,"message":"m","data":null}}"#
        let (client, server) = try Self.client([
            .receive(150), .send(response(1, "[1]") + notification("n", "1") + "\n" + error + "\n" + response(3, "3")),
            .receive(151),
            .send(response(4, "4")),
        ])
        let calls = ["a", "b", "c"].map { (method: $0, params: JSON.object([:])) }
        let responses = try client.callAll(calls, within: Self.long)
        let refusal = RemoteError(code: -32_008, message: "m", data: .null)
        #expect(responses == [.result([1]), .error(refusal), .result(3)])
        #expect(try client.nextNotification(within: .zero)?.params == ["value": 1])
        // The server closes the connection after the first of the next three responses.
        #expect(try client.callAll(calls, within: Self.long).count == 1)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [1, nil] as [Int?])
    func `call throws the server's error, also one without an id`(id: Int?) throws {
        let text = id.map(String.init) ?? "null"
        let error = #"{"jsonrpc":"2.0","id":\#(text),"error":{"code":-32008,"message":"m","data":{"kind":"busy"}}}"#
        let (client, server) = try Self.client([.receive(1), .send(error + "\n")])
        do throws(ClientError) {
            _ = try client.call("m", within: Self.long)
            Issue.record("nobody refused")
        } catch {
            guard case .refused(let remote) = error else { throw error }
            #expect(remote.code == -32_008)
            #expect(remote.message == "m")
            #expect(remote.kind == "busy")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `an error without an id does not replace a result`() throws {
        let error = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32008,"message":"m"}}"#
        let (client, server) = try Self.client([.receive(1), .send(response(1, "1") + error + "\n"), .waitForEnd])
        #expect(try client.call("m", within: Self.long) == 1)
        withExtendedLifetime(server) {}
    }

    @Test func `call times out, also while notifications arrive without an end`() throws {
        let silent = try Self.client([.receive(1), .waitForEnd])
        #expect(throws: ClientError.timedOut) { try silent.0.call("m", within: Self.short) }
        let flood = String(repeating: notification("n", "0") + "\n", count: 1_000)
        let busy = try Self.client([.receive(1), .flood(flood)])
        #expect(throws: ClientError.timedOut) { try busy.0.call("m", within: Self.short) }
        withExtendedLifetime((silent.1, busy.1)) {}
    }

    @Test func `call reports a closed connection or a garbled stream`() throws {
        for (text, expected) in [
            ("", ClientError.closed), ("{\"jsonrpc\":", .garbled), ("nonsense\n", .garbled), ("{}\n", .garbled),
        ] {
            let (client, server) = try Self.client([.receive(1), .send(text)])
            #expect(throws: expected) { try client.call("m", within: Self.long) }
            withExtendedLifetime(server) {}
        }
    }

    @Test func `call reads the server's refusal even when it cannot write`() throws {
        let error = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32007,"message":"m","data":{"kind":"tooLarge"}}}"#
        let (client, server) = try Self.client([.send(error + "\n")])
        // The pause does not affect the result. Without a pause, the client may write, but it reads the same response.
        let pause = try Kernel.socketPair(nonBlocking: true)
        _ = try Kernel.wait(for: .readable, on: pause.first, .duration(Self.short))
        do throws(ClientError) {
            _ = try client.call("m", within: Self.long)
            Issue.record("the call did not fail")
        } catch {
            guard case .refused(let remote) = error else { throw error }
            #expect(remote.kind == "tooLarge")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `call writes and reads at once, so both messages may exceed the socket buffers`() throws {
        let size = 3 << 20
        let text = String(repeating: "x", count: size)
        let (client, server) = try Self.client([
            .receive(1), .send(notification("n", "\"\(text)\"")), .receive(size), .send(response(1, "1")),
        ])
        #expect(try client.call("m", ["value": .string(text)], within: Self.long) == 1)
        #expect(try client.nextNotification(within: .zero)?.params["value"]?.text?.utf8.count == size)
        withExtendedLifetime(server) {}
    }

    @Test func `the client is closed after a partly written call`() throws {
        let text = String(repeating: "x", count: 3 << 20)
        let server = try ScriptedServer([.waitForEnd])
        do {
            let client = try Client(connectingTo: server.address, within: Self.long)
            #expect(throws: ClientError.timedOut) { try client.call("m", ["value": .string(text)], within: Self.short) }
            #expect(throws: ClientError.closed) { try client.call("m", within: Self.short) }
        }
        withExtendedLifetime(server) {}
    }

    @Test func `connecting without a server throws unreachable`() throws {
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("nobody"))
        #expect(throws: ClientError.unreachable(SystemError("connect", .noSuchFile, path: address.path))) {
            _ = try Client(connectingTo: address, within: Self.short)
        }
    }

    @Test func `call refuses to write a value that JSON cannot represent`() throws {
        let (client, server) = try Self.client([.receive(1), .send(response(1, "1"))])
        #expect(throws: ClientError.unwritable) { try client.call("m", [.double(.nan)], within: Self.long) }
        #expect(try client.call("m", within: Self.long) == 1)
        withExtendedLifetime(server) {}
    }
}
