import BlockingTests
import GatewayFiles
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of the file in which the real program keeps its token.
@Suite(.blocking) struct GatewayTokenFileTests {
    @Test func `the token is in a file for its user only, and in no argument`() throws {
        let gateway = try GatewayProcess()
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
        #expect(try Kernel.status(of: gateway.directory.file("tuner")).mode == 0o700)
        let arguments = try KernelFileSystem().open("/proc/\(gateway.program.processID)/cmdline", .read).readWhole()
        #expect(!String(decoding: arguments, as: UTF8.self).contains(try gateway.token))
    }

    @Test func `beside a socket that others share, the token is in the runtime directory`() throws {
        let shared = try TemporaryDirectory()
        try Kernel.setMode(shared.path, 0o775)
        let gateway = try GatewayProcess("--port 0 --socket '\(shared.file("tunerd.sock"))'")
        #expect(try Kernel.names(in: shared.path) == [])
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
    }

    @Test(.needsRoot) func `beside a socket of another user, the token is in the runtime directory`() throws {
        let system = try TemporaryDirectory()
        try Kernel.setOwner(of: system.path, to: 65_534)
        let gateway = try GatewayProcess("--port 0 --socket '\(system.file("tunerd.sock"))'")
        #expect(try Kernel.names(in: system.path) == [])
        #expect(try Kernel.status(of: gateway.tokenFile).mode == 0o600)
    }

    @Test func `beside a named socket in a directory of the user, the token is beside the socket`() throws {
        let own = try TemporaryDirectory()
        let gateway = try GatewayProcess("--port 0 --socket '\(own.file("new/tunerd.sock"))'")
        #expect(try Kernel.names(in: own.file("new")).contains("tunerweb.token"))
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `a token file that other users can read is refused`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("token")
        _ = try TokenFile.token(at: file)
        try Kernel.setMode(file, 0o644)
        let result = try GatewayProcess.run("--port 0 --token-file '\(file)'", in: directory)
        #expect(result.code == 1)
        #expect(
            result.errors
                == "tunerweb: the token file \(file) is open to other users (mode 0644); if other users may know "
                + "its token, type: rm \(file), for a new one; to keep the token, type: chmod 600 \(file); or name another "
                + "file with --token-file\n"
        )
    }

    @Test(arguments: [
        (
            ": > token; chmod 600 token",
            "does not contain a token of 32 to 512 characters; for a new token, type: rm FILE; or "
        ),
        ("mkdir token", "is a directory; "), ("ln -s other token", "is a symbolic link; "),
        ("mkfifo -m 600 token", "is a device or a pipe; "),
        ("chmod 777 .", "is in DIR, which other users can write to; type: chmod go-w DIR; or "),
    ])
    func `a token file that cannot be used is refused with what to do`(command: String, reason: String) throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("own/token")
        try Kernel.createDirectory(directory.file("own"), mode: 0o700)
        _ = try Program(script: "cd '\(directory.file("own"))' && \(command)").wait()
        let result = try GatewayProcess.run("--port 0 --token-file '\(file)'", in: directory)
        #expect(result.code == 1)
        let sentence = reason.replacing("FILE", with: file).replacing("DIR", with: directory.file("own"))
        #expect(result.errors == "tunerweb: the token file \(file) \(sentence)name another file with --token-file\n")
    }
}
