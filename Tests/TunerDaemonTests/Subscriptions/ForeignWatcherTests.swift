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

    /// Returns the example in a language.
    private func lines(in language: String) throws -> String {
        let blocks = try ProjectFile.text("protocol.md").split(separator: "```\(language)\n").dropFirst()
        let block = try #require(blocks.first { $0.contains("subscribe") })
        return String(block.prefix(upTo: block.firstRange(of: "```")?.lowerBound ?? block.endIndex))
    }

    private func start(_ script: String, _ arguments: String...) throws -> Program {
        let environment = ["XDG_RUNTIME_DIR": daemon.directory.path, "PATH": Kernel.environment("PATH") ?? ""]
        return try Program(script: script, arguments, environment: environment)
    }

    /// Waits until a program has subscribed.
    private func beWatched() throws {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try writer.ask("server.info")["subscriptions"] != 1 {
            guard Kernel.monotonicTime() < deadline else { return }
        }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let bytes = Array(text.utf8)
        let path = daemon.directory.file(name)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(bytes.span, at: 0)
        return path
    }

    private func check(_ told: String) {
        #expect(told.contains("tunables.changed") && told.contains("ui.a"))
        #expect(!told.contains("other"))
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/nc") || Demands.areStrict, "missing here: nc"))
    func `nc, which has nothing more to say`() throws {
        let nc = try start(try lines(in: "sh"))
        try beWatched()
        try writer.ask("tunables.update", ["values": ["ui.a": 1, "other": 1]])
        check(try nc.output { $0.contains("changed") && $0.hasSuffix("\n") })
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/python3") || Demands.areStrict, "missing here: python3"))
    func `three lines of Python`() throws {
        let script = try write(try lines(in: "python"), to: "watch.py")
        let python = try start(#"exec /usr/bin/python3 -u "$1""#, script)
        try beWatched()
        try writer.ask("tunables.update", ["values": ["ui.a": 1, "other": 1]])
        check(try python.output { $0.contains("changed") && $0.hasSuffix("\n") })
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/vim") || Demands.areStrict, "missing here: vim"))
    func `Vim shows changes as they come`() throws {
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
        try beWatched()
        try writer.ask("tunables.set", ["key": "ui.a", "value": 1])
        try writer.ask("tunables.set", ["key": "other", "value": 1])
        try writer.ask("tunables.update", ["values": ["ui.a": 2, "ui.b": "end"]])
        #expect(try vim.wait().code == 0)
        let file = try KernelFileSystem().open(output, .read)
        let messages = String(decoding: try file.readWhole(), as: UTF8.self).split(separator: "\n")
        let told = messages.filter { $0.hasPrefix("[{") }
        #expect(told.count == 2)
        #expect(told.first?.contains("'value': 1") == true)
        #expect(told.last?.contains("'old': 1") == true && told.last?.contains("'end'") == true)
        #expect(!messages.contains { $0.contains("other") })
    }
}
