import OptionCore
import TunerAPI

/// The manual page of tunerweb, generated from its options.
package enum GatewayManual {
    package static var text: String {
        let sections: [String] = [
            Roff.head("tunerweb", "the HTTP gateway to tunerd on this machine", release: API.release),
            Roff.synopsis("tunerweb", ["[OPTION]..."]),
            Roff.section("DESCRIPTION", Roff.prose(description)),
            Roff.section("OPTIONS", Roff.list(GatewayOptions.all.map(\.shape))),
            Roff.section("ACCESS", Roff.prose(access)),
            Roff.section("PATHS", Roff.list(paths)),
            Roff.section("WORLDS", Roff.prose(worlds)),
            Roff.section("EVENTS", Roff.prose(eventsText) + Roff.list(events)),
            Roff.section("SIGNALS", Roff.list(signals)),
            Roff.section("EXIT STATUS", Roff.list(exitCodes)),
            Roff.section("ENVIRONMENT", Roff.list(environment)),
            Roff.section("FILES", Roff.list(files)),
            Roff.references(["tunerd", "tunerctl"]),
        ]
        return sections.joined()
    }

    private static let description = """
        tunerd listens on a Unix socket only. tunerweb is a separate process that serves HTTP, by default at
        http://localhost:8081/, and sends the requests to tunerd. Without a running tunerd, a request for values or flags
        returns 503 and the command that starts tunerd. tunerweb runs in the foreground. The command "tunerctl web" starts it
        in the background, and the unit tunerweb.socket of systemd starts it with the first connection. Examples:

          curl localhost:8081/tune
          curl -X PUT localhost:8081/tune/ui.cornerRadius/12
          curl -N 'localhost:8081/events?match=ui.*'

        It listens on loopback addresses only, so other machines cannot connect. To use it from another machine, type there:

          ssh -L 8081:localhost:8081 HOST

        HOST is the machine that runs tunerweb. All users of the other machine can then send requests as you.
        """

    private static let access = """
        The Host field must be localhost, 127.0.0.1, [::1] or the address of --host with the port of tunerweb, or a name of
        --allow-host. A page of another origin cannot use tunerweb, unless --allow-origin names the origin. Such a page must
        send the token with each request, so it cannot use EventSource or WebSocket.

        A program of the user who runs tunerweb needs no token: the kernel reports the user of each connection. Any other
        program needs the token of the token file, in the field "Authorization: Bearer TOKEN" or "X-API-Key: TOKEN". Only
        the user who runs tunerweb can read that file.

        A request that looks like one of a browser or a proxy always needs the token or a cookie. It has a field such as
        Origin, Cookie, Referer, Via or Sec-Fetch-Mode, or a User-Agent that begins with Mozilla/. The function fetch of Node
        sends Sec-Fetch-Mode, so a program in Node needs the token.

        A browser needs a cookie, except for /, /health, /healthz and /readyz. It gets the cookie from a URL with a one-time
        token, which can be used once, within five minutes. The command "tunerctl web" starts tunerweb if it does not run,
        prints such a URL, and opens it in a browser. A tunerweb with --token-file has all its files beside that file, and
        "tunerctl web" does not find this tunerweb.

        The browser keeps the cookie until it exits. The cookie also works after a restart of tunerweb, as long as the token
        file has the same token. To log out every browser, delete the token file and restart tunerweb. A browser sends the
        cookie to every port of localhost, also to a program of another user. That program cannot use the cookie, except where
        the kernel does not report the users of connections. There, your own programs need the token, too.
        """

    private static let paths = [
        (
            "GET /",
            "A page that explains how to log in. Needs no cookie. With the one-time token in ?token=: log in, see ACCESS."
        ),
        ("GET /health, GET /healthz", "\"OK\" or \"ok\" while tunerweb runs. Needs no token."),
        ("GET /readyz", "\"ok\" if the daemon responds within two seconds, and the status 503 if not. Needs no token."),
        (
            "GET /tune",
            "All values as one indented JSON object, sorted by key. Like tunerctl list, it leaves out the built-in "
                + "keys, which begin with \"stew.\". All values are those of one revision."
        ),
        (
            "POST /tune",
            "Set the keys of the JSON object in the body, and reset all other keys, in one commit. Locked and read-only "
                + "keys keep their values, and the response has a line for each of them that would have changed. Built-in "
                + "keys that are not in the object keep their values. If one value is not allowed, the status is 400, and "
                + "nothing changes. A key that has the value of the object now keeps what is stored for it. So "
                + "if the object is the response of GET /tune, nothing changes. The command tunerctl undo --everyone undoes the "
                + "commit."
        ),
        (
            "GET /tune/KEY",
            "The value of a key as JSON. The ETag of the response is the revision of the key. With it in If-None-Match, the "
                + "status is 304 while the value is the same. In a world, values have no ETag."
        ),
        (
            "PUT /tune/KEY/VALUE",
            "Set a key. As for tunerctl set, the declaration of the key decides how VALUE is read. Write a slash in VALUE "
                + "as %2F, and a space as %20. With an ETag of GET /tune/KEY in If-Match, the status is 412, and nothing "
                + "changes, if the key was changed since; likewise for DELETE. With If-None-Match: *, the status is 412 if "
                + "the key exists."
        ),
        ("PUT /tune/KEY", "Set a key to the JSON value in the body."),
        (
            "DELETE /tune/KEY",
            "Remove the value that was set. The key then has the value of an active layer, else its default, else it does "
                + "not exist."
        ),
        (
            "GET /api/tweaks",
            "All tunables as a JSON array, sorted by key, with their types, values, defaults and limits."
        ),
        (
            "GET /events?match=PATTERN&flags=KEY&context=JSON",
            "A stream of server-sent events about tunables and flags. Both match and flags may be repeated. Without them the "
                + "stream has all tunables and no flags; flags=* is all flags. The streams of a world, and those of the "
                + "shared state, have at most \(EventLink.mostFeeds) different queries at a time. See EVENTS."
        ),
        (
            "POST /ofrep/v1/evaluate/flags/KEY",
            "Evaluate a flag by the OpenFeature Remote Evaluation Protocol. The body is {\"context\":{...}}, or empty."
        ),
        (
            "POST /ofrep/v1/evaluate/flags",
            "Evaluate all flags. With the ETag of an earlier response in If-None-Match, the status is 304 if the response "
                + "would be the same."
        ),
        (
            "GET /ofrep/v1/events",
            "A stream of server-sent events. After each change of the flags it sends an event; then the client evaluates the "
                + "flags again."
        ),
        (
            "POST /rpc",
            "Send one request or one batch to the daemon. The status is 200 if the daemon responds, also with a JSON-RPC "
                + "error. It is 204 if all messages were notifications, 400 if the body is not JSON, 404 for an unknown "
                + "world, and 503 without a daemon. It is 504 if the daemon stops before its response, or does not "
                + "respond within 60 seconds: a change may have been made. With 404, 503 and 504, the body is a JSON-RPC error with the id null. What belongs to a "
                + "connection ends with the response: subscriptions, the world of worlds.create, the names of "
                + "session.hello, and the pieces of a call. Use the WebSocket for these."
        ),
        (
            "GET /rpc",
            "A WebSocket for the JSON-RPC 2.0 of the daemon: each text message is a request, a batch, a response or a "
                + "notification. Each WebSocket connection has its own connection to the daemon. It closes with 1013 "
                + "without a daemon, or if tunerweb has \(WebLimits().pipes) connections to the daemon for /rpc and long results "
                + "(fewer if the limit of open files is lower), with 1012 when the daemon stops, and with 1008 for an unknown "
                + "world. The reason says what to do."
        ),
        (
            "GET /ws",
            "A terminal on a WebSocket connection, at most \(TerminalRoutes.mostTerminals) at a time. Each text message has "
                + "command lines in the language of tunerctl shell; the output comes as text messages. help lists the "
                + "commands, and watch prints changes as they happen. The terminal starts no program and opens no file. "
                + "With ?ansi=true, errors are red, and a mark (OSC 133;D) follows each command, for terminal emulators. "
                + "?columns=N is the width of the help."
        ),
        (
            "GET /metrics",
            "The metrics of tunerd and tunerweb for Prometheus: in the text format 0.0.4, or as OpenMetrics 1.0.0 if the "
                + "field Accept prefers it. tuner_value{key=\"...\"} has the keys that --export selects. "
                + "tuner_layer_... and tuner_sync_... have the layers, and the sources that tunersync fetches. Without "
                + "the daemon, tunerd_up is 0."
        ),
        (
            "GET /api/ping",
            "\"ok\" if the daemon responds within two seconds, and the status 503 with the reason if not."
        ),
        ("POST /api/shutdown", "Stop tunerweb as SIGTERM does."),
    ]

    private static let worlds = """
        With ?world=NAME, these paths use the world NAME instead of the shared state: /tune, /api/tweaks, /events, /rpc, /ws
        and /ofrep/v1/evaluate. POST /tune refuses a world with the status 403, and /ofrep/v1/events with the status 400. In a
        terminal, commands that change the shared state are refused. A world that does not exist has the status 404, but 400
        at /ofrep. For such a world, a WebSocket at /rpc closes with 1008, and a terminal prints the fault of each command.
        Other paths ignore world=NAME. The paths of /tune, /api/tweaks and /events refuse other parameters with the status 400.
        """

    private static let eventsText = """
        The data of an event is one line of JSON; that of offline is text. The events values and change have an id,
        EPOCH:REVISION. When a client reconnects with this id in Last-Event-ID, as EventSource does by itself, it receives
        only the later changes. If the daemon no longer has them, the client receives values again. Flags, and the events
        of a world, have no id: the client receives flags or values again.

        A client that reads slowly receives the newest value of each key instead of each change. If many slow clients need too
        much memory, tunerweb ends the streams of some of them; EventSource then connects again by itself. Every stream receives
        a comment every 15 seconds. If a client shuts down its sending side, tunerweb ends the stream.

        Without the daemon, the status is 503. If the field Accept prefers text/event-stream, as that of EventSource does,
        the stream begins with offline instead, because EventSource does not connect again after an error.
        """

    private static let events = [
        ("values", "{\"epoch\",\"revision\",\"values\"}: all values. They replace every earlier value."),
        (
            "change",
            "{\"from\",\"to\",\"changes\",...}: changes of values, as in tunables.changed. After a reconnect, changes is "
                + "empty if nothing changed."
        ),
        ("flags", "{\"epoch\",\"revision\",\"flags\"}: all evaluations. They replace every earlier one."),
        ("flagChange", "{\"from\",\"to\",\"changes\",...}: changes of evaluations, as in flags.changed."),
        (
            "offline",
            "The connection to the daemon was lost; the data is the reason. The stream stays open. When the daemon is back, "
                + "it sends values or change, and then flags."
        ),
    ]

    private static let signals = [
        (
            "SIGTERM, SIGINT",
            "Stop accepting connections, wait at most five seconds for open requests, and exit. Streams and WebSockets "
                + "close at once. A second signal exits at once."
        ),
        ("SIGHUP", "Do nothing."),
    ]

    private static let exitCodes = [
        ("0", "A signal or a request has stopped tunerweb."), ("1", "tunerweb could not start, or it failed."),
        ("2", "The command line was wrong."), ("3", "Another program listens on the port."),
    ]

    private static let environment = [
        ("TUNER_SOCKET", "The path of the daemon's socket, unless --socket names one."),
        ("XDG_RUNTIME_DIR", "The socket and the token file are in the directory tuner of this directory."),
        ("LISTEN_FDS, LISTEN_PID", "Sockets that a service manager passes; tunerweb then creates none."),
        ("NOTIFY_SOCKET", "The socket for notifications to the service manager."),
    ]

    private static let files = [
        (
            "$XDG_RUNTIME_DIR/tuner/tunerweb.token",
            "The token, which tunerweb makes if the file is missing. A logout usually deletes the file with $XDG_RUNTIME_DIR. "
                + "With a socket in another directory that belongs to the user alone, the token is beside the socket. "
                + "Without XDG_RUNTIME_DIR, the directory is /tmp/tuner-UID."
        ),
        ("$XDG_RUNTIME_DIR/tuner/tunerweb.token.once", "The directory with the one-time tokens that are not used yet."),
        (
            "$XDG_RUNTIME_DIR/tuner/tunerweb.token.status",
            "The URL, the pid, the version and the start time of the running tunerweb, for tunerctl web. The running tunerweb "
                + "holds a lock on tunerweb.token.lock. If the socket is not named tunerd.sock, both names also have a number."
        ),
        (
            "$XDG_STATE_HOME/tuner/tunerweb.log",
            "The log of a tunerweb that tunerctl web has started. The default of XDG_STATE_HOME is ~/.local/state."
        ),
        (
            "tunerweb.service, tunerweb.socket",
            "The systemd units for a user, in share/systemd/user below the directory of the installation. A "
                + "package has them in /usr/lib/systemd/user."
        ),
    ]
}
