import TestSupport
import Testing

@testable import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ProcessTests {
    @Test func `isProcess is true only for pids of running processes`() {
        #expect([Kernel.processID, 1, 0, -1, .max].map(Kernel.isProcess) == [true, true, false, false, false])
    }

    @Test func `environment returns set variables and nil for others`() {
        #expect(Kernel.environment("PATH") != nil)
        #expect(Kernel.environment("TUNER_NO_SUCH_VARIABLE") == nil)
    }

    @Test func `a removed variable is unset, and a second removal does nothing`() async {
        await #expect(processExitsWith: .success) {
            demand(unsafe setenv("TUNER_TAKEN_OUT", "1", 1) == 0)
            demand(Kernel.environment("TUNER_TAKEN_OUT") == "1")
            Kernel.removeFromEnvironment("TUNER_TAKEN_OUT")
            demand(Kernel.environment("TUNER_TAKEN_OUT") == nil)
            Kernel.removeFromEnvironment("TUNER_TAKEN_OUT")
        }
    }

    #if os(Linux)
    @Test func `processName returns the name of a process`() throws {
        let bytes = try KernelFileSystem().open("/proc/self/comm", .read).readWhole()
        #expect(Kernel.processName(of: Kernel.processID) == String(decoding: bytes.dropLast(), as: UTF8.self))
        #expect(Kernel.processName(of: .max) == nil)
    }
    #endif

    #if os(Linux)
    @Test func `a raised limit is at most the system's, and never below the present one`() {
        #expect(Kernel.raisedLimit(from: 256, to: .max, most: 10_240) == 10_240)
        #expect(Kernel.raisedLimit(from: 256, to: 4_096, most: 10_240) == 4_096)
        #expect(Kernel.raisedLimit(from: 65_536, to: .max, most: 10_240) == 65_536)
    }

    @Test func `raiseDescriptorLimit sets the soft limit to the hard limit`() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            unsafe getrlimit(resource, &limit)
            let hard = limit.rlim_max
            limit.rlim_cur = 64
            unsafe setrlimit(resource, &limit)
            demand(try Kernel.raiseDescriptorLimit() == Int(clamping: hard))
            unsafe getrlimit(resource, &limit)
            demand(limit.rlim_cur == hard)
        }
    }
    #endif

    #if os(Linux)
    @Test func `a background program has its own session, empty input and no inherited descriptor`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let output = directory.file("output")
            let text = Array("before\n".utf8)
            try KernelFile(try Kernel.open(output, [.write, .create])).writeFully(text.span, at: 0)
            let inherited = try Kernel.open(output, .read)
            _ = fcntl(inherited.raw, F_SETFD, 0)
            Kernel.ignoreBrokenPipes()
            let script = """
                cat; cut -d ' ' -f 6 /proc/$$/stat; ls -m /proc/$$/fd; echo "$TMPDIR$1" >&2; kill -PIPE $$
                """
            let pid = try Kernel.startInBackground("/bin/sh", ["-c", RawText(script), "sh", "it's"], output: output)
            demand(try Kernel.waitForEnd(ofChild: pid) == .killed(Signal(SIGPIPE)))
            let expected = """
                before
                \(pid)
                0, 1, 2
                \(Kernel.environment("TMPDIR") ?? "")it's

                """
            let written = String(decoding: try KernelFile(try Kernel.open(output, .read)).readWhole(), as: UTF8.self)
            demand(written == expected)
            demand(fcntl(inherited.raw, F_GETFD) == FD_CLOEXEC)
        }
    }

    @Test func `starting a missing program throws an error with its path`() async {
        await #expect(processExitsWith: .success) {
            do throws(SystemError) {
                _ = try Kernel.startInBackground("/no/such", [], output: "/dev/null")
                demand(false)
            } catch {
                demand(error == SystemError("posix_spawn", .noSuchFile, path: "/no/such"))
            }
        }
    }

    #if os(Linux)
    @Test func `a program that is spawned as a group leads its own process group`() async {
        await #expect(processExitsWith: .success) {
            let stream = try Kernel.open("/dev/null", [.read, .write])
            let script = RawText("read -r pid name state parent group rest </proc/$$/stat; [ $group = $$ ]")
            let pid = try Kernel.spawnGroup(
                RawText("sh"),
                [RawText("-c"), script],
                reading: stream,
                writing: stream,
                logging: stream
            )
            demand(try Kernel.waitForEnd(ofChild: pid) == .exited(0))
        }
    }
    #endif

    @Test func `a process descriptor becomes readable when the process exits`() async {
        await #expect(processExitsWith: .success) {
            let pid = try Kernel.startInBackground("/bin/sh", ["-c", "kill -9 $$"], output: "/dev/null")
            guard let process = try Kernel.openProcess(pid) else {
                preconditionFailure("a child stays until waited for")
            }
            demand(try Kernel.wait(for: .readable, on: process, .duration(.seconds(60))).contains(.readable))
            demand(try Kernel.waitForEnd(ofChild: pid) == .killed(Signal(SIGKILL)))
            let gone = try Kernel.openProcess(pid)
            demand(gone == nil)
        }
    }

    @Test func `exitWhenInterrupted makes an interrupt exit with code 130`() async {
        await #expect(processExitsWith: .exitCode(130)) {
            Kernel.exitWhenInterrupted()
            kill(getpid(), SIGINT)
            while true { pause() }
        }
    }
    #endif

    @Test func `isProgram is true only for executable files`() throws {
        let directory = try TemporaryDirectory()
        _ = try Kernel.open(directory.file("text"), [.write, .create])
        #expect(Kernel.isProgram("/bin/sh"))
        #expect(!Kernel.isProgram("/bin"))
        #expect(!Kernel.isProgram("/bin/sh\0"))
        #expect(!Kernel.isProgram(directory.file("text")))
        #expect(!Kernel.isProgram(directory.file("nothing")))
        #expect(Kernel.programPath.map(Kernel.isProgram) == true)
    }
}
