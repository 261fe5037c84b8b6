import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tuner-demo`, the real program with all others.
@Suite(.blocking) struct DemoTests {
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        environment = ["TMPDIR": directory.path, "PATH": Kernel.environment("PATH") ?? ""]
    }

    private func start() throws -> (demo: Program, url: String, socket: String) {
        let demo = try Program(BuiltProduct.path("tuner-demo"), ["--no-browser"], environment: environment)
        let url = try demo.line()
        let name = try #require(try KernelFileSystem().names(in: directory.path).first)
        return (demo, url, "\(directory.path)/\(name)/tunerd.sock")
    }

    private func shell(_ script: String) throws -> String {
        let result = try Program(script: script, [], environment: environment).wait()
        return result.output + result.errors
    }

    @Test func `the page and the commands change the values of the playground, and all is gone afterwards`() throws {
        let (demo, url, socket) = try start()
        let login = try shell("curl -s -o /dev/null -w '%{http_code}' '\(url)'")
        #expect(login == "303")
        let tunerctl = "TUNER_SOCKET='\(socket)' '\(BuiltProduct.path("tunerctl"))'"
        #expect(try shell("\(tunerctl) wait playground.spacing 4") == "4\n")
        let site = url.prefix { $0 != "?" }
        #expect(try shell("curl -s -X PUT \(site)tune/playground.spacing/8") == "Set playground.spacing = 8\n")
        #expect(try shell("\(tunerctl) get playground.spacing") == "8\n")
        try demo.send(15)
        #expect(try demo.wait().code == 0)
        #expect(try KernelFileSystem().names(in: directory.path).isEmpty)
        #expect(try shell("\(tunerctl) ping").contains("no daemon responds"))
        #expect(try shell("curl -s -o /dev/null \(site)healthz; echo $?") == "7\n")
    }

    @Test func `the demo prints another URL after a use, and each URL logs in once`() throws {
        let (demo, url, _) = try start()
        func login(_ url: String) throws -> String {
            try shell("curl -s -o /dev/null -w '%{http_code}' '\(url)'")
        }
        #expect(try login(url) == "303")
        let second = try demo.line()
        #expect(second != url && second.hasPrefix(url.prefix { $0 != "=" }))
        #expect(try login(url) != "303" && login(second) == "303" && login(second) != "303")
        // Other programs can see the words of a command line.
        let processes = try shell(
            """
            for process in /proc/[0-9]*; do
                grep -aqs 'TMPDIR=\(directory.path)' $process/environ && cat $process/environ $process/cmdline
            done
            """
        )
        #expect(processes.contains("PLAYGROUND_HINT_FILE") && !processes.contains("token="))
        try demo.send(15)
        #expect(try demo.wait().code == 0)
    }

    @Test func `if the demo is killed, the daemon and the gateway end`() throws {
        let (demo, url, socket) = try start()
        let watch = try Program(
            BuiltProduct.path("tunerctl"),
            ["--socket", socket, "watch", "--initial"],
            environment: environment
        )
        _ = try watch.line()
        // A stream of events ends with the gateway.
        let events = try Program(script: "curl -sN '\(url.prefix { $0 != "?" })events'", [], environment: environment)
        _ = try events.line()
        try demo.crash()
        _ = try events.wait()
        _ = try watch.errors { $0.contains("waiting for it") }
    }

    @Test(.enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"), arguments: [40, 60, 77])
    func `on a narrow terminal, only the URL is longer than a line`(columns: Int) throws {
        let command = "\(BuiltProduct.path("tuner-demo")) --no-browser; echo ended $?; exec sleep 600"
        let screen = try Screen(command, environment: environment, columns: columns)
        let text = try screen.text { $0.contains("?token=") && $0.contains("spacing 4") && $0.contains("connected;") }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let values = try #require(lines.firstIndex { $0.hasPrefix("spacing 4  cornerRadius 5.0") })
        let pixels = lines[..<values].flatMap { $0 }.filter { "▀▄".contains($0) }
        #expect(values == 16 && pixels.count > 4 * 8)
        let status = lines[values...].drop { !$0.hasPrefix("connected; drag the sliders at") }
        #expect(status.dropFirst().first?.hasPrefix("http://localhost:") == true)
        #expect(status.dropFirst().joined().contains(/^http:\/\/localhost:[0-9]+\/\?token=[0-9a-f]{64}$/))
        try screen.type("C-c")
        _ = try screen.text { $0.contains("ended 0") }
    }

    @Test(.enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"))
    func `on a terminal, the picture shows the URL, and Ctrl-C ends the demo`() throws {
        let command = "\(BuiltProduct.path("tuner-demo")) --no-browser; echo ended $?; exec sleep 600"
        let screen = try Screen(command, environment: environment, columns: 200)
        let text = try screen.text { $0.contains("?token=") }
        #expect(text.contains("drag the sliders at http://localhost:"))
        #expect(text.contains("spacing 4"))
        try screen.type("C-c")
        _ = try screen.text { $0.contains("ended 0") }
        #expect(try KernelFileSystem().names(in: directory.path).filter { $0.hasPrefix("tuner-test") }.isEmpty)
    }
}
