import SystemCore
import TestSupport
import Testing

/// Does what a guide says, in a new home directory, and compares what the terminals show with the guide.
final class GuidePlayer {
    private let directory: TemporaryDirectory
    /// The host of the gateway, which listens on a free port: another program may use the one in the guide.
    private var host = "localhost:8081"
    /// The program in the second terminal, and what the guide has shown of its output.
    private var running: (program: Program, output: String)?

    init() throws {
        directory = try TemporaryDirectory()
        // The directory in the variables of the desktop.
        for name in ["run", "home"] { try Kernel.createDirectory(directory.file(name), mode: 0o700) }
    }

    // The programs of a test must end with the test.
    deinit {
        try? running?.program.crash()
        _ = try? shell("tunerctl web --stop; tunerctl stop").wait()
    }

    /// Plays a page; the daemon runs before the first command, unless this command starts it.
    func play(_ page: String) throws {
        let guide = Guide(try ProjectFile.text(page))
        let commands = try #require(guide.firstCommands, "\(page) has no commands")
        if !commands.hasPrefix("$ tunerctl start\n") { #expect(try shell("tunerctl start").wait().code == 0) }
        for part in guide.parts { try play(part, of: page) }
    }

    private func play(_ part: Guide.Part, of page: String) throws {
        switch part {
        case .file(let name, let text): try write(text, to: name)
        case .commands(let block): for step in Tour.steps(ofBlock: block) { try play(step, of: page) }
        case .program(let block): try start(try #require(Tour.steps(ofBlock: block).first), of: page)
        case .output(let text): try expectOutput(text, of: page)
        case .hidden(let command):
            let result = try shell(command).wait()
            #expect(result.code == 0, "\(page): \(command) printed \(result.output)")
        }
    }

    private func play(_ step: Tour.Step, of page: String) throws {
        let isStart = step.command == "tunerctl web --url"
        let result = try shell(step.command + (isStart ? " --port 0" : "")).wait()
        #expect(plain(result.output) == plain(step.output), "\(page): \(step.command)")
        if isStart { host = try #require(result.output.firstMatch(of: /localhost:[0-9]+/)).output.description }
    }

    private func start(_ step: Tour.Step, of page: String) throws {
        // A reader has pressed Ctrl-C before.
        try running?.program.crash()
        running = (try shell(step.command), "")
        try expectOutput(step.output, of: page)
    }

    private func expectOutput(_ text: String, of page: String) throws {
        let running = try #require(running, "\(page) shows the output of a program that does not run")
        let expected = running.output + text
        let output = try running.program.output(within: .seconds(60)) { plain($0).hasPrefix(plain(expected)) }
        // The rest of the page would wait for output that does not come.
        try #require(plain(output) == plain(expected), "\(page)")
        self.running = (running.program, expected)
    }

    private func write(_ text: String, to name: String) throws {
        let path = directory.file("home/\(name)")
        let file = try Kernel.open(path, [.write, .create, .truncate])
        try KernelFile(file).writeFully(Array(text.utf8).span, at: 0)
        if text.hasPrefix("#!") { try Kernel.setMode(path, 0o755) }
    }

    /// Starts a command line in a terminal.
    private func shell(_ line: String) throws -> Program {
        let programs = BuiltProduct.path("tunerctl").dropLast("/tunerctl".count)
        let line = line.replacing("localhost:8081", with: host)
        return try Program(
            script: "cd '\(directory.file("home"))'\n\(line)",
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": directory.file("home"),
                "XDG_RUNTIME_DIR": directory.file("run"), "NO_COLOR": "1",
                "PYTHONPATH": ProjectFile.path("clients/python/src"), "PYTHONDONTWRITEBYTECODE": "1",
            ],
            on: .terminal
        )
    }

    /// Returns an output without the parts that differ in each run.
    private func plain(_ output: String) -> String {
        let lines = output.replacing("\r\n", with: "\n").replacing(directory.file("run"), with: "/run/user/1000")
        return Tour.plain(lines.replacing(directory.file("home"), with: "/home/me"))
            .replacing(/\[[0-9]+\]/, with: "[PID]")
            .replacing(/[0-9]+ s ago/, with: "N s ago")
    }
}

extension Guide {
    fileprivate var firstCommands: String? {
        parts.lazy.compactMap { if case .commands(let block) = $0 { block } else { nil } }.first
    }
}
