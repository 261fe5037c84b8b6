import BlockingTests
import SystemCore
import TestSupport
import Testing
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of starts that fail with a nonzero exit code and a sentence that names the path and a remedy.
@Suite(.blocking) struct FatalStartTests {
    private let directory: TemporaryDirectory
    private let socket: String
    private let state: String

    init() throws {
        directory = try TemporaryDirectory()
        socket = directory.file("run/socket")
        state = directory.file("state")
    }

    private func expect(
        _ sentence: String,
        code: Int32 = 1,
        socket: String? = nil,
        state: String? = nil,
        more: [String] = [],
        under prefix: String = "env",
        location: SourceLocation = #_sourceLocation
    ) throws {
        let line = ["--socket", socket ?? self.socket, "--state", state ?? self.state] + more
        let script = "exec \(prefix) '\(BuiltProduct.path("tunerd"))' \"$@\""
        let result = try Program(script: script, line).wait()
        #expect(result == Program.Result(code: code, errors: "tunerd: \(sentence)\n"), sourceLocation: location)
    }

    @Test func `a second daemon names the first and exits, and the first continues to serve`() throws {
        let first = try DaemonProcess()
        let pid = first.program.processID
        let firstState = first.directory.file("state")
        try expect(
            "tunerd with pid \(pid) uses the state directory \(firstState); stop it, or name another directory with --state",
            state: firstState
        )
        try expect(
            "tunerd with pid \(pid) uses the socket \(first.socket); stop it, or name another path with --socket",
            code: 3,
            socket: first.socket
        )
        let wire = try first.wire()
        try wire.write(request("ping", 1))
        #expect(wire.read { $0.hasSuffix("\n") } == response(1, "\"pong\"") + "\n")
    }

    @Test func `a start fails if the input cannot end`() throws {
        let script = "exec '\(BuiltProduct.path("tunerd"))' --stop-on-eof \"$@\" </dev/null"
        let result = try Program(script: script, ["--socket", socket, "--state", state]).wait()
        #expect(result.code == 1)
        #expect(result.errors == "tunerd: \(StartupError.inputCannotEnd)\n")
    }

    @Test(arguments: ["run", "state"]) func `a start fails in a directory that other users can write to`(
        name: String
    ) throws {
        let subdirectory = directory.file(name)
        try Kernel.createDirectory(subdirectory, mode: 0o777)
        try Kernel.setMode(subdirectory, 0o777)
        let own =
            name == "run"
            ? "name a socket in a directory of your own with --socket" : "name a directory of your own with --state"
        try expect(
            "the \(name == "run" ? "socket's" : "state") directory \(subdirectory) can be written to by other users (mode 0777); "
                + "remove this permission with chmod go-w, or \(own)"
        )
    }

    @Test func `a start fails when the socket path is too long`() throws {
        let long = directory.file(String(repeating: "s", count: 200))
        let length = long.utf8.count
        try expect(
            "\(long) has \(length) bytes, but the path of a Unix socket may have at most \(UnixAddress.limit); name a shorter path with --socket",
            socket: long
        )
    }

    @Test func `a start fails when the socket path is taken, and keeps the file there`() throws {
        let makers: [(String, String)] = [
            (": >", "a file"), ("mkdir", "a directory"), ("ln -s /nowhere", "a symbolic link"),
            ("mkfifo", "a device or a pipe"),
        ]
        for (maker, words) in makers {
            let path = directory.file("in the way of \(words)")
            #expect(try Program(script: "\(maker) \"$1\"", [path]).wait().code == 0)
            let before = try Kernel.status(of: path, followingLinks: false)
            try expect(
                "\(path) is \(words), not a socket; move it away, or name another path with --socket",
                socket: path
            )
            #expect(try Kernel.status(of: path, followingLinks: false).identity == before.identity)
        }
    }

    @Test func `a start fails when the socket directory is a symbolic link`() throws {
        try Kernel.createDirectory(directory.file("directory"), mode: 0o700)
        #expect(symbolicLink(directory.file("run"), to: directory.file("directory")))
        try expect(
            "the socket's directory \(directory.file("run")) is a symbolic link; "
                + "name a socket in a directory of your own with --socket"
        )
    }

    @Test(OtherUsers.needsRoot, arguments: ["run", "state"])
    func `a start fails when the user cannot write to the directory`(name: String) throws {
        let subdirectory = directory.file(name)
        try Kernel.setMode(directory.path, 0o711)
        for name in ["run", "state"] {
            try Kernel.createDirectory(directory.file(name), mode: 0o700)
            OtherUsers.give(directory.file(name), to: OtherUsers.user)
        }
        try Kernel.setMode(subdirectory, 0o500)
        let (file, way) =
            name == "run" ? ("socket.lock", "path with --socket") : ("tunerd.lock", "directory with --state")
        try expect(
            "open of \(subdirectory)/\(file) failed: Permission denied (EACCES); name another \(way)",
            under: "setpriv --reuid \(OtherUsers.user) --regid \(OtherUsers.group.id) --clear-groups"
        )
    }

    @Test func `a start fails when the group is unknown or cannot traverse the directory`() throws {
        try expect(
            "there is no group no-such; name another group, or the number of a group: --socket-group 1234",
            more: ["--socket-group", "no-such"]
        )
        try expect(
            "the group \(OtherUsers.group.id) cannot reach the socket through \(directory.path) (mode 0700); "
                + "give the group access to this directory with chgrp and chmod, or name another path with --socket",
            more: ["--socket-group", "\(OtherUsers.group.id)"]
        )
    }

    @Test func `a start fails when no state directory is known`() throws {
        let line = "exec env -u HOME -u XDG_STATE_HOME '\(BuiltProduct.path("tunerd"))' --socket '\(socket)'"
        let sentence = "neither XDG_STATE_HOME nor HOME is an absolute path; name a directory with --state"
        let expected = Program.Result(code: 1, errors: "tunerd: there is no state directory: \(sentence)\n")
        #expect(try Program(script: line).wait() == expected)
    }

    @Test func `a start fails on invalid variables or missing descriptors of a service manager`() throws {
        let way = "unset the variable, or start the program with its service manager"
        try expect("NOTIFY_SOCKET is vsock:1:2, which is not valid; \(way)", under: "env NOTIFY_SOCKET=vsock:1:2")
        try expect("LISTEN_FDS is x, which is not valid; \(way)", under: "env LISTEN_PID=$$ LISTEN_FDS=x")
        try expect(
            "the service manager did not pass descriptor 3, although LISTEN_FDS includes it; "
                + "start tunerd with its socket unit, or without LISTEN_FDS",
            under: "env LISTEN_PID=$$ LISTEN_FDS=1"
        )
    }

    @Test func `a start fails on an unknown option`() throws {
        try expect(
            "there is no option --sokcet; did you mean --socket?; see tunerd --help",
            code: 2,
            more: ["--sokcet"]
        )
    }

    @Test func `a failed start leaves neither a socket nor a lock`() throws {
        try expect(
            "there is no group no-such; name another group, or the number of a group: --socket-group 1234",
            more: ["--socket-group", "no-such"]
        )
        #expect(try Kernel.names(in: directory.path).isEmpty)
    }
}
