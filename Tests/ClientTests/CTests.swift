import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The library for C, `clients/c`, with programs in C and the real daemon.
@Suite(.blocking) struct CTests {
    private static let names = [
        "types", "strings", "errors", "arguments", "updates", "flags", "values file", "keys of threads",
        "declared keys", "stress",
        "crossed snapshots", "calling", "polling", "removing", "inside", "freeing", "reporting", "ending", "forking",
        "closing", "context", "posting", "posted faults", "wrong worlds", "posting too much",
    ]

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Kernel.createDirectory(directory.file("run"), mode: 0o700)
    }

    private func check(_ name: String) throws -> Program.Result {
        let socket = directory.file("run/tunerd.sock")
        let options = ["--socket", socket, "--state", directory.file("state"), "--durability", "none"]
        let daemon = try Program(BuiltProduct.path("tunerd"), options)
        _ = try daemon.errors { $0.contains("listening on") }
        let environment = ["TUNER_SOCKET": socket, "PATH": "/usr/bin:/bin"]
        return try Program(BuiltProduct.path("c-checks"), [name], environment: environment).wait(within: .seconds(120))
    }

    @Test(arguments: names) func `a program in C reads, writes and is called as the header says`(name: String) throws {
        let result = try check(name)
        let count = result.output.firstMatch(of: /^ok: ([0-9]+) checks\n$/).flatMap { Int($0.1) } ?? 0
        #expect(result.code == 0 && count > 0, "\(result.output)\(result.errors)")
    }

    @Test func `all checks of the program in C are tests`() throws {
        let result = try Program(BuiltProduct.path("c-checks")).wait()
        #expect(result.output.split(separator: "\n").map(String.init) == Self.names)
        #expect(try check("no such check").code == 2)
    }
}
