import SystemCore

extension Command {
    static let sync = Command(
        "sync",
        "Keep a JSON file and the values of the daemon equal, in both directions.",
        "FILE",
        details: """
            A change that is saved in FILE is set in the daemon at once. A change in the daemon is written to FILE; only
            the changed values are replaced, and the format and the order stay. Removing a member from FILE resets the
            key. A FILE that does not exist is created.

            Each side is compared with the values on which both agreed last; these are stored between runs. If both
            sides have changed a key, the daemon's value wins. The other value is printed, and kept in FILE.conflicts.
            If tunerctl is killed while it replaces FILE, the next run restores a save of another program, or keeps it
            in FILE.saved if FILE was saved again.

            If FILE cannot be read, is not JSON, or has a value that the daemon refuses, nothing is changed. The command
            prints the position of the fault, and waits for the next save. A locked key keeps its value, which is printed;
            all other values are stored. If the daemon stops, the command prints a message and waits for it.

            --pull changes only FILE, and --push only the daemon. Both first remove all differences, and ignore the
            stored values of earlier runs. Without --match, all keys are compared. The command runs until it is
            interrupted. With --once, it exits with 1 if a value could not be stored.
            """,
        settings: SyncOptions(),
        options: SyncOptions.all,
        examples: ["tunerctl sync constants.json", "tunerctl sync constants.json --match 'ui.*' --once --pull"]
    ) { (invocation, options, output) throws(Failure) in
        Kernel.exitWhenInterrupted()
        return try Synchronization(invocation, options, output).run()
    }
}
