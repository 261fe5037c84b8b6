/// How a machine takes part in the rollouts of a fleet.
package struct FleetSettings: Sendable, Equatable {
    /// The name of the machine, which no other machine of the fleet has.
    package var machine: String
    /// Where the machines report what they have; its keys are a prefix.
    package var place: EtcdLocation
    /// The path of a file with the certificates to trust; nil for those of the system.
    package var certificates: String?
    /// The directory of the programs that a rollout may run as its check; nil if it may run none.
    package var checks: String?

    package init(machine: String, place: EtcdLocation) { (self.machine, self.place) = (machine, place) }
}
