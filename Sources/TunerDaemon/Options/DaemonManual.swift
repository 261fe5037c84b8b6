import OptionCore
import TunerAPI

/// The manual page of the daemon, generated from its options.
package enum DaemonManual {
    package static var text: String {
        let sections: [String] = [
            Roff.head("tunerd", "serve live constants and feature flags on a Unix socket", release: API.release),
            Roff.synopsis("tunerd", ["[OPTION]..."]),
            Roff.section("DESCRIPTION", Roff.prose(description)),
            Roff.section("OPTIONS", Roff.list(DaemonOptions.all.map(\.shape))),
            Roff.section("SIGNALS", Roff.list(signals)),
            Roff.section("EXIT STATUS", Roff.list(exitCodes)),
            Roff.section("ENVIRONMENT", Roff.list(environment)),
            Roff.section("FILES", Roff.list(files)),
            Roff.references(["tunerctl"]),
        ]
        return sections.joined()
    }

    private static let description = """
        tunerd stores live constants and feature flags, and serves them to the programs of a machine by JSON-RPC 2.0
        on one Unix socket. It runs in the foreground. To run it in the background, use tunerctl start, or the
        systemd units.

        Only the user of the daemon and root can connect, unless --socket-group names a group. A second daemon with
        the same socket or the same state directory does not start.
        """

    private static let signals = [
        (
            "SIGTERM, SIGINT",
            "Stop: remove the socket, finish the requests for at most five seconds, write all changes, and exit. A second "
                + "signal stops without waiting."
        ),
        (
            "SIGHUP",
            "Read the file of --flags again, and open the file of --log-file again if another program has renamed it."
        ),
    ]

    private static let exitCodes = [
        ("0", "A signal or a client has stopped the daemon."), ("1", "The daemon could not start, or it failed."),
        ("2", "The command line was wrong."), ("3", "Another tunerd uses the socket."),
    ]

    private static let environment =
        PathVariables.all + [
            ("LISTEN_FDS, LISTEN_PID", "Sockets that a service manager passes; the daemon then creates none."),
            ("NOTIFY_SOCKET", "The socket for notifications to the service manager."),
        ]

    private static let files = [
        (
            "$XDG_RUNTIME_DIR/tuner/tunerd.sock",
            "The socket, with its lock in tunerd.sock.lock; without XDG_RUNTIME_DIR, /tmp/tuner-UID/tunerd.sock."
        ),
        ("$XDG_STATE_HOME/tuner", "The state directory; without XDG_STATE_HOME, ~/.local/state/tuner."),
        (
            "journal-N, snapshot-N, tunerd.lock",
            "The journals, the snapshots and the lock of the state directory. A name that ends in .new is not finished. "
                + "--recover renames damaged files to names that end in .damaged."
        ),
        (
            "$XDG_STATE_HOME/tuner/tunerd.log",
            "The log of a daemon that tunerctl start has started. A log of --log-file is renamed to FILE.1 when it is "
                + "full, here to tunerd.log.1, and FILE.1 to FILE.2. The daemon keeps --log-files renamed files, so "
                + "the log uses at most the space of that number of files and one more. To rotate the log with "
                + "logrotate instead, with or without copytruncate, set a larger --log-file-size. The daemon needs no "
                + "signal: before it writes a line, it checks whether the file was renamed or truncated."
        ),
        (
            "tunerd.service, tunerd.socket",
            "The systemd units for a user, in share/systemd/user below the directory of the installation. A "
                + "package has them in /usr/lib/systemd/user."
        ),
    ]
}
