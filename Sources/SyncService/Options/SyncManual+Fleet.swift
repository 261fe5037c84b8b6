extension SyncManual {
    /// The members of the object `fleet`.
    static let fleetMembers = [
        (
            "etcd",
            "Where the machines store their reports: the members of MEMBERS OF ETCD, with a prefix and without {context}. The "
                + "user of etcd needs the permissions to read and write below the prefix. Required."
        ),
        (
            "machine",
            "The name of the machine, which no other machine of the fleet has: 1 to 128 letters, digits, ., _, - and :. "
                + "Default: the name of the host."
        ),
        (
            "certificates",
            "The path of a file with the certificates to trust for the endpoints, in the format PEM. Default: those of the "
                + "system."
        ),
        (
            "checks",
            "The absolute path of the directory with the programs that a rollout may run as its check. The directory must belong "
                + "to root or to the user of tunersync, and neither group nor others may write to it. Default: no check can "
                + "run, so a rollout with a check fails on this machine."
        ),
    ]

    static let fleet = """
        A machine with "fleet" takes part in the rollouts of its fleet:

          {"sources": […], "fleet": {"etcd": {"endpoints": ["http://127.0.0.1:2379"], "prefix": "/tuner/fleet/"},
                                     "machine": "host-7", "checks": "/etc/tuner/checks"}}

        Below the prefix, tunersync keeps three kinds of keys. The key alive/MACHINE has a lease of 600 seconds. The key
        machines/MACHINE has the labels, the versions and the reports of the machine, and a lease of 30 days. Each key
        rollouts/LAYER/ROLLOUT/STATE/STAGE/MACHINE is one report about a rollout, with the same lease. STATE is trying,
        applied, reverted, failed or withdrawn.

        A check has no arguments and no input. Its environment has only PATH, HOME, TUNER_SOCKET, TUNER_LAYER, TUNER_VERSION,
        TUNER_ROLLOUT and TUNER_STAGE. The exit code 0 is a success, and any other code is a failure. A check has no result if a
        signal ends it, if it takes longer than its timeout, or if it cannot start.
        """

    static let rollouts = """
        With the member "rollout", a layer reaches the machines of a fleet in stages. Each machine tries the layer for a limited
        time, runs the check, and returns to its last known good layer if the check fails:

          {"values": {"net.timeout": 20}, "version": "8",
           "rollout": {"id": "timeout-20", "stages": [{"percent": 1}, {"percent": 100, "approve": true}],
                       "check": {"command": "web-ok", "every": 10}, "bake": 600, "failAfter": 3}}

        "tunerctl fleet put FILE" begins the rollout; docs/fleet.md describes what a machine does, and what can fail.
        """

    static let rolloutMembers = [
        ("id", "The name of the rollout: 1 to 64 letters, digits, ., _ and -. Default: fleet put makes an id."),
        (
            "stages",
            "1 to 100 objects. A machine belongs to the first stage whose percent and labels both include it. The members: "
                + "percent of all machines, including those of the previous stages (default: 100); labels that a machine must "
                + "have; start, the earliest time in UTC; after, the least seconds from the opening of the previous stage; over, "
                + "the seconds over which the turns of the machines are spread (default: 10); approve, whether a person must "
                + "open the stage (default: false). Required."
        ),
        (
            "check",
            "The program that each machine runs while it tries the layer. The members: command, the name of a program in the "
                + "directory checks, required; every, the seconds from the end of a check to the next one (default: 5); timeout, "
                + "the most seconds that a check may take (default: 10); failures, the number of failures in a row after which "
                + "the machine reverts the layer (default: 3). Default: no check."
        ),
        ("bake", "The seconds for which each machine tries the layer. Default: 300."),
        (
            "failAfter",
            "When this many machines have reverted the layer, no further machine takes it. Default: 1."
        ),
        (
            "needs",
            "Of the machines that have a report in a stage, the percentage that must have applied the layer before the next "
                + "stage opens. Default: 80."
        ),
    ]
}
