import BlockingTests
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl start` and `stop` with a real process in the background.
@Suite(.blocking) struct StartTests {
    private typealias Result = Program.Result

    @Test(arguments: Installation.Kind.allCases)
    func `start starts one daemon and stop ends the daemon`(kind: Installation.Kind) throws {
        let installation = try Installation(kind)
        let socket = installation.socket
        let first = try installation.run("start")
        let pid = try #require(number(in: first.errors))
        let log = "\(installation.state)/tunerd.log"
        #expect(
            first == Result(code: 0, errors: "tunerctl: tunerd runs at \(socket) with pid \(pid); its log is \(log)\n")
        )
        let second = try installation.run("start")
        #expect(second == Result(code: 0, errors: "tunerctl: tunerd runs already at \(socket) with pid \(pid)\n"))
        #expect(try installation.run("ping", "--timeout", "60").code == 0)
        #expect(try installation.run("call", "ping") == Result(code: 0, output: "\"pong\"\n"))
        #expect(try installation.run("status").output.split(separator: "\n").contains("pid \(pid)"))
        #expect(
            try installation.run("stop") == Result(code: 0, errors: "tunerctl: the daemon at \(socket) has stopped\n")
        )
        #expect(kill(pid, 0) != 0 || isZombie(pid))
        let gone = "tunerctl: no daemon responds at \(socket); start one with: tunerctl start\n"
        #expect(try installation.run("stop") == Result(code: 4, errors: gone))
        #expect(try installation.run("start").code == 0)
    }

    @Test func `start passes socket and state paths to the daemon and appends to the log`() throws {
        let installation = try Installation(.script, .searchPath)
        let state = installation.file("other/state")
        let socket = installation.file("other.sock")
        for _ in 1...2 {
            let more = "--log-level=error"
            #expect(try installation.run("start", "--socket=\(socket)", "--state", state, "--", more).code == 0)
            #expect(try installation.run("stop", "--socket=\(socket)").code == 0)
        }
        let log = String(
            decoding: try KernelFile(try Kernel.open("\(state)/tunerd.log", .read)).readWhole(),
            as: UTF8.self
        )
        let line = "started with --socket \(socket) --state \(state) --log-file \(state)/tunerd.log --log-level=error\n"
        #expect(log == line + line)
        #expect(try Kernel.status(of: state).mode == 0o700)
        #expect(try Kernel.status(of: "\(state)/tunerd.log").mode == 0o600)
    }

    @Test func `the running daemon rotates its log by size without losing or splitting lines`() throws {
        let installation = try Installation(.daemon)
        let started = try installation.run("start", "--", "--log-file-size", "4096")
        let pid = try #require(number(in: started.errors))
        let log = "\(installation.state)/tunerd.log"
        var rounds = 0
        // The daemon logs one line for each hangup.
        while (try? Kernel.status(of: "\(log).1")) == nil, rounds < 10_000 {
            rounds += 1
            #expect(kill(pid, SIGHUP) == 0)
            #expect(try installation.run("ping").code == 0)
        }
        #expect(try installation.run("stop").code == 0)
        let texts = try ["\(log).1", log].map { path in
            String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
        }
        #expect(texts.allSatisfy { $0.utf8.count <= 4_096 })
        let lines = texts.joined().split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains(#/^[0-9T:.-]+Z info /#) })
        #expect(lines.first?.contains("listening on") == true)
        #expect(lines.last?.hasSuffix("info ended") == true)
        // The start also logs the default of each built-in flag.
        #expect(lines.count { !$0.contains(" info flag ") } == rounds + 3)
        #expect(try Kernel.status(of: log).mode == 0o600)
    }

    @Test func `of ten starts at once, one starts the daemon, and all succeed`() throws {
        let installation = try Installation(.daemon)
        let starts = "for i in 1 2 3 4 5 6 7 8 9 10; do tunerctl start & done; wait"
        let lines = try installation.shell(starts).output.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.count { $0.hasPrefix("tunerctl: tunerd runs at ") } == 1, "\(lines)")
        #expect(lines.count { $0.hasPrefix("tunerctl: tunerd runs already at ") } == 9, "\(lines)")
        #expect(Set(lines.map { number(in: String($0)) }).count == 1, "\(lines)")
    }

    @Test func `start waits for a daemon that has the socket's path and does not listen`() throws {
        let installation = try Installation(.daemon)
        // A daemon that has just started, or that is stopping.
        let lock = try FileLock.acquire("\(installation.socket).lock")
        let late = try installation.run("start", "--timeout", "0.1")
        let log = "\(installation.state)/tunerd.log"
        // The new daemon may not have seen the lock yet, and is then the one that has not responded.
        let sentence = "has not responded within 0.1 s; its log is \(log)\n"
        #expect(late.code == 5)
        #expect(late.errors.hasPrefix("tunerctl: tunerd runs with pid "))
        #expect(late.errors.hasSuffix(sentence))
        let starting = try installation.start("start")
        let isRefused = try eventually {
            let text = String(decoding: try KernelFile(try Kernel.open(log, .read)).readWhole(), as: UTF8.self)
            return text.split(separator: "\n").count { $0.contains(" uses the socket ") } == 2
        }
        #expect(isRefused)
        _ = consume lock
        let result = try starting.wait()
        #expect(result.code == 0)
        #expect(result.errors.hasPrefix("tunerctl: tunerd runs at \(installation.socket) with pid "))
    }

    @Test func `start succeeds right after the daemon was killed, twenty times`() throws {
        let installation = try Installation(.daemon)
        for _ in 1...20 {
            let result = try installation.run("start")
            #expect(result.code == 0, "\(result.errors)")
            let pid = try #require(number(in: result.errors))
            #expect(kill(pid, SIGKILL) == 0)
        }
    }

    @Test func `XDG_STATE_HOME sets the state directory`() throws {
        let directory = try TemporaryDirectory()
        let installation = try Installation(variables: ["XDG_STATE_HOME": directory.file("state")])
        #expect(
            try installation.run("start").errors.hasSuffix("; its log is \(directory.file("state/tuner/tunerd.log"))\n")
        )
        #expect(try installation.run("stop").code == 0)
    }

    @Test func `start prints why the daemon exited`() throws {
        let installation = try Installation()
        let log = "\(installation.state)/tunerd.log"
        let failed = "tunerd failed to start (exit code 3): what is \\u{1b} wrong; its log is \(log)"
        #expect(try installation.run("start", "--", "--fail") == Result(code: 4, errors: "tunerctl: \(failed)\n"))
        let killed = "tunerd failed to start (signal 9): started with --log-file \(log) --kill; its log is \(log)"
        #expect(try installation.run("start", "--", "--kill") == Result(code: 4, errors: "tunerctl: \(killed)\n"))
    }

    @Test func `start repeats the daemon's own error message`() throws {
        let installation = try Installation(.daemon)
        let result = try installation.run("start", "--", "--no-such-option")
        #expect(result.code == 4)
        #expect(result.errors.contains("(exit code 2): tunerd: there is no option --no-such-option"))
    }

    @Test func `start times out when the daemon does not respond`() throws {
        let installation = try Installation()
        let result = try installation.run("start", "--timeout", "0.1", "--", "--wait")
        let pid = try #require(number(in: result.errors))
        #expect(kill(pid, SIGKILL) == 0)
        let log = "\(installation.state)/tunerd.log"
        let sentence = "tunerd runs with pid \(pid) but has not responded within 0.1 s; its log is \(log)"
        #expect(result == Result(code: 5, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func `start names the directories searched for tunerd`() throws {
        let installation = try Installation(.script, .nowhere)
        let sentence = "there is no program tunerd in \(installation.file("bin")) or in $PATH"
        #expect(try installation.run("start") == Result(code: 4, errors: "tunerctl: \(sentence)\n"))
    }

    @Test func `without HOME, start requires a state directory`() throws {
        let installation = try Installation(variables: ["HOME": ""])
        let sentence =
            "there is no state directory: neither $XDG_STATE_HOME nor $HOME is an absolute path; "
            + "name a directory with --state"
        #expect(try installation.run("start") == Result(code: 2, errors: "tunerctl: \(sentence)\n"))
    }

    private func number(in sentence: String) -> Int32? {
        sentence.firstMatch(of: /pid ([0-9]+)/).flatMap { Int32($0.output.1) }
    }

    /// Returns whether the process has ended, even if its parent has not collected it yet.
    private func isZombie(_ pid: Int32) -> Bool {
        guard let file = try? Kernel.open("/proc/\(pid)/stat", .read),
            let bytes = try? KernelFile(file).readWhole()
        else { return true }
        return String(decoding: bytes, as: UTF8.self).contains(") Z ")
    }
}
