import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// `tunerctl optimize --live --wait-applied`, the real program.
@Suite(.blocking) struct OptimizeAppliedTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "size", #"{"type":"integer","default":80,"minimum":0,"maximum":100}"#)
    }

    private func start(_ metric: String, _ more: String...) throws -> Program {
        let words = ["--live", "--minimize", metric, "--seed", "1", "--json", "--budget", "12"]
        return try installation.start(["optimize", "size", "--wait-applied", "60s"] + words + more)
    }

    private func lines(_ result: Program.Result) throws -> [JSON] {
        try result.output.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    private func value(_ key: String) throws -> String { try installation.run("get", key).output }

    private func checkNothingIsPending() throws {
        #expect(try installation.run("tries", "--json").output == "{\"tries\":[]}\n")
    }

    /// A program that writes each size to a file and reports it, and refuses sizes below 76.
    ///
    /// It refuses every size as soon as the file `full` exists.
    private static let reporter = """
        import json, os, socket, sys
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])

        def send(method, **params):
            request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
            connection.sendall(json.dumps(request).encode() + b"\\n")

        send("session.hello", client="robot")
        send("tunables.subscribe", match="size", ack=True)
        for line in connection.makefile():
            message = json.loads(line)
            if message.get("id") == "tunables.subscribe":
                send("tunables.applied", revision=message["result"]["revision"])
            params = message.get("params", {})
            if "changes" not in params:
                continue
            size = params["changes"][0]["value"]
            reason = f"{size} is too small" if size < 76 else os.path.exists(sys.argv[3]) and "the disk is full"
            refused = [{"key": "size", "reason": reason}] if reason else []
            open(sys.argv[2], "w").write(str(size))
            send("tunables.applied", revision=params["to"], refused=refused)
        """

    private func startReporter() throws -> Program {
        let script = try installation.write(Self.reporter, to: "robot.py")
        let files = ["used", "full"].map(installation.file)
        let robot = try Program("/usr/bin/python3", [script, installation.socket] + files)
        let isSubscribed = try eventually {
            (try? installation.run("applied", "size").output.contains(" applied ")) ?? false
        }
        #expect(isSubscribed)
        return robot
    }

    @Test func `a program uses the values before they are measured, and can refuse them`() throws {
        let robot = try startReporter()
        // Fails if the program has not used the value yet.
        let metric = "[ $(tunerctl get size) = 80 ] || [ $(tunerctl get size) = $(cat '\(installation.file("used"))') ]"
        let command = "\(metric) && tunerctl get size"
        let lines = try lines(try start(command).wait())
        for line in lines.dropLast() {
            let size = try #require(line["values"]?["size"]?.number)
            let sentence = line["failed"]?.text ?? ""
            #expect(size < 76 ? sentence.hasSuffix("] refuses size: \(Int(size)) is too small") : sentence == "")
        }
        #expect(lines.contains { $0["failed"] != nil })
        #expect(lines.last?["values"] == ["size": 76])
        #expect(try value("size") == "80\n")
        try checkNothingIsPending()
        try robot.crash()
    }

    @Test func `--apply waits until the program uses the best values`() throws {
        let robot = try startReporter()
        let found = try start("tunerctl get size", "--apply", "--yes").wait()
        #expect(found.code == 0, "\(found)")
        #expect(try value("size") == "76\n")
        #expect(try installation.text(of: "used") == "76")
        try robot.crash()
    }

    @Test func `--apply fails if the program refuses the best values`() throws {
        let spec = #"{"type":"integer","default":80,"minimum":76,"maximum":100}"#
        _ = try installation.run("declare", "size", spec, "--replace")
        let robot = try startReporter()
        // The budget is 12 measurements: after the last one, the program refuses every size.
        let metric = "cd '\(installation.file(""))'; echo >>runs; [ $(wc -l <runs) != 12 ] || >full; tunerctl get size"
        let refused = try start(metric, "--apply", "--yes", "--max-step", "100").wait()
        #expect(refused.code == 1, "\(refused)")
        #expect(refused.errors.hasSuffix("] refuses size: the disk is full\n"), "\(refused)")
        let last = try #require(try lines(refused).last)
        #expect(last["improved"] == true)
        #expect(try value("size") == "\(Int(last["values"]?["size"]?.number ?? 0))\n")
        try checkNothingIsPending()
        try robot.crash()
    }

    @Test func `a search without a program ends at once`() throws {
        let result = try start("tunerctl get size").wait()
        #expect(result.code == 1)
        #expect(result.errors.contains("no program reports that it uses size"), "\(result.errors)")
        try checkNothingIsPending()
    }
}
