import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of a start that finds a pipe or a directory where a file should be.
@Suite(.blocking) struct StrangeFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        arguments: [
            "journal-00000001", "journal-00000002", "snapshot-00000001", "snapshot-00000002", "tunerd.lock",
            "journal-00000002.new",
        ],
        ["mkfifo", "mkdir"]
    )
    func `a start fails and names a state file that is a pipe or directory`(name: String, command: String) throws {
        let first = try DaemonProcess(in: directory)
        try first.client().call("tunables.set", ["key": "a", "value": 1])
        try first.stop()
        let path = directory.file("state/\(name)")
        let made = try Program(script: "rm -f \"$1\" && \(command) -m 600 \"$1\"", [path]).wait()
        try #require(made.code == 0)
        let line = ["--socket", first.socket, "--state", directory.file("state")]
        guard name != "journal-00000002.new" || command == "mkdir" else {
            // The start removes an unfinished file, even if it is a pipe.
            let again = try DaemonProcess(in: directory)
            #expect(try again.client().value(of: "a") == 1)
            return
        }
        let result = try Program(BuiltProduct.path("tunerd"), line).wait()
        #expect(result.code == 1)
        let kind = command == "mkdir" ? "a directory" : "a device or a pipe"
        let subject = name == "tunerd.lock" ? "the lock file of tunerd" : "a file of the state"
        #expect(
            result.errors
                == "tunerd: \(path) is \(kind), not \(subject); move it away, or name another directory with --state\n"
        )
    }

    @Test(arguments: ["--seed", "--flags"]) func `a pipe as the seed or flags file does not block the start`(
        option: String
    ) throws {
        let path = directory.file("pipe")
        let made = try Program(script: "mkfifo \"$1\"", [path]).wait()
        try #require(made.code == 0)
        if option == "--flags" {
            let daemon = try DaemonProcess("--flags '\(path)'", in: directory)
            #expect(try daemon.client().call("server.info")["flagsFile"]["ok"] == false)
        } else {
            let line = ["--socket", directory.file("s/s"), "--state", directory.file("state"), option, path]
            let result = try Program(BuiltProduct.path("tunerd"), line).wait()
            #expect(result.code == 1)
            #expect(result.errors.hasPrefix("tunerd: the seed \(path) cannot be read: "), "\(result.errors)")
        }
    }
}
