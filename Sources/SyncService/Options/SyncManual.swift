import OptionCore
import TunerAPI

/// The manual page of tunersync, generated from its options.
package enum SyncManual {
    package static var text: String {
        let sections: [String] = [
            Roff.head("tunersync", "fetch layers of values and flags for tunerd", release: API.release),
            Roff.section(
                "SYNOPSIS",
                Roff.command("tunersync", ["--config FILE", "[OPTION]..."]) + ".br\n"
                    + Roff.command("tunersync", ["--config FILE", "--relay [ADDRESS:]PORT", "[OPTION]..."]) + ".br\n"
                    + Roff.command("tunersync check", ["[--syntax-only]", "FILE"])
                    + ".br\n" + Roff.command("tunersync status", ["[--json]"])
                    + ".br\n" + Roff.command("tunersync now", ["[LAYER]"])
                    + ".br\n" + Roff.command("tunersync reset", ["LAYER"])
                    + ".br\n" + Roff.command("tunersync fleet", ["COMMAND", "[OPTION]..."])
            ),
            Roff.section("DESCRIPTION", Roff.prose(description)),
            Roff.section("OPTIONS", Roff.list(SyncOptions.all.map(\.shape))),
            Roff.section("COMMANDS", Roff.list(commands)),
            Roff.section("CONFIGURATION", Roff.prose(configuration)),
            Roff.section("MEMBERS OF A SOURCE", Roff.list(members)),
            Roff.section("ETCD", Roff.prose(etcd)),
            Roff.section("MEMBERS OF ETCD", Roff.list(etcdMembers)),
            Roff.section("FLEET", Roff.prose(fleet)),
            Roff.section("MEMBERS OF FLEET", Roff.list(fleetMembers)),
            Roff.section("COMMANDS FOR THE FLEET", Roff.list(FleetHelp.commands.map { ("fleet \($0.0)", $0.1) })),
            Roff.section("OPTIONS FOR THE FLEET", Roff.list(FleetOptions.all.map(\.shape))),
            Roff.section("ROLLOUTS", Roff.prose(rollouts)),
            Roff.section("MEMBERS OF A ROLLOUT", Roff.list(rolloutMembers)),
            Roff.section("RELAYS", Roff.prose(relay)),
            Roff.section("MEMBERS OF RELAY", Roff.list(relayMembers)),
            Roff.section("FORMATS", Roff.list(formats)),
            Roff.section("RULES", Roff.prose(rules)),
            Roff.section("FETCHING", Roff.prose(fetching)),
            Roff.section("SIGNALS", Roff.list(signals)),
            Roff.section("EXIT STATUS", Roff.list(exitCodes)),
            Roff.section("ENVIRONMENT", Roff.list(environment)),
            Roff.section("FILES", Roff.list(files)),
            Roff.references(["tunerd", "tunerctl"]),
        ]
        return sections.joined()
    }

    private static let description = """
        tunersync fetches layers from HTTP origins and from etcd, and puts them into the daemon tunerd. tunerd itself never uses
        the network.
        A layer is a set of values and flags; the command "tunerctl layers" lists them.

        tunerd keeps the last layer that it has accepted, also across restarts, so a machine without a network has its last
        known good values. A payload that is not usable never replaces them. tunersync also keeps a copy, for a tunerd that
        has lost its state.
        """

    private static let commands = [
        ("check FILE", "Read a configuration, and print each fault with its line and column."),
        (
            "status",
            "Print each source of the tunersync that runs: its layer, its state, its version, its times and its counts. "
                + "\"tunerctl sync-status\" prints the same."
        ),
        (
            "now LAYER",
            "Fetch a layer, or all without LAYER, and print what came. Neither the interval nor a wait counts, but a "
                + "second must pass between two fetches. The exit code is 1 if a fetch failed, or a payload is not usable."
        ),
        (
            "reset LAYER",
            "Remove a layer from tunerd, and delete the copy of tunersync. Then fetch the layer. If the fetch fails, tunerd does "
                + "not have the layer until a fetch succeeds. A layer that is not in \"activate\" is inactive after that."
        ),
    ]

    private static let configuration = """
        The configuration is a JSON file:

          {"sources": [{"layer": "team", "url": "https://config.example/team.json", "interval": 30}],
           "activate": ["team"]}

        Each source keeps one layer up to date. The list "activate" has the layers that tunersync activates once they are there, in
        order of precedence. tunersync activates each layer once: a layer that somebody deactivates stays inactive. But tunersync
        activates it again after a reset, when its rule becomes true again, and when the daemon has lost its state. A new layer
        gets its place before the layers that follow it in the list, else after all active layers. Other active layers stay
        active. Without "activate", use "tunerctl layers activate".

        tunersync reads the file again when it changes. If it has a fault then, tunersync prints the fault and keeps the
        earlier configuration. A layer whose source is removed stays in tunerd; to remove it, use "tunerctl layers remove".
        Paths in the file are relative to the directory in which tunersync was started.

        "tunersync check" also reads the files that the configuration names, and reports each one that cannot be used as a fault. On a
        machine without these files, use --syntax-only. "tunersync check" never reads environment variables, because the
        service can have different ones.
        """

    private static let members = [
        ("layer", "The name of the layer. Required."),
        (
            "url",
            "The http or https URL of the payload. {context} in it is replaced by the context. Required without etcd."
        ),
        ("etcd", "Where the payload is in etcd, see ETCD. Required without url."),
        (
            "interval",
            "The seconds from a successful fetch to the next one, 1 to 31536000. They vary by a twentieth. "
                + "Default: 60. For etcd: see ETCD."
        ),
        (
            "minInterval",
            "The least number of seconds between two scheduled fetches, also across restarts. now, reset and SIGHUP ignore it. "
                + "Default: 0."
        ),
        ("timeout", "The seconds that a fetch may take, 0.1 to 300. Default: 2."),
        (
            "wait",
            "The seconds that the origin may wait for a change before it responds, 1 to 300. See FETCHING. Default: the origin "
                + "responds at once."
        ),
        ("ttl", "The seconds after which the layer is stale, unless the payload says it. A stale layer still applies."),
        (
            "headers",
            "An object of fields for the header of the request. A value is a text, {\"file\": PATH} or {\"environment\": "
                + "NAME}. The file is read for each fetch. What comes from a file or a variable is secret: it is never "
                + "printed, and after a redirect never sent to another origin. The fields Authorization, Proxy-Authorization "
                + "and Cookie must be secret, and so must fields with token, secret, password, api-key or apikey in their names, such as "
                + "X-Auth-Token."
        ),
        ("format", "How to read the payload, see FORMATS. Default: layer."),
        ("context", "A text for {context} in the URL, or in the key or the prefix."),
        ("schema", "The path of a JSON Schema that the values must satisfy."),
        (
            "certificates",
            "The path of a file with the certificates to trust, in the format PEM. Default: those of the system."
        ),
        (
            "maxBytes",
            "The most bytes of a payload. Default: 8388608. tunerd also has a limit: see --max-message in tunerd(1)."
        ),
        ("when", "A rule that chooses whether the source is in use, see RULES. Default: it is in use."),
    ]

    private static let formats = [
        (
            "layer",
            "An object with the parameters of the method layers.put: values, flags, locks, killSwitch, version, ttl, schema."
        ),
        ("flagd", "A document of flags, as flagd reads it."),
        (
            "flat",
            "One object of keys and values. kill_switch is the kill switch of the layer, meta_config_version its version, and "
                + "meta_ttl_seconds its ttl. Other members that begin with meta_ are left out. A string that holds a JSON array is a list."
        ),
    ]

    private static let rules = """
        The member "when" of a source is a rule in JsonLogic, as in the definition of a flag. Its names are labels.NAME, a label
        of the configuration, and flags.KEY, the value of a flag of tunerd:

          {"labels": {"zone": "eu"},
           "sources": [{"layer": "beta", "url": "https://config.example/beta.json",
             "when": {"and": [{"==": [{"var": "labels.zone"}, "eu"]}, {"var": "flags.sync.beta"}]}}]}

        A label is a string, a number or a boolean. tunerd evaluates the flags with the labels as the context. A label that is
        missing and a flag without a value are null. The rule must not compute a name, and must not read two flags if one name
        begins with the other.

        While the rule is false, tunersync does not fetch the source. If tunersync has activated the layer, it deactivates the
        layer. The content stays in tunerd. When the rule is true again, tunersync activates and fetches the layer.
        tunersync evaluates the rule again as soon as a flag changes. Without tunerd, the last result counts; a source without
        a result waits.
        """

    private static let fetching = """
        The first fetch is at the start. tunersync sends the ETag and the Last-Modified of the last payload, so an origin can
        respond with 304. After a failure, tunersync waits 2 seconds, and twice as long after each further failure, up to the
        interval. This limit is at least 5 minutes and at most 4 hours. Each wait varies by half of it, so that many machines
        do not fetch at once, and is never shorter than "minInterval". If the origin sends Retry-After, tunersync waits at least that
        long, up to a day. A wait continues after a restart. SIGHUP ends it. After a payload that is not usable, the next fetch
        is after the interval.

        At most 8 fetches run at the same time. The source that has waited longest is fetched next.

        With "wait", tunersync sends "Prefer: wait=SECONDS" after a fetch that has succeeded. If the response has
        "Preference-Applied: wait=SECONDS", tunersync sends the next request at once, else after the interval. Such a fetch may
        take the sum of "wait" and "timeout", and does not count as one of the 8. "tunersync now" ends it, and fetches at once.

        tunersync follows up to five redirects within the same scheme. It uses the proxies in http_proxy, https_proxy and no_proxy, and the
        certificates of the system. It accepts payloads that are compressed with gzip.
        """

    private static let signals = [
        ("SIGTERM, SIGINT", "Exit."),
        ("SIGHUP", "Read the configuration again, and fetch every layer now, whatever the waits say."),
    ]

    private static let exitCodes = [
        ("0", "Success, or a signal has stopped tunersync."),
        (
            "1",
            "tunersync could not start, the configuration has a fault, a fetch of now or reset failed, or there is no daemon."
        ),
        ("2", "The command line was wrong, or FILE could not be read."),
        ("3", "Another tunersync uses the directory of --state."),
        ("5", "now or reset had no outcome after two minutes."),
    ]

    private static let environment = [
        ("TUNER_SOCKET", "The path of the daemon's socket, unless --socket names one."),
        ("XDG_RUNTIME_DIR", "The socket is in the directory tuner of this directory."),
        ("XDG_STATE_HOME, HOME", "The directory of --state is in one of these."),
        ("XDG_CONFIG_HOME, HOME", "The configuration for the commands of the fleet is in one of these."),
        ("SUDO_USER, USER", "The name of the person in the history of the fleet."),
        ("http_proxy, https_proxy, no_proxy", "The proxies."),
        ("NOTIFY_SOCKET", "The socket for notifications to the service manager."),
    ]

    private static let files = [
        (
            "$XDG_STATE_HOME/tuner/layers, $XDG_STATE_HOME/tuner/relay",
            "The copies of what was fetched, status.json with the counts, times and faults of each source, and a lock, unless "
                + "--state names another directory. The second one is of a relay. "
                + "The default of XDG_STATE_HOME is ~/.local/state."
        )
    ]
}
