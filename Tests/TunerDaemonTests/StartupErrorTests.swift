import ServiceCore
import SystemCore
import Testing
import TunerDaemon

/// Tests of the messages for a daemon that cannot acquire its resources.
@Suite struct StartupErrorTests {
    private static let group = SocketGroup(name: "devs", id: 7)

    @Test(
        arguments: [
            (
                .failed(SystemError("mkdir", .permissionDenied, path: "/run/a\nb"), .socket),
                #"mkdir of /run/a\u{a}b failed: Permission denied (EACCES); name another path with --socket"#
            ),
            (
                .failed(SystemError("open", .readOnlyFileSystem, path: "/s"), .state),
                "open of /s failed: Read-only file system (EROFS); name another directory with --state"
            ),
            (
                .failed(SystemError("getsockname", .outOfMemory), .manager),
                "getsockname failed: Cannot allocate memory (ENOMEM); "
                    + "start tunerd with its service manager, or without the variables of the service manager"
            ),
            (
                .failed(SystemError("getent", .timedOut, path: "devs"), .group),
                "getent of devs failed: Connection timed out (ETIMEDOUT); "
                    + "name another group, or the number of a group: --socket-group 1234"
            ),
            (
                .noStatePath,
                "there is no state directory: neither XDG_STATE_HOME nor HOME is an absolute path; "
                    + "name a directory with --state"
            ),
            (
                .stateDirectory("/s", .belongs(to: 7)),
                "the state directory /s belongs to user 7; name a directory of your own with --state"
            ),
            (
                .stateDirectory("/s", .isWritable(mode: 0o770)),
                "the state directory /s can be written to by other users (mode 0770); "
                    + "remove this permission with chmod go-w, or name a directory of your own with --state"
            ),
            (
                .stateInUse("/s", pid: 42),
                "tunerd with pid 42 uses the state directory /s; stop it, or name another directory with --state"
            ),
            (
                .stateInUse("/s", pid: nil),
                "another tunerd uses the state directory /s; stop it, or name another directory with --state"
            ),
            (
                .socketPath("/s", .tooLong(length: 120, limit: 107)),
                "/s has 120 bytes, but the path of a Unix socket may have at most 107; name a shorter path with --socket"
            ),
            (
                .socketIsDirectory("/s/"),
                "/s/ is the path of a directory, not of a socket; name a socket in it with --socket"
            ),
            (
                .socketDirectory("/s", .isLink),
                "the socket's directory /s is a symbolic link; name a socket in a directory of your own with --socket"
            ),
            (
                .socketDirectory("/s", .isNotDirectory),
                "the socket's directory /s is not a directory; name a socket in a directory of your own with --socket"
            ),
            (
                .socketDirectory("/s", .isWritable(mode: 0o777)),
                "the socket's directory /s can be written to by other users (mode 0777); "
                    + "remove this permission with chmod go-w, or name a socket in a directory of your own with --socket"
            ),
            (
                // The message must not advise to change the mode of this directory.
                .socketDirectory("/tmp", .isWritable(mode: 0o1777)),
                "the socket's directory /tmp can be written to by other users (mode 01777); "
                    + "name a socket in a directory of your own with --socket"
            ),
            (
                .socketInUse("/s", pid: 42),
                "tunerd with pid 42 uses the socket /s; stop it, or name another path with --socket"
            ),
            (
                .socketHasListener("/s", pid: 42),
                "the process 42 already listens on /s; stop it, or name another path with --socket"
            ),
            (
                .socketHasListener("/s", pid: nil),
                "another program already listens on /s; stop it, or name another path with --socket"
            ),
            (
                .inTheWay("/s", .symbolicLink),
                "/s is a symbolic link, not a socket; "
                    + "move it away, or name another path with --socket"
            ),
            (
                .unknownGroup("a\u{1B}b"),
                #"there is no group a\u{1b}b; name another group, or the number of a group: --socket-group 1234"#
            ),
            (
                .notInGroup("/s", group),
                "the group of /s cannot be devs, because this user is not a member of that group; "
                    + "name another group with --socket-group"
            ),
            (
                .closedToGroup("/run", mode: 0o700, group),
                "the group devs cannot reach the socket through /run (mode 0700); "
                    + "give the group access to this directory with chgrp and chmod, or name another path with --socket"
            ),
            (
                .variable(ServiceVariableFault("LISTEN_FDS", "x")),
                "LISTEN_FDS is x, which is not valid; unset the variable, or start the program with its service manager"
            ),
            (
                .inheritedNothing(4),
                "the service manager did not pass descriptor 4, although LISTEN_FDS includes it; "
                    + "start tunerd with its socket unit, or without LISTEN_FDS"
            ),
            (
                .inheritedNoListener(4),
                "descriptor 4 from the service manager is not a listening Unix stream socket; "
                    + "in the socket unit, use only ListenStream= with paths"
            ),
            (
                .inheritedOpenToAll(nil, group),
                "every user can connect to a socket without a path, not only the group devs; "
                    + "set SocketGroup= and SocketMode=0660 in the socket unit"
            ),
        ] as [(StartupError, String)]
    )
    func `each error has a sentence with a remedy`(error: StartupError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test(
        arguments: [
            (.regular, "a file"), (.directory, "a directory"), (.symbolicLink, "a symbolic link"),
            (.other, "a device or a pipe"),
        ] as [(FileStatus.Kind, String)]
    )
    func `the error names the kind of the file at the socket's path`(kind: FileStatus.Kind, words: String) {
        #expect(StartupError.inTheWay("/s", kind).description.hasPrefix("/s is \(words), not a socket"))
    }
}
