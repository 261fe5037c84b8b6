extension SyncManual {
    /// The members of the object `fleet`.
    static let fleetMembers = [
        (
            "etcd",
            "Where the machines report what they have: the members of MEMBERS OF ETCD, with a prefix and without {context}. The "
                + "user needs the permissions to read and write below the prefix. Required."
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
                + "to root or to the user of tunersync, and neither group nor others may write to it. Default: a rollout may "
                + "run no program."
        ),
    ]

    static let fleet = """
        A machine with "fleet" takes part in the rollouts of its fleet:

          {"sources": […], "fleet": {"etcd": {"endpoints": ["http://127.0.0.1:2379"], "prefix": "/tuner/fleet/"},
                                     "machine": "host-7", "checks": "/etc/tuner/checks"}}

        Below the prefix, tunersync keeps the key alive/MACHINE, whose lease has 600 seconds, and the key machines/MACHINE with
        the labels of the machine and its part in each rollout, whose lease has 30 days. A key
        rollouts/LAYER/ROLLOUT/STATE/STAGE/MACHINE says what the machine reports about a rollout. STATE is trying, applied,
        reverted, failed or withdrawn.

        A check has no arguments and no input. Its environment has only PATH, HOME and the variables of the check. The exit code 0
        means that the layer is good, and any other code that it is bad. If a check is ended by a signal or does not end in
        time, it says nothing about the layer.
        """

    static let rollouts = """
        With the member "rollout", a layer reaches the machines of a fleet in stages. Each machine tries the layer for a time,
        checks it, and returns to its last known good layer if the check fails:

          {"values": {"net.timeout": 20}, "version": "8",
           "rollout": {"id": "timeout-20", "stages": [{"percent": 1}, {"percent": 100, "approve": true}],
                       "check": {"command": "web-ok", "every": 10}, "bake": 600, "failAfter": 3}}

        "tunerctl fleet put FILE" begins the rollout; docs/fleet.md describes what a machine does, and what can fail.
        """

    static let rolloutMembers = [
        ("id", "The name of the rollout: letters, digits, _, - and . Default: fleet put makes one."),
        (
            "stages",
            "1 to 100 objects. A machine belongs to the first stage that fits. The members: percent of all machines (default: "
                + "100), labels that a machine must have, start as a time in UTC, after as the least seconds since the stage before "
                + "has opened, over as the seconds over which the machines take the layer (default: 10), and approve, whether a "
                + "person must open the stage. Required."
        ),
        (
            "check",
            "The program that each machine runs. The members: command as the name of a program in the directory checks, every "
                + "(default: 5) and timeout (default: 10) in seconds, and failures as the number of failures in a row after which "
                + "the machine reverts the layer (default: 3)."
        ),
        ("bake", "The seconds for which each machine tries the layer. Default: 300."),
        (
            "failAfter",
            "The number of machines that revert the layer after which no further machine takes it. Default: 1."
        ),
        (
            "needs",
            "The percentage of the machines in a stage that must have applied the layer before the next stage opens. "
                + "Default: 80."
        ),
    ]
}
