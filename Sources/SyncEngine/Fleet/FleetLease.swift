/// A lease of etcd: keys that are put under it end with it.
struct FleetLease: Sendable {
    enum Kind: Int, CaseIterable {
        /// The machine is there.
        case alive
        /// The reports of the machine.
        case reports
    }

    let kind: Kind
    /// The identity, which this side chooses: a grant that etcd receives twice makes one lease.
    var id: Int64
    var isGranted = false
    /// When the lease must be kept alive.
    var due = Duration.zero

    init(_ kind: Kind, id: Int64) { (self.kind, self.id) = (kind, id) }

    var seconds: Int64 {
        switch kind {
        case .alive: 600
        case .reports: 30 * 86_400
        }
    }

    /// The time between two messages that keep the lease alive.
    var period: Duration {
        switch kind {
        case .alive: .seconds(200)
        case .reports: .seconds(86_400)
        }
    }
}
