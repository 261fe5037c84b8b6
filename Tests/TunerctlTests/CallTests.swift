import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// Tests of `tunerctl call`, the real program, with a scripted daemon.
@Suite(.blocking) struct CallTests {
    private typealias Result = Program.Result

    @Test(arguments: [
        ([], "{}"), (["a=1"], #"{"a":1}"#), (["a=1", "b=x", "a=2"], #"{"a":2,"b":"x"}"#),
        (["a={\"b\":[true,null]}"], #"{"a":{"b":[true,null]}}"#), (["a=\"1\""], #"{"a":"1"}"#), (["a="], #"{"a":""}"#),
        (["a==1"], #"{"a":"=1"}"#), (["a= 1 "], #"{"a":1}"#), (["a=.5", "b=+5", "c=5."], #"{"a":0.5,"b":5,"c":5}"#),
        (["a=1e999"], #"{"a":"1e999"}"#),
        (["ä.ö=ü"], #"{"ä.ö":"ü"}"#),
        ([#" {"a": 1.0} "#], #"{"a":1.0}"#), (["[1, [2]]"], "[1,[2]]"), (["{\"a\":\"=\"}"], #"{"a":"="}"#),
    ])
    func `call converts its arguments to request parameters`(words: [String], params: String) throws {
        #expect(JSONText.compact(try Command.parameters(words)) == params)
    }

    @Test(arguments: [
        (["1"], "parameters must be one JSON object, one JSON array, or each KEY=VALUE, got 1"),
        (["=1"], "parameters must be one JSON object, one JSON array, or each KEY=VALUE, got =1"),
        (["a=1", "{}"], "parameters must be one JSON object, one JSON array, or each KEY=VALUE, got {}"),
        (["{\n\"a\":}"], "the parameters are not JSON: expected a value at line 2, column 5"),
        (["[1"], "the parameters are not JSON: the text ends before a comma or ] at line 1, column 3"),
    ])
    func `call refuses arguments that are not parameters`(words: [String], sentence: String) {
        #expect {
            try Command.parameters(words)
        } throws: {
            ($0 as? UsageError)?.description == "\(sentence); see tunerctl help call"
        }
    }

    @Test(
        arguments: [
            (" {\"payload\":\n[1,\"ü\"]}\n", Result(code: 0, output: "[1,\"ü\"]\n")),
            ("[2]", Result(code: 0, output: "2\n")),
            ("", usage("the parameters are not JSON: the text ends before a value at line 1, column 1")),
            ("{\n\"a\":}", usage("the parameters are not JSON: expected a value at line 2, column 5")),
            ("1", usage("parameters must be one JSON object, one JSON array, or each KEY=VALUE, got 1")),
        ] as [(String, Result)]
    )
    private func `call reads parameters from standard input`(text: String, result: Result) throws {
        let daemon = try FakeDaemon()
        let call = try start(["--socket", daemon.path, "call", "ping", "-"], on: .allPipes)
        try call.write(text)
        call.endInput()
        #expect(try call.wait() == result)
    }

    @Test func `call refuses parameters on standard input that exceed the size limit`() throws {
        let script = "head -c 68000000 /dev/zero | '\(BuiltProduct.path("tunerctl"))' call ping -"
        let result = try Program(script: script).wait()
        #expect(result == Self.usage("the parameters on standard input are longer than 67108864 bytes"))
    }

    private static func usage(_ sentence: String) -> Result {
        Result(code: 2, errors: "tunerctl: \(sentence); see tunerctl help call\n")
    }

    @Test func `in a pipe, call prints the result on one line`() throws {
        let daemon = try FakeDaemon()
        let environment = ["TUNER_SOCKET": daemon.path]
        #expect(try run("call", "ping", environment: environment) == Result(code: 0, output: "\"pong\"\n"))
        let params = #"{"payload":{"b":[1,2.50,{}],"a":"\u001b\u009b"}}"#
        let result = "{\"b\":[1,2.5,{}],\"a\":\"\\u001b\u{9B}\"}\n"
        #expect(try run("call", "ping", params, environment: environment) == Result(code: 0, output: result))
        let named = try run("--socket", daemon.path, "call", "ping", "payload=x")
        #expect(named == Result(code: 0, output: "\"x\"\n"))
    }

    @Test func `on a terminal, call indents the result and escapes control characters`() throws {
        let daemon = try FakeDaemon()
        let params = #"{"payload":{"b":[1,{"c":[]},{}],"a":"\u001b\u009b\u2028ü\udb40\udc41"}}"#
        let result = """
            {
              "b": [
                1,
                {
                  "c": []
                },
                {}
              ],
              "a": "\\u001b\\u009b\\u2028ü\\udb40\\udc41"
            }

            """
        let printed = try run("--socket", daemon.path, "call", "ping", params, on: .terminal)
        #expect(printed == Result(code: 0, output: result.replacing("\n", with: "\r\n")))
    }

    @Test(arguments: [
        ("busy", 1, -32_008), ("unknownKey", 3, -32_001), ("unknownFlag", 3, -32_010), ("unknownLayer", 3, -32_013),
        ("unknownWorld", 3, -32_014),
    ])
    func `call prints the daemon's error message or error object`(kind: String, code: Int32, number: Int) throws {
        let daemon = try FakeDaemon()
        let environment = ["TUNER_SOCKET": daemon.path]
        let arguments = ["call", "refuse", "kind=\(kind)", "message=so \"it\u{1B}\" is"]
        let plain = try start(arguments, environment: environment).wait()
        #expect(plain == Result(code: code, errors: "so \"it\\u{1b}\" is\n"))
        let json = try start(["--json"] + arguments, environment: environment).wait()
        let data = #"{"kind":"\#(kind)","key":"a"}"#
        let error = #"{"code":\#(number),"message":"so \"it\u001b\" is","data":\#(data)}"# + "\n"
        #expect(json == Result(code: code, errors: error))
    }

    @Test func `the daemon rejects an unknown method`() throws {
        let daemon = try FakeDaemon()
        let result = try run("--socket", daemon.path, "call", "pong")
        #expect(result == Result(code: 1, errors: "there is no method pong; did you mean ping?\n"))
    }

    @Test func `call times out when the daemon does not respond`() throws {
        let daemon = try FakeDaemon()
        let result = try run("--socket", daemon.path, "call", "never", "--timeout", "0.05")
        let sentence = "the daemon at \(daemon.path) has not responded within 0.05 s; to wait longer, use --timeout"
        #expect(result == Result(code: 5, errors: "tunerctl: \(sentence)\n"))
    }

    @Test(arguments: [
        "set a 1", "undo", #"call tunables.set '{"key":"a","value":1}'"#, "flag on f", "get a", "call ping",
    ])
    func `a call that times out says whether the change may still be made`(command: String) throws {
        let installation = try Installation(.daemon)
        let started = try installation.run("start").errors
        let pid = try #require(started.firstMatch(of: /pid ([0-9]+)/)).1
        let result = try installation.shell(
            "kill -STOP \(pid); tunerctl \(command) --timeout 0.05; code=$?; kill -CONT \(pid); exit $code"
        )
        let note = ["get a", "call ping"].contains(command) ? "" : "the change may still be made; "
        let sentence =
            "the daemon at \(installation.socket) has not responded within 0.05 s; \(note)to wait longer, use --timeout"
        #expect(result == Result(code: 5, output: "tunerctl: \(sentence)\n"))
    }

    @Test func `without a daemon, call prints how to start one`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let result = try run("--socket", path, "call", "ping")
        let sentence = "no daemon responds at \(path); start one with: tunerctl start --socket \(path)"
        #expect(result == Result(code: 4, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func `call refuses a socket path that is too long and prints the limit`() throws {
        let long = "/" + String(repeating: "s", count: 200)
        let result = try run("--socket", long, "call", "ping")
        let sentence =
            "\(long) has 201 bytes, but the path of a Unix socket may have at most 107; "
            + "name a shorter path with --socket"
        #expect(result == Result(code: 2, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func `call refuses a socket in a directory writable by others unless --socket names the socket`() throws {
        let daemon = try FakeDaemon()
        let directory = String(daemon.path.dropLast("/socket".count))
        try Kernel.setMode(directory, 0o777)
        let result = try run("call", "ping", environment: ["TUNER_SOCKET": daemon.path])
        #expect(result.code == 4)
        #expect(result.errors.hasPrefix("tunerctl: \(directory) can be written to by other users"))
        #expect(try run("--socket", daemon.path, "call", "ping") == Result(code: 0, output: "\"pong\"\n"))
    }

    @Test func `call reports a peer that does not speak JSON-RPC`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = try ChattyListener(path, sending: "220 smtp.example.org\r\n")
        let result = try run("--socket", path, "call", "ping")
        let sentence = "the program at \(path) is not tunerd; name the socket of the daemon with --socket"
        #expect(result == Result(code: 4, errors: "tunerctl: \(sentence)\n"))
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: ["| head -c 0", "| true", ">/dev/full"])
    func `call exits quietly when its reader closes the pipe`(reader: String) throws {
        let daemon = try FakeDaemon()
        let program = BuiltProduct.path("tunerctl")
        let payload = String(repeating: "x", count: 100_000)
        let script = "'\(program)' --socket '\(daemon.path)' call ping payload=\(payload) \(reader); echo ended"
        let result = try Program(script: script).wait()
        let complaint = "tunerctl: write failed: No space left on device (ENOSPC)\n"
        #expect(result == Result(code: 0, output: "ended\n", errors: reader == ">/dev/full" ? complaint : ""))
    }
}
