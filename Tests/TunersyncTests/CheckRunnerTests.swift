import BlockingTests
import LoopCore
import SyncEngine
import SyncService
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Real programs as checks.
@Suite(.blocking) struct CheckRunnerTests {
    private final class Bench {
        let loop: EventLoop
        let runner: CheckRunner
        let directory: TemporaryDirectory

        init() throws {
            loop = try EventLoop()
            runner = CheckRunner(on: loop)
            directory = try TemporaryDirectory()
            _ = try Program(script: "chmod 755 '\(directory.path)'").wait()
        }

        /// Makes a script executable.
        func write(_ script: String, as name: String = "check", mode: String = "755") throws {
            try Origin.write("#!/bin/sh\n\(script)\n", to: directory.file(name))
            _ = try Program(script: "chmod \(mode) '\(directory.file(name))'").wait()
        }

        /// Runs a check, and waits for its outcome.
        func outcome(
            of name: String = "check",
            in path: String?? = nil,
            timeout: Duration = .seconds(60),
            environment: [(String, String)] = []
        ) throws -> RolloutCheck.Outcome {
            var check = RolloutCheck(name)
            check.timeout = timeout
            var outcome: RolloutCheck.Outcome?
            runner.run(check, in: path ?? directory.path, environment: environment) { outcome = $0 }
            #expect(outcome == nil, "the outcome never comes during the call")
            while true {
                if let outcome { return outcome }
                try loop.turn()
            }
        }

        func outcome(ofScript script: String) throws -> RolloutCheck.Outcome {
            try write(script)
            return try outcome()
        }
    }

    @Test(
        arguments: [
            ("exit 0", RolloutCheck.Outcome.passed), ("echo fine; exit 0", .passed),
            ("exit 3", .failed("exit code 3")), ("echo; echo ' '; exit 255", .failed("exit code 255")),
            ("echo 'p99 is  900 ms'; echo too slow >&2; exit 1", .failed("p99 is 900 ms too slow")),
            ("printf 'a\\033[1mb\\001c\\n'; exit 1", .failed("a [1mb c")),
            ("kill -9 $$", .noResult("the check check was ended by signal 9")),
            ("kill -TERM $$", .noResult("the check check was ended by signal 15")),
            ("pwd; exit 1", .failed("/")), ("cat; echo $#; exit 1", .failed("0")),
            ("ls -m /proc/self/fd; exit 1", .failed("0, 1, 2, 3")),
        ]
    ) func `the end of a program is the outcome`(_ script: String, _ outcome: RolloutCheck.Outcome) throws {
        #expect(try Bench().outcome(ofScript: script) == outcome)
    }

    @Test func `a reason is the end of what a program prints`() throws {
        let bench = try Bench()
        try bench.write("for i in $(seq 1 40000); do echo line $i; done; exit 1")
        guard case .failed(let reason) = try bench.outcome() else {
            Issue.record("the check has not failed")
            return
        }
        #expect(reason.hasSuffix("line 39999 line 40000"))
        #expect((480...500).contains(reason.utf8.count))
        // Each character has two bytes, so that 500 bytes begin in the middle of one.
        try bench.write("printf 'x'; for i in $(seq 1 300); do printf '\\303\\274'; done; printf 'y'; exit 1")
        #expect(try bench.outcome() == .failed(String(repeating: "ü", count: 249) + "y"))
    }

