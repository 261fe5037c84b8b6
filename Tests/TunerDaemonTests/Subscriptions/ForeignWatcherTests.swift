import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of other programs that watch values with the examples in `protocol.md`.
@Suite(.blocking) struct ForeignWatcherTests {
    private let daemon: DaemonProcess
    private let writer: Client

    init() throws {
        daemon = try DaemonProcess()
        writer = try daemon.client()
    }

    /// Returns the page's block in a language that subscribes: one that resumes with `since`, or one that does not.
    private func lines(in language: String, resuming: Bool = false) throws -> String {
        let parts = try ProjectFile.text("protocol.md").split(separator: "```\(language)\n").dropFirst()
        let blocks = parts.map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
        return String(try #require(blocks.first { $0.contains("subscribe") && $0.contains("since") == resuming }))
    }

    private func start(
        _ script: String,
        _ arguments: String...,
        on streams: Program.Streams = .pipes
    ) throws -> Program {
        let environment = ["XDG_RUNTIME_DIR": daemon.directory.path, "PATH": Kernel.environment("PATH") ?? ""]
        return try Program(script: script, arguments, environment: environment, on: streams)
    }

    /// Waits until a program has subscribed.
    private func waitForSubscription() throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try writer.call("server.info")["subscriptions"] != 1 {
            guard Kernel.monotonicTime() < deadline else { return }
        }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let bytes = Array(text.utf8)
        let path = daemon.directory.file(name)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(bytes.span, at: 0)
        return path
    }

    private func check(_ output: String) {
        #expect(output.contains("tunables.changed") && output.contains("ui.a"))
        #expect(!output.contains("other"))
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/nc") || Demands.areStrict, "missing here: nc"))
    func `the nc example receives notifications after its input ends`() throws {
        let nc = try start(try lines(in: "sh"))
        try waitForSubscription()
        try writer.call("tunables.update", ["values": ["ui.a": 1, "other": 1]])
        check(try nc.output { $0.contains("changed") && $0.hasSuffix("\n") })
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/python3") || Demands.areStrict, "missing here: python3"))
    func `the three lines of Python receive notifications`() throws {
        let script = try write(try lines(in: "python"), to: "watch.py")
        let python = try start(#"exec /usr/bin/python3 -u "$1""#, script)
        try waitForSubscription()
        try writer.call("tunables.update", ["values": ["ui.a": 1, "other": 1]])
        check(try python.output { $0.contains("changed") && $0.hasSuffix("\n") })
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing here: socat"))
    func `socat prints the lines of the quick start`() throws {
        let lines = try lines(in: "console").split(separator: "\n").map(String.init)
        let socat = try start(String(try #require(lines.first).dropFirst(2)), on: .allPipes)
        var expected = ""
        for line in lines.dropFirst() {
            if line.contains(/"id":[0-9]+,"method"/) {
                // A person types a request when the response to the one before it is there.
                let count = expected.split(separator: "\n").count
                let output = try socat.output { output in
                    count == 0 || output.split(separator: "\n").count >= count && output.hasSuffix("\n")
                }
                #expect(plain(output) == expected)
                try socat.write(line + "\n")
            } else {
                expected += plain(line + "\n")
            }
        }
        #expect(plain(try socat.output { $0.contains("nearest") && $0.hasSuffix("\n") }) == expected)
    }

    /// A text without what is different each time.
    private func plain(_ text: String) -> String {
        text.replacing(/"(time|epoch)":"[^"]*"/, with: "").replacing(/"(pid|uid)":[0-9]+/, with: "")
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/python3") || Demands.areStrict, "missing here: python3"))
    func `the Python client resumes after a restart of the daemon`() throws {
        let script = try write(try lines(in: "python", resuming: true), to: "client.py")
        try checkResuming(try start(#"exec /usr/bin/python3 -u "$1""#, script))
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/node") || Demands.areStrict, "missing here: node"))
    func `the Node client resumes after a restart of the daemon`() throws {
        let script = try write(try lines(in: "js", resuming: true), to: "client.js")
        try checkResuming(try start(#"exec /usr/bin/node "$1""#, script))
    }

    @Test(arguments: ["python", "js"]) func `the client that resumes has at most 30 lines`(language: String) throws {
        #expect(try lines(in: language, resuming: true).count { $0 == "\n" } <= 30)
    }

    /// Checks that a client prints a value, all values, a change, and after a restart of the daemon what it missed.
    private func checkResuming(_ program: Program) throws {
        #expect(try program.output { $0.contains("values:") && $0.hasSuffix("\n") }.hasPrefix("value: 2\n"))
        try writer.call("tunables.update", ["values": ["ui.scale": 41, "other": 1]])
        #expect(try program.output { $0.contains("41") && $0.hasSuffix("\n") }.contains("changed:"))
        try daemon.stop()
        let next = try DaemonProcess(in: daemon.directory)
        try next.client().call("tunables.set", ["key": "ui.scale", "value": 42])
        let output = try program.output { $0.contains("42") && $0.hasSuffix("\n") }
        #expect(output.contains("missed:"))
        #expect(output.split(separator: "\n").count { $0.contains("values:") } == 1)
        #expect(!output.contains("other"))
        try next.stop()
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/vim") || Demands.areStrict, "missing here: vim"))
    func `the Vim example receives notifications`() throws {
        let output = daemon.directory.file("messages")
        let script = try write(
            """
            \(try lines(in: "vim"))
            " Vim handles what arrives while it sleeps.
            while execute('messages') !~ 'end'
                sleep 10m
            endwhile
            call writefile(split(execute('messages'), "\\n"), '\(output)')
            qall!
            """,
            to: "watch.vim"
        )
        let vim = try start(#"exec vim -es -u NONE -i NONE --not-a-term -S "$1""#, script)
        try waitForSubscription()
        try writer.call("tunables.set", ["key": "ui.a", "value": 1])
        try writer.call("tunables.set", ["key": "other", "value": 1])
        try writer.call("tunables.update", ["values": ["ui.a": 2, "ui.b": "end"]])
        #expect(try vim.wait().code == 0)
        let file = try KernelFileSystem().open(output, .read)
        let messages = String(decoding: try file.readWhole(), as: UTF8.self).split(separator: "\n")
        let notifications = messages.filter { $0.hasPrefix("[{") }
        #expect(notifications.count == 2)
        #expect(notifications.first?.contains("'value': 1") == true)
        #expect(notifications.last?.contains("'old': 1") == true && notifications.last?.contains("'end'") == true)
        #expect(!messages.contains { $0.contains("other") })
    }
}
