internal import CNetwork
import SystemCore

/// The kernel's knowledge of the user of the other end of a TCP connection on this machine.
///
/// A request by `sock_diag` is for exactly one connection. Without it, its table of all connections is read,
/// which takes longer and is limited.
package struct SocketOwners: ~Copyable {
    private enum Source: ~Copyable {
        case diagnosis(Descriptor)
        case table
        case nothing
    }

    private var source: Source
    /// Whether the source has found an owner of which this process knows that it is the right one.
    private var isProven = false

    /// Creates the way by `sock_diag`; the first question chooses the way that works.
    package init() {
        self.init(mayDiagnose: true)
    }

    /// With `mayDiagnose` false, this does not use `sock_diag`.
    init(mayDiagnose: Bool) {
        if mayDiagnose, let descriptor = SocketOwners.openDiagnosis() {
            source = .diagnosis(descriptor)
        } else {
            source = .table
        }
    }

    /// Creates the way by `sock_diag` with an open socket for it.
    init(diagnosis descriptor: consuming Descriptor) { source = .diagnosis(descriptor) }

    /// Returns the owner of the socket at the other end of an accepted connection.
    ///
    /// `local` is the end of this process, and `peer` the other end.
    package mutating func owner(of peer: Endpoint, connectedTo local: Endpoint) -> SocketOwner {
        let found = SocketOwners.owner(of: peer, connectedTo: local, by: source)
        // A way that does not work finds no owner, or a wrong user.
        guard !isProven, found != .user(Kernel.userID) else {
            isProven = true
            return found
        }
        prove()
        return SocketOwners.owner(of: peer, connectedTo: local, by: source)
    }

    /// Chooses the first way, from the present one on, that finds the owner of a connection of this process.
    private mutating func prove() {
        isProven = true
        guard !SocketOwners.finds(source) else { return }
        source = SocketOwners.finds(.table) ? .table : .nothing
    }

    private static func owner(
        of peer: Endpoint,
        connectedTo local: Endpoint,
        by source: borrowing Source
    ) -> SocketOwner {
        let found: SocketEntry?
        switch source {
        case .diagnosis(let descriptor): found = diagnose(peer, connectedTo: local, by: descriptor)
        case .table: found = SocketTable.connection(from: peer, to: local)
        case .nothing: return .unknown
        }
        guard let found, found.isConnectionOfProcess else { return .gone }
        return .user(found.user)
    }

    private static func diagnose(
        _ peer: Endpoint,
        connectedTo local: Endpoint,
        by descriptor: borrowing Descriptor
    ) -> SocketEntry? {
        var (peer, local, owner) = (peer.forC, local.forC, cnetwork_owner())
        guard unsafe cnetwork_find_owner(descriptor.raw, &peer, &local, &owner) == 0 else { return nil }
        return SocketEntry(user: owner.uid, inode: UInt64(owner.inode), state: owner.state)
    }

    private static func openDiagnosis() -> Descriptor? {
        let raw = cnetwork_open_diagnosis()
        return raw < 0 ? nil : Descriptor(owning: raw)
    }

    /// Returns whether a source finds the owner of a connection that this function makes.
    private static func finds(_ source: borrowing Source) -> Bool {
        for address in [IPAddress.loopbackV4, .loopbackV6] {
            guard let listener = try? Network.listen(at: Endpoint(address, port: 0)),
                let local = try? Network.localEndpoint(of: listener),
                let client = try? Network.connect(to: local),
                let peer = try? Network.localEndpoint(of: client)
            else { continue }
            let owner = owner(of: peer, connectedTo: local, by: source)
            // The client must stay open until here.
            _ = consume client
            return owner == .user(Kernel.userID)
        }
        return false
    }
}