    @Test func `a program that does not end in time is ended with its group`() throws {
        let bench = try Bench()
        let file = bench.directory.file("pids")
        try bench.write("sleep 1000 & echo $! >'\(file)'; echo $$ >>'\(file)'; wait")
        let wait = { try bench.outcome(timeout: .milliseconds(500)) }
        #expect(try wait() == .noResult("the check check did not end within 0.5 s"))
        let text = String(decoding: try KernelFileSystem().open(file, .read).readWhole(), as: UTF8.self)
        let pids = text.split(separator: "\n").compactMap { Int32($0) }
        #expect(pids.count == 2)
        #expect(
            try eventually {
                bench.loop.schedule(after: .milliseconds(1)) {}
                try bench.loop.turn()
                // A check that was not waited for would stay as a zombie, and hang the exit tests of this process.
                return pids.allSatisfy { Kernel.state(of: $0) != .running } && !Kernel.isProcess(pids[1])
            }
        )
    }

    @Test func `a process that keeps the output open does not delay the outcome`() throws {
        let bench = try Bench()
        let file = bench.directory.file("pid")
        try bench.write("sleep 1000 & echo $! >'\(file)'; echo bad; exit 1")
        #expect(try bench.outcome() == .failed("bad"))
        try bench.write("yes & echo $! >>'\(file)'; exit 0")
        #expect(try bench.outcome() == .passed)
        _ = try Program(script: "kill -9 $(cat '\(file)')").wait()
    }

    @Test func `a program that closes its output is waited for`() throws {
        #expect(try Bench().outcome(ofScript: "exec >&- 2>&-; sleep 0.1; exit 4") == .failed("exit code 4"))
    }

    @Test func `what cannot run has no result`() throws {
        let bench = try Bench()
        let path = bench.directory.path
        func reason(_ name: String = "check", in directory: String?? = nil) throws -> String {
            guard case .noResult(let reason) = try bench.outcome(of: name, in: directory) else { return "" }
            return reason
        }
        #expect(
            try reason(in: .some(nil)) == "this machine allows no checks: its configuration has no fleet.checks"
        )
        for name in ["", ".", "..", "a/b", "/bin/true", "../x"] {
            #expect(try reason(name).hasSuffix("it must be a file in the directory with the checks"), "\(name)")
        }
        #expect(try reason("none") == "the check \(path)/none cannot be read: No such file or directory")
        try KernelFileSystem().createDirectory("\(path)/sub", mode: 0o755)
        #expect(try reason("sub") == "\(path)/sub is a directory, not a program")
        try bench.write("exit 0", mode: "644")
        #expect(try reason() == "the check \(path)/check is not executable; use: chmod +x \(path)/check")
        try Origin.write("nothing", to: "\(path)/text")
        _ = try Program(script: "chmod 755 '\(path)/text'").wait()
        #expect(try reason("text") == "the check \(path)/text could not be started: Exec format error")
        #expect(
            try reason(in: "/no/such")
                == "the directory /no/such with the checks cannot be read: No such file or directory"
        )
        for mode in ["775", "757"] {
            _ = try Program(script: "chmod \(mode) '\(path)'").wait()
            #expect(try reason("text").hasPrefix("group or others may write to the directory \(path)"))
        }
    }

    @Test func `several checks run at the same time`() throws {
        let bench = try Bench()
        let file = bench.directory.file("second")
        try bench.write("until [ -e '\(file)' ]; do sleep 0.01; done; exit 1", as: "first")
        try bench.write(": >'\(file)'", as: "second")
        var outcomes: [RolloutCheck.Outcome] = []
        for name in ["first", "second"] {
            bench.runner.run(RolloutCheck(name), in: bench.directory.path, environment: []) { outcomes.append($0) }
        }
        while outcomes.count < 2 { try bench.loop.turn() }
        #expect(Set(outcomes.map { "\($0)" }) == ["passed", "failed(\"exit code 1\")"])
    }

    #if os(Linux)
    @Test func `a check gets no secret of the environment`() async {
        await #expect(processExitsWith: .success) {
            try Kernel.setEnvironment("ETCD_PASSWORD", to: "s3cret")
            try Kernel.setEnvironment("HOME", to: "/home/t")
            try Kernel.setEnvironment("PATH", to: "/usr/bin:/bin")
            let bench = try Bench()
            try bench.write("tr '\\0' ' ' </proc/$$/environ; exit 1")
            let outcome = try bench.outcome(environment: [("TUNER_LAYER", "a b")])
            demand(outcome == .failed("PATH=/usr/bin:/bin HOME=/home/t TUNER_LAYER=a b"))
        }
    }

    @Test func `checks leave no descriptor and no zombie`() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            try bench.write("exit 1")
            try bench.write("sleep 1000", as: "long")
            _ = try bench.outcome()
            let count = { try KernelFileSystem().names(in: "/proc/self/fd").count }
            let before = try count()
            for _ in 0..<20 { _ = try bench.outcome() }
            _ = try bench.outcome(of: "none")
            _ = try bench.outcome(of: "long", timeout: .milliseconds(10))
            var outcomes = 0
            bench.runner.run(RolloutCheck("long"), in: bench.directory.path, environment: []) { _ in outcomes += 1 }
            bench.runner.close()
            var status: Int32 = 0
            let isOver = try eventually {
                bench.loop.schedule(after: .milliseconds(1)) {}
                try bench.loop.turn()
                // A child that still runs makes the result 0.
                let child = unsafe waitpid(-1, &status, WNOHANG)
                return try child == -1 && count() == before
            }
            demand(isOver)
            demand(outcomes == 0)
        }
    }
    #endif
}
