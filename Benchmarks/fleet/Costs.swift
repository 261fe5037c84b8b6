/// The measured constants of the simulation; docs/fleet.md says how they were measured.
enum Costs {
    /// The time of etcd for one transaction that counts reports.
    static let etcdRead = Duration.microseconds(700)
    /// The time of etcd for one transaction that stores a report.
    static let etcdWrite = Duration.microseconds(600)
    /// The time of a relay for the response to one machine that waits.
    static let relayResponse = Duration.microseconds(20)
    /// The longest time of a message on the network; the shortest one is a hundredth of it.
    static let network = Duration.milliseconds(50)
    /// The time of a check.
    static let check = Duration.milliseconds(200)
    /// The bytes of a request to a relay with its response, without content.
    static let pollBytes = 380
    /// The bytes of a transaction that counts, with its response.
    static let readBytes = 2_040
    /// The bytes of a transaction that stores, with its response.
    static let writeBytes = 1_425
}
