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
}
