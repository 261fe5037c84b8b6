import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that `Examples/redis-cache` tunes a real Redis.
@Suite(
    .blocking,
    .enabled(if: Kernel.isProgram("/usr/bin/redis-server") || Demands.areStrict, "missing here: redis-server")
)
struct RedisExampleTests {
    private let installation: Installation

    init() throws { installation = try Installation(.daemon) }

    private func path(_ name: String) -> String { ProjectFile.path("Examples/redis-cache/\(name)") }

    /// Returns the command lines of the processes that use the directory of the test.
    private func processes() throws -> String {
        try Program("/usr/bin/pgrep", ["--full", "--list-full", installation.file("private")]).wait().output
    }

    private func start(_ arguments: String) throws -> Program {
        let directory = installation.file("private")
        try Kernel.createDirectory(directory, mode: 0o700)
        let script = try installation.write("TMPDIR='\(directory)' exec sh '\(path("run"))' \(arguments)", to: "start")
        return try installation.startShell(script)
    }

    @Test func `a short search improves the hit ratio, and all processes end`() throws {
        let result = try start("1 20 15000").wait(within: .seconds(300))
        #expect(result.code == 0, "\(result)")
        let gain = try #require(result.output.firstMatch(of: #/gain +([0-9.]+) /#)?.output.1, "\(result)")
        #expect(try #require(Double(gain)) > 5)
        // Redis has the best value, and not that of the last measurement.
        let best = try #require(result.output.firstMatch(of: #/listpack-value +64 +([0-9]+)\n/#)?.output.1, "\(result)")
        #expect(result.output.hasSuffix("hash-max-listpack-value \(best)\n"), "\(result)")
        #expect(try installation.shell("ls '\(installation.file("private"))'").output == "")
        #expect(try processes() == "")
    }

    @Test func `a signal ends all processes`() throws {
        let program = try start("1")
        let hasBegun = try eventually { try processes().contains("load.py") }
        #expect(hasBegun)
        try program.send(15)
        #expect(try program.wait().code == 143)
        #expect(try processes() == "")
    }

    @Test func `the bridge reports what Redis refuses`() throws {
        _ = try installation.run("start")
        let socket = installation.file("redis")
        let options = ["--port", "0", "--unixsocket", socket, "--dir", installation.file(""), "--save", ""]
        let redis = try Program("/usr/bin/redis-server", options)
        #expect(try eventually { (try? Kernel.status(of: socket)) != nil })
        let bridge = try Program("/usr/bin/python3", ["-B", path("bridge.py"), installation.socket, socket])
        #expect(try eventually { try installation.run("applied").output.contains(" applied ") })
        let used = try installation.run("set", "redis.maxmemory-samples", "7", "--wait-applied", "60s")
        #expect(used.output.contains("] applied the change after "), "\(used)")
        let refused = try installation.run("set", "redis.no-such", "7", "--wait-applied", "60s")
        #expect(refused.output.contains("] refuses redis.no-such: ERR Unknown option"), "\(refused)")
        #expect(refused.code == 1)
        try bridge.crash()
        try redis.crash()
    }
}
