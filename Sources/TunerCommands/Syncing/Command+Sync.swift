import SystemCore

extension Command {
    static let sync = Command(
        "sync",
        "Keeps a JSON file and the daemon equal, both ways, as either changes.",
        Arguments(usage: "FILE", first: "FILE", least: 1, most: 1),
        details: """
            What is saved in the file takes effect at once, and what changes in the daemon is written into the file, whose form, order
            and spelling stay: only the values that changed are touched. A member that is taken out of the file is reset. Each is
            held against what both agreed on last, which is remembered from run to run. Where both have changed a key, the
            daemon's value stays; the other is printed and kept in FILE.conflicts. A file that is not there yet is made. A save that
            a killed tunerctl took out of the file's place is put back, or kept as FILE.saved if the file was saved again.

            A file that cannot be read, is no JSON or holds a value that the daemon refuses changes nothing: it is told where that
            is, and the next save is looked at. A locked key keeps its value, which is printed; all others are stored. When the
            daemon goes, it says so and goes on when it is back. --pull changes only the file, --push only the daemon; both begin
            with all that differs, whatever was agreed on before. Without --match it is about all keys. It goes on until it is
            interrupted; with --once it ends with 1 where something could not be done.
            """,
        settings: SyncOptions(),
        options: SyncOptions.all,
        examples: ["tunerctl sync constants.json", "tunerctl sync constants.json --match 'ui.*' --once --pull"]
    ) { (invocation, options, output) throws(Failure) in
        Kernel.exitWhenInterrupted()
        return try Synchronization(invocation, options, output).run()
    }
}
