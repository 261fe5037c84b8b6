import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the first values of a new state.
@Suite(.blocking) struct SeedTests {
    private let directory: TemporaryDirectory
    private let seed: String

    init() throws {
        directory = try TemporaryDirectory()
        seed = directory.file("seed.json")
    }

    private func write(_ text: String) throws {
        let file = try KernelFileSystem().open(seed, [.write, .create, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    @Test func `the seed is applied once, before the first response, as a commit of the daemon`() throws {
        try write(#"{"ui.scale": 2, "ui.title": "Stew", "net.hosts": ["a", "b"]}"#)
        let first = try DaemonProcess("--seed '\(seed)'", in: directory)
        let client = try first.client()
        // The value is available to the first request.
        #expect(try client.value(of: "ui.scale") == 2)
        let last = try client.call("tunables.last")
        #expect(last["operation"] == "tunables.update")
        #expect(last["actor"]["client"] == "tunerd")
        #expect(last["revision"] == 1)
        #expect(last["changes"]?.elements.count == 3)
        try client.call("tunables.reset", ["key": "ui.scale"])
        try first.kill()
        try write(#"{"ui.scale": 3}"#)
        let again = try DaemonProcess("--seed '\(seed)'", in: directory)
        #expect(try again.client().value(of: "ui.scale") == nil)
        #expect(try again.client().value(of: "ui.title") == "Stew")
    }

    @Test(arguments: [
        ("{\"a\": 1,\n \"b\": }", "is not JSON: line 2, column 7"),
        ("[1]", "must be a JSON object of keys and values"),
        ("{\"a\": 1,\n  \"a\": 2}", "has a twice, again in line 2, column 3"),
        ("{\"a\": 1,\n \"b c\": 2}", "line 2, column 2: "),
        ("{\"a\": 1,\n\n \"b\": null}", "line 3, column 7: "),
    ])
    func `a faulty seed stops the start and names the position`(
        text: String,
        words: String
    ) throws {
        try write(text)
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", directory.file("state")]
        let result = try Program(BuiltProduct.path("tunerd"), line + ["--seed", seed]).wait()
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("tunerd: the seed \(seed)"), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        try write(#"{"a": 5}"#)
        let daemon = try DaemonProcess("--seed '\(seed)'", in: directory)
        #expect(try daemon.client().value(of: "a") == 5)
    }

    @Test func `a missing seed file stops the start`() throws {
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", directory.file("state")]
        let result = try Program(BuiltProduct.path("tunerd"), line + ["--seed", seed]).wait()
        #expect(result.code == 1)
        let sentence = "the seed \(seed) cannot be read: open of \(seed) failed: No such file or directory (ENOENT)"
        #expect(result.errors == "tunerd: \(sentence)\n")
    }

    @Test func `a strict daemon refuses a seed with an undeclared key`() throws {
        try write("{\n \"a\": 1}")
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", directory.file("state")]
        let result = try Program(BuiltProduct.path("tunerd"), line + ["--strict", "--seed", seed]).wait()
        #expect(result.code == 1)
        #expect(
            result.errors
                == "tunerd: the seed \(seed), line 2, column 7: a is not declared, and tunerd runs with --strict\n"
        )
    }
}
