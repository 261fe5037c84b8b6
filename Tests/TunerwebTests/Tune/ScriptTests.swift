import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

/// Tests with the scripts of people who tune a running program with a file.
@Suite(.blocking) struct ScriptTests {
    private static let needsPrograms: ConditionTrait = .enabled(
        if: Demands.areStrict || (try? Program(script: "curl --version && python3 --version").wait().code) == 0,
        "missing here: curl or python3"
    )

    /// Pushes a file at the start and after each save, and continues after a fault.
    private static let watcher = """
        import os, sys, time, urllib.error, urllib.request

        path, url = sys.argv[1:]

        def push():
            try:
                with open(path, "rb") as file:
                    data = file.read()
                headers = {"Content-Type": "application/json"}
                request = urllib.request.Request(url, data=data, method="POST", headers=headers)
                with urllib.request.urlopen(request, timeout=60) as response:
                    print("pushed:", response.read().decode().strip(), flush=True)
            except urllib.error.HTTPError as error:
                print("error:", error.code, error.read().decode().strip().replace("\\n", ": "), flush=True)
            except OSError as error:
                print("error:", error, flush=True)

        print("watching", path, "(press Ctrl+C to stop)", flush=True)
        last = None
        while True:
            try:
                time_of_save = os.stat(path).st_mtime_ns
            except OSError:
                time_of_save = None
            if time_of_save != last:
                last = time_of_save
                push()
            time.sleep(0.01)
        """

    private func save(_ text: String, _ path: String) throws {
        let script = #"printf '%s' "$1" >"$2.new" && mv "$2.new" "$2""#
        _ = try Program(script: script, [text, path]).wait()
    }

    @Test(needsPrograms) func `curl pulls the values into a file, and a watcher pushes each save of it`() throws {
        let bench = try TuneTestBench()
        try bench.daemon.value("tunables.declare", #"{"key":"on","spec":{"type":"boolean","default":false}}"#)
        for (key, value) in [("spacing", "0.8"), ("edit-button-x", "370"), ("title", #""é/ü\n""#)] {
            try bench.daemon.value("tunables.set", #"{"key":"\#(key)","value":\#(value)}"#)
        }
        let revision = try bench.revision
        let file = bench.gateway.directory.file("live-constants.json")
        let url = "http://\(bench.gateway.host)/tune"
        let pull = try Program(script: "set -e; curl -s \(url) | python3 -m json.tool >'\(file)'; cat '\(file)'").wait()
        #expect(pull.code == 0)
        #expect(try JSON.parse(pull.output) == (try bench.daemon.value("tunables.getAll")["values"]))

        let python = try Program(script: #"exec python3 -c "$@""#, [ScriptTests.watcher, file, url])
        #expect(try python.line() == "watching \(file) (press Ctrl+C to stop)")
        #expect(try python.line() == "pushed: Updated all constants")
        #expect(try bench.revision == revision)

        try save(pull.output.replacing("370", with: "371").replacing("0.8", with: "0.85, \"new-key\": 255"), file)
        #expect(try python.line() == "pushed: Updated all constants")
        let values = try bench.daemon.value("tunables.getAll")["values"]
        #expect(values?["edit-button-x"] == 371)
        #expect(values?["spacing"] == 0.85)
        #expect(values?["new-key"] == 255)
        #expect(values?["title"] == "é/ü\n")

        try save(#"{"spacing": 0.9,}"#, file)
        #expect(try python.line() == "error: 400 Invalid JSON: line 1, column 17: expected a name in quotes")
        try save(#"{"on": 3}"#, file)
        #expect(try python.line() == "error: 400 on must be true or false, got a number")
        #expect(try bench.daemon.value("tunables.getAll")["values"] == values)
        try save(#"{"on": true}"#, file)
        #expect(try python.line() == "pushed: Updated all constants")
        #expect(try bench.daemon.value("tunables.getAll")["values"] == ["on": true])
    }
}
