import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the real daemon with files that were changed after it exited.
@Suite(.blocking) struct DamagedStateTests {
    private let directory: TemporaryDirectory
    private let journal: String

    init() throws {
        directory = try TemporaryDirectory()
        journal = directory.file("state/journal-00000001")
    }

    /// Creates a state of some batches, with or without a kill at the end; returns its epoch.
    private func leave(batches: Int64 = 6, killed: Bool = false) throws -> JSON? {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        for number in 1...batches {
            try client.call("tunables.set", ["key": .string("a\(number)"), "value": .integer(700_000 + number)])
        }
        let epoch = try client.call("server.info")["epoch"]
        try killed ? daemon.kill() : daemon.stop()
        return epoch
    }

    /// Runs a daemon whose start must fail.
    private func failedStart(_ options: String...) throws -> Program.Result {
        let line = ["--socket", directory.file("tuner/tunerd.sock"), "--state", directory.file("state")] + options
        return try Program(BuiltProduct.path("tunerd"), line).wait()
    }

    /// Replaces the first occurrence of a text in the journal.
    private func replace(_ text: String, with other: String) throws {
        var bytes = try KernelFileSystem().open(journal, .read).readWhole()
        let range = try #require(bytes.firstRange(of: Array(text.utf8)))
        bytes.replaceSubrange(range, with: Array(other.utf8))
        let file = try KernelFileSystem().open(journal, [.write, .truncate])
        try file.writeFully(bytes.span, at: 0)
    }

    @Test func `damage before valid batches stops the start, and --recover keeps all valid batches`() throws {
        let epoch = try leave()
        try replace("700003", with: "700903")
        let files = try Kernel.names(in: directory.file("state")).sorted()
        let result = try failedStart()
        #expect(result.code == 1)
        // The header is one line, and each of the two earlier batches has two.
        let sentence =
            "\(journal) is damaged from line 6 on (byte "
        #expect(result.errors.hasPrefix("tunerd: \(sentence)"), "\(result.errors)")
        #expect(
            result.errors.hasSuffix(
                "before intact batches; to keep the intact parts, start tunerd with --recover; "
                    + "the damaged files are renamed\n"
            )
        )
        #expect(try Kernel.names(in: directory.file("state")).sorted() == files)

        let daemon = try DaemonProcess("--recover", in: directory)
        let client = try daemon.client()
        #expect(try client.value(of: "a3") == nil)
        for number: Int64 in [1, 2, 4, 5, 6] {
            #expect(try client.value(of: "a\(number)") == .integer(700_000 + number))
        }
        let info = try client.call("server.info")
        #expect(info["epoch"] != epoch)
        #expect(info["revision"]?.integer ?? 0 >= 6)
        let names = try Kernel.names(in: directory.file("state"))
        #expect(names.contains { $0.hasPrefix("journal-00000001") && $0.hasSuffix(".damaged") })
        let log = try daemon.program.errors { $0.contains("lost") }
        #expect(log.contains("batch 3 is lost from \(journal)"))
        #expect(log.contains("\(journal) is damaged and was renamed to"))
        try daemon.stop()
        // The repaired state is complete.
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().value(of: "a6") == 700_006)
        #expect(try again.client().call("server.info")["epoch"] == info["epoch"])
    }

    @Test func `damage in the last batch is a torn end, and its revisions are not reused`() throws {
        let epoch = try leave(killed: true)
        try replace("700006", with: "7000!6")
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        #expect(try client.value(of: "a5") == 700_005)
        #expect(try client.value(of: "a6") == nil)
        #expect(try client.call("server.info")["epoch"] == epoch)
        #expect(try client.call("tunables.set", ["key": "b", "value": 1])["revision"]?.integer ?? 0 > 1_000)
        let log = try daemon.program.errors { $0.contains("the daemon ignores them") }
        #expect(log.contains("warning \(journal) ends in line 12 with "), "\(log)")
    }

    @Test(arguments: [[], ["--recover"]])
    func `a newer journal format is refused, also with --recover`(options: [String]) throws {
        _ = try leave()
        let text = #"{"format":"tuner journal","version":5,"number":1,"what":"ever","checksum":"00adb942"}"# + "\n"
        let file = try KernelFileSystem().open(journal, [.write, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
        let result = try options.isEmpty ? failedStart() : failedStart("--recover")
        let sentence =
            "\(journal) has the format version 5, but this tunerd reads only 4 and older; start a newer tunerd"
        #expect(result == Program.Result(code: 1, errors: "tunerd: \(sentence)\n"))
    }

    @Test func `a valid checksum with an invalid record stops the start with the record's line`() throws {
        _ = try leave(batches: 1)
        // The checksums are correct, so only the meaning of the record is wrong.
        let text = """
            {"format":"tuner journal","version":1,"number":1,"epoch":"first","revision":9,"batch":0,"durability":"sync","checksum":"c5a38eb1"}
            {"batch":1,"flushed":0,"records":1,"bytes":14,"checksum":"2d0d71f7"}
            {"what":"is"}

            """
        let file = try KernelFileSystem().open(journal, [.write, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
        let result = try failedStart()
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("tunerd: the record in line 3 of \(journal) "), "\(result.errors)")
    }
}
