import SystemCore
import TestSupport
import Testing

@testable import NetworkCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct SocketOwnerTests {
    /// Whether an owner is searched by `sock_diag`, or in the tables.
    static let ways = [true, false]

    private func owners(_ mayDiagnose: Bool) -> SocketOwners { SocketOwners(mayDiagnose: mayDiagnose) }

    @Test(arguments: ways, [IPAddress.loopbackV4, .loopbackV6])
    func `the owner of a connection of this process is its user`(mayDiagnose: Bool, address: IPAddress) throws {
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        var owners = owners(mayDiagnose)
        let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
        #expect(owner == .user(Kernel.userID))
    }

    @Test(arguments: ways)
    func `the owner of an IPv6 socket that is connected to an IPv4 address is found`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let connection = try Connection(
            to: try Network.localEndpoint(of: listener),
            of: listener,
            throughV6: true
        )
        #expect(connection.peer.address == .loopbackV4)
        var owners = owners(mayDiagnose)
        let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
        #expect(owner == .user(Kernel.userID))
    }

    @Test(arguments: ways)
    func `the owner of a socket that its process has closed is gone`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        var owners = owners(mayDiagnose)
        // Unread input keeps the closed socket in the kernel's table, with the user 0.
        let bytes: [UInt8] = [1, 2, 3]
        let sent = try Kernel.send(connection.client.descriptor, bytes.span)
        #expect(sent == .bytes(3))
        try connection.closeClient()
        // A child process of another test may have a copy of the descriptor until its program starts.
        let isGone = try eventually { owners.owner(of: connection.peer, connectedTo: connection.local) == .gone }
        #expect(isGone)
    }

    @Test(arguments: ways)
    func `a socket that listens on the port of the other end is no owner`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let local = try Network.localEndpoint(of: listener)
        var owners = owners(mayDiagnose)
        let nowhere = Endpoint(.loopbackV4, port: 1)
        let found = [
            owners.owner(of: local, connectedTo: nowhere),
            owners.owner(of: local, connectedTo: Endpoint(.loopbackV4, port: 0)),
            owners.owner(of: nowhere, connectedTo: local),
        ]
        #expect(found == [.gone, .gone, .gone])
    }

    @Test(arguments: ways)
    func `the ends of a connection are not exchanged`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        let other = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        var owners = owners(mayDiagnose)
        let found = [
            owners.owner(of: connection.local, connectedTo: other.local),
            owners.owner(of: connection.peer, connectedTo: other.peer),
        ]
        #expect(found == [.gone, .gone])
    }

    @Test(
        .enabled(if: Kernel.userID == 0 || Demands.areStrict, "only root can give a socket away"),
        arguments: ways
    )
    func `the owner of another user's socket is that user`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        // The owner of the socket's file is the user whom the kernel reports.
        let result = fchown(connection.client.descriptor.raw, 65_534, gid_t.max)
        #expect(result == 0)
        var owners = owners(mayDiagnose)
        let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
        #expect(owner == .user(65_534))
    }

    @Test func `where sock_diag does not work, the table finds the owner`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
        // No socket, so each question fails.
        var owners = SocketOwners(diagnosis: try Kernel.openToAppend("/dev/null"))
        for _ in 0..<2 {
            let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
            #expect(owner == .user(Kernel.userID))
        }
    }

    @Test(arguments: ways)
    func `after a first question without an owner, the next owner is found`(mayDiagnose: Bool) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let connection = try Connection(to: local, of: listener)
        var owners = owners(mayDiagnose)
        let none = owners.owner(of: Endpoint(.loopbackV4, port: 1), connectedTo: local)
        #expect(none == .gone)
        let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
        #expect(owner == .user(Kernel.userID))
    }

    @Test func `questions leave no descriptors open`() async {
        await #expect(processExitsWith: .success) {
            let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
            let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
            let before = try Kernel.names(in: "/proc/self/fd").count
            for round in 0..<40 {
                var owners = SocketOwners(mayDiagnose: round.isMultiple(of: 2))
                let owner = owners.owner(of: connection.peer, connectedTo: connection.local)
                demand(owner == .user(Kernel.userID))
            }
            // The test framework opens a few descriptors at any time.
            demand(try Kernel.names(in: "/proc/self/fd").count < before + 10)
        }
    }
}
