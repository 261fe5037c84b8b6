import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests with independent programs as clients.
@Suite(.serialized) struct ProgramTests {
    static let backends = ["", "--poll"]
    static let ping = request("ping", 1).dropLast()
    static let late = request("after", 2, "[150]").dropLast()

    @Test(Program.needs("nc"), arguments: backends)
    func `nc receives all responses after it closes its writing side`(options: String) throws {
        let server = try ServerProcess(options)
        let output = try Program.output(of: "printf '%s' '\(Self.ping)\(Self.late)' | nc -N -U '\(server.path)'")
        #expect(output == response(1, "\"pong\"") + "\n" + response(2, "\"after\"") + "\n")
    }

    @Test(Program.needs("socat"), arguments: backends)
    func `socat receives all responses with and without a half-close`(options: String) throws {
        let server = try ServerProcess(options)
        let text = "printf '%s\\n' '\(Self.late)' '\(Self.ping)'"
        let expected = response(2, "\"after\"") + "\n" + response(1, "\"pong\"") + "\n"
        #expect(try Program.output(of: "\(text) | socat -t 60 - UNIX-CONNECT:'\(server.path)'") == expected)
        // Standard input stays open until both responses have arrived.
        let open = try Program(script: "exec socat -t 0 - UNIX-CONNECT:'\(server.path)',shut-none", on: .allPipes)
        try open.write("\(Self.late)\n\(Self.ping)\n")
        #expect(try open.output { $0 == expected } == expected)
    }

    @Test(Program.needs("python3"), arguments: backends)
    func `Python clients work with lines, with frames and with a subscription`(options: String) throws {
        let server = try ServerProcess(options)
        let lines = """
            import socket, json
            s = socket.socket(socket.AF_UNIX); s.connect("\(server.path)"); f = s.makefile("rw")
            f.write(json.dumps({"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": "a"}) + chr(10)); f.flush()
            print(json.loads(f.readline())["result"])
            f.write(json.dumps({"jsonrpc": "2.0", "method": "subscribe", "id": 1})); f.flush(); f.readline()
            s.shutdown(socket.SHUT_WR)
            t = socket.socket(socket.AF_UNIX); t.connect("\(server.path)"); g = t.makefile("rwb")
            b = json.dumps({"jsonrpc": "2.0", "method": "publish", "params": {"value": "ü"}, "id": 2}).encode()
            g.write(b"Content-Length: %d\\r\\nContent-Type: x\\r\\n\\r\\n" % len(b) + b); g.flush()
            n = int(g.readline().split(b":")[1]); g.readline(); print(json.loads(g.read(n)))
            print(json.loads(f.readline())["params"])
            """
        let script = server.file("script.py")
        try write(lines, to: script)
        let output = try Program.output(of: "python3 '\(script)'")
        #expect(output == "19\n{'jsonrpc': '2.0', 'id': 2, 'result': 1}\n{'value': 'ü'}\n")
    }

    @Test(Program.needs("vim"), arguments: backends)
    func `Vim works with language server framing and with lines`(options: String) throws {
        let server = try ServerProcess(options)
        let script = server.file("script.vim")
        let output = server.file("output")
        try write(
            """
            let lsp = ch_open('unix:\(server.path)', {'mode': 'lsp'})
            let first = ch_evalexpr(lsp, {'method': 'subtract', 'params': [42, 23]}, {'timeout': 60000})
            let nl = ch_open('unix:\(server.path)', {'mode': 'nl'})
            let second = ch_evalraw(nl, '\(Self.ping)' .. "\\n", {'timeout': 60000})
            call writefile([first.result, second], '\(output)')
            qall!
            """,
            to: script
        )
        _ = try Program.output(of: "vim -es -u NONE -i NONE --not-a-term -S '\(script)'")
        #expect(try read(output) == "19\n" + response(1, "\"pong\"") + "\n")
    }

    @Test(arguments: backends)
    func `the client calls, receives notifications and is refused over the limit`(options: String) throws {
        let server = try ServerProcess(options + " --connections 2")
        let one = try server.client()
        let other = try server.client()
        #expect(try one.call("subscribe", within: .seconds(60)) == true)
        for number in 0..<100 as Range<Int64> {
            #expect(try other.call("publish", [.integer(number)], within: .seconds(60)) == 1)
        }
        for number in 0..<100 as Range<Int64> {
            #expect(try one.nextNotification(within: .seconds(60))?.params == ["value": .integer(number)])
        }
        #expect(throws: ClientError.timedOut) { try one.call("withhold", within: .milliseconds(20)) }
        let third = try server.client()
        do throws(ClientError) {
            _ = try third.call("ping", within: .seconds(60))
            Issue.record("a third connection was served")
        } catch {
            guard case .refused(let remote) = error else { throw error }
            #expect(remote.kind == "tooLarge")
        }
    }

    @Test func `writing to a program that closed its input does not end the test process`() throws {
        let program = try Program(script: "exec <&-; echo closed; read line <&2", on: .allPipes)
        #expect(try program.line() == "closed")
        try program.write("one\n")
        try program.write("two\n")
    }

    @Test func `the test server without arguments prints its usage`() throws {
        let result = try Program(BuiltProduct.path("test-server")).wait()
        let usage = "usage: test-server SOCKET [--poll] [--LIMIT NUMBER]...\n"
        #expect(result == Program.Result(code: 2, errors: usage))
    }

    private func read(_ path: String) throws -> String {
        String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try Kernel.open(path, [.write, .create])
        let bytes = Array(text.utf8)
        try KernelFile(file).writeFully(bytes.span, at: 0)
    }
}
