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
        tunerweb is an HTTP server for the programs and browsers of this machine. It is a separate process, because
        tunerd has no network. It runs in the foreground. It listens on loopback addresses only, so other machines cannot
        connect. From another machine, use:

          ssh -L 8081:localhost:8081 HOST
        """

    private static let access = """
        A request must name the server as localhost, 127.0.0.1, [::1] or the address of --host with the port of the server,
        or as a name of --allow-host. A page of another origin cannot use the server, unless --allow-origin names the origin.

        A program of the user who runs tunerweb needs no token: the kernel reports the user of each connection. Any other
        program needs the token of the token file, in the field "Authorization: Bearer TOKEN" or "X-API-Key: TOKEN". Only
        the user who runs tunerweb can read that file.

        A browser always needs the token or a cookie. It gets the cookie from a URL with a one-time token, which can be
        used once, within five minutes. The command "tunerctl web" starts tunerweb if it does not run, prints such a URL,
        and opens it in a browser. With --token-file, tunerweb has its files beside that file, and tunerctl does not find
        it.

        The browser keeps the cookie until it exits. The cookie also works after a restart of tunerweb, as long as the token
        file has the same token. To log out every browser, delete the token file and restart tunerweb. A browser sends the
        cookie to every port of localhost. If a program of another user listens there and receives the cookie, it cannot use
        it, except where the kernel does not report the users of connections.
        """

    private static let paths = [
        ("GET /", "A page that describes this server."),
        ("GET /healthz", "\"ok\" while the server runs, for everyone."),
        ("GET /readyz", "\"ok\" if the daemon responds within two seconds, and the status 503 if not. Needs no token."),
        (
            "GET /metrics",
            "The metrics of tunerd and tunerweb, and the numbers that --export names as tuner_value{key=\"...\"}, for "
                + "Prometheus: in the text format 0.0.4, or as OpenMetrics 1.0.0 if the field Accept prefers it. Without the "
                + "daemon, tunerd_up is 0."
        ),
        (
            "GET /api/ping",
            "\"ok\" if the daemon responds within two seconds, and the status 503 with the reason if not."
        ),
        (
            "GET /rpc",
            "A WebSocket for the JSON-RPC 2.0 of the daemon: each text message is a request, a batch, a response or a "
                + "notification. Each WebSocket connection has its own connection to the daemon. It closes with 1013 "
                + "without a daemon, or if /rpc has \(WebLimits().pipes) connections to the daemon, with 1012 when the "
                + "daemon ends, and with 1008 for an unknown world. The reason says what to do."
        ),
        (
            "POST /rpc",
            "Send one request or one batch to the daemon. The status is 200 if the daemon responds, also with a JSON-RPC "
                + "error. It is 204 if all messages were notifications, 400 if the body is not JSON, 404 for an unknown "
                + "world, and 503 without a daemon. It is 504 if the daemon ends before its response: a change may have "
                + "been made. With 404, 503 and 504, the body is a JSON-RPC error with the id null. What belongs to a "
                + "connection ends with the response: subscriptions, the world of worlds.create, the names of "
                + "session.hello, and the pieces of a call. Use the WebSocket for these."
        ),
        (
            "GET /rpc?world=NAME, POST /rpc?world=NAME",
            "The same in the world NAME. Without it, requests act on the shared state."
        ),
        ("POST /api/shutdown", "Stop tunerweb as SIGTERM does."),
        (
            "GET /tune",
            "All values as one indented JSON object, sorted by key. Like tunerctl list, it leaves out the built-in "
                + "keys, which begin with \"stew.\"."
        ),
        (
            "POST /tune",
            "Replace all values by those of a JSON object in the body, in one commit: reset the keys that the object "
                + "leaves out, except locked and built-in ones. To send back what GET /tune returned changes nothing. "
                + "The command tunerctl undo --everyone reverts the commit. A world is refused."
        ),
        ("GET /tune/KEY", "The value of a key as JSON."),
        (
            "PUT /tune/KEY/VALUE",
            "Set a key. As for tunerctl set, the declaration of the key decides how VALUE is read. A slash in VALUE is "
                + "written as %2F."
        ),
        ("PUT /tune/KEY", "Set a key to the JSON value in the body."),
        (
            "DELETE /tune/KEY",
            "Reset a key: remove the value that was set. A declared key then has its default again; any other key no "
                + "longer exists."
        ),
        (
            "GET /api/tweaks",
            "All tunables as a JSON array, sorted by key, with their types, values, defaults and limits."
        ),
        (
            "GET /ws",
            "A terminal on a WebSocket connection. Each text message is a command line in the language of tunerctl shell; the "
                + "output comes as text messages. help lists the commands, and watch prints changes as they happen. The "
                + "terminal starts no program and opens no file."
        ),
        ("GET /health", "\"OK\" while the server runs, for everyone."),
        (
            "GET /events?match=PATTERN&flags=KEY&context=JSON&world=NAME",
            "A stream of server-sent events about tunables and flags. Both match and flags may be repeated; without them the "
                + "stream is about all tunables, and flags=* is about all flags. See EVENTS."
        ),
        (
            "POST /ofrep/v1/evaluate/flags/KEY",
            "Evaluate a flag by the OpenFeature Remote Evaluation Protocol. The body is {\"context\":{...}}, or empty. "
                + "The query world=NAME selects a world, also to evaluate all flags."
        ),
        (
            "POST /ofrep/v1/evaluate/flags",
            "Evaluate all flags. With the ETag of an earlier response in If-None-Match, the status is 304 if the response "
                + "would be the same."
        ),
        (
            "GET /ofrep/v1/events",
            "A stream of server-sent events: one after each change of the flags, upon which the client evaluates again."
        ),
    ]

    private static let eventsText = """
        The data of an event is one line of JSON; that of offline is text. The events values and change have an id,
        EPOCH:REVISION. When a client reconnects with this id in Last-Event-ID, as EventSource does by itself, it receives
        only the later changes. If the daemon no longer has them, the client receives values again. Flags, and the events
        of a world, have no id: the client receives flags or values again.

        A client that reads slowly receives the newest value of each key instead of each change. Every stream receives a
        comment every 15 seconds.
        """

    private static let events = [
        ("values", "{\"epoch\",\"revision\",\"values\"}: all values. They replace every earlier value."),
        (
            "change",
            "{\"from\",\"to\",\"changes\",...}: changes of values, as in tunables.changed. After a lost connection, changes "
                + "may be empty."
        ),
        ("flags", "{\"epoch\",\"revision\",\"flags\"}: all evaluations. They replace every earlier one."),
        ("flagChange", "{\"from\",\"to\",\"changes\",...}: changes of evaluations, as in flags.changed."),
        (
            "offline",
            "The daemon does not respond, for the reason in the data. The stream stays open, and continues with values or "
                + "change, and flags, when the daemon is back."
        ),
    ]

    private static let signals = [
        (
            "SIGTERM, SIGINT",
            "Stop: accept no more connections, finish the present requests for at most five seconds, and exit. A second "
                + "signal stops without waiting."
        ),
        ("SIGHUP", "Do nothing."),
    ]

    private static let exitCodes = [
        ("0", "A signal or a request has stopped tunerweb."), ("1", "tunerweb could not start, or it failed."),
        ("2", "The command line was wrong."), ("3", "Another program listens on the port."),
    ]

    private static let environment = [
        ("TUNER_SOCKET", "The path of the daemon's socket, unless --socket names one."),
        ("XDG_RUNTIME_DIR", "The parent of the directory tuner with the socket and the token file."),
        ("LISTEN_FDS, LISTEN_PID", "Sockets that a service manager passes; tunerweb then creates none."),
        ("NOTIFY_SOCKET", "The socket for notifications to the service manager."),
    ]

    private static let files = [
        (
            "$XDG_RUNTIME_DIR/tuner/tunerweb.token",
            "The token, which tunerweb makes at its first start. With a socket in another directory that belongs to the "
                + "user alone, the token is beside the socket."
        ),
        ("$XDG_RUNTIME_DIR/tuner/tunerweb.token.once", "The one-time tokens that are not used yet."),
        ("$XDG_RUNTIME_DIR/tuner/tunerweb.token.status", "Where tunerweb serves, while it holds tunerweb.token.lock."),
        (
            "tunerweb.service, tunerweb.socket",
            "The systemd units for a user, in lib/systemd/user below the directory of the installation."
        ),
    ]
}
