import LoopCore
import RPCCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of a server's use of resources, each in its own process.
@Suite struct ResourceTests {
    /// A bench that listens, with client ends as plain descriptor numbers, which take almost no memory.
    final class House {
        let bench: TestBench
        let address: UnixAddress
        private let directory: TemporaryDirectory

        init(_ kind: Poller.Kind, _ limits: ServerLimits = ServerLimits()) throws {
            bench = try TestBench(kind, limits: limits)
            directory = try TemporaryDirectory()
            address = try UnixAddress(directory.file("socket"))
            try bench.server.listen(on: try Kernel.listen(at: address, mode: 0o600))
        }

        func connect() throws -> Int32 {
            guard case .connected(let socket) = try Kernel.connectWithoutWaiting(to: address) else {
                throw SystemError("connect", .wouldBlock)
            }
            return socket.release()
        }
    }

    static func openDescriptors() throws -> Int {
        try Kernel.names(in: "/proc/self/fd").count
    }

    /// Returns the number of open sockets; the runtime opens other descriptors at any time.
    static func openSockets() throws -> Int {
        try Kernel.names(in: "/proc/self/fd").filter { name in
            (try? Kernel.status(of: "/proc/self/fd/\(name)"))?.kind == .socket
        }.count
    }

    /// Returns the resident memory of the process in bytes.
    static func residentMemory() throws -> Int {
        let text = String(
            decoding: try KernelFile(try Kernel.open("/proc/self/statm", .read)).readWhole(),
            as: UTF8.self
        )
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }

    static func limitDescriptors(to count: Int) {
        var limit = rlimit()
        demand(unsafe getrlimit(descriptorLimit, &limit) == 0)
        limit.rlim_cur = rlim_t(count)
        demand(unsafe setrlimit(descriptorLimit, &limit) == 0)
    }

    static func demand(_ condition: Bool, line: UInt = #line) {
        precondition(condition, line: line)
    }

    static func expectNoLeak(_ kind: Poller.Kind) throws {
        let house = try House(kind)
        let before = try openSockets()
        for round in 0..<1_000 {
            let wire = TestPeer(Descriptor(owning: try house.connect()))
            switch round % 4 {
            case 0: break
            case 1: try wire.write(request("ping", 1))
            case 2: try wire.write(request("fill", 1, "[5000]") + request("withhold", 2) + "{")
            default: try wire.write("nonsense")
            }
            if round % 3 > 0 {
                try house.bench.turn()
            }
            wire.close()
        }
        try house.bench.turn(10)
        demand(house.bench.server.connectionCount == 0)
        demand(house.bench.server.unreadInput == 0)
        demand(try openSockets() == before)
    }

    @Test func `a thousand connects and resets leak no descriptor, with epoll`() async {
        await #expect(processExitsWith: .success) { try ResourceTests.expectNoLeak(Poller.Kind.available[0]) }
    }

    @Test func `a thousand connects and resets leak no descriptor, with poll`() async {
        await #expect(processExitsWith: .success) { try ResourceTests.expectNoLeak(.poll) }
    }

    static func surviveExhaustion(_ kind: Poller.Kind) throws {
        let house = try House(kind)
        let wires = try (0..<60).map { _ in TestPeer(Descriptor(owning: try house.connect())) }
        for (number, wire) in wires.enumerated() {
            try wire.write(request("ping", number))
        }
        limitDescriptors(to: try openDescriptors() + 10)
        try house.bench.turn(10)
        let served = wires.filter { !$0.read().isEmpty }.count
        demand(served > 5 && served < 20)
        // The listener is paused. The turn must wait until the pause ends, and must not return at once.
        let start = Kernel.monotonicTime()
        try house.bench.loop.turn()
        demand(Kernel.monotonicTime() - start > .milliseconds(50))
        for wire in wires[..<20] {
            wire.close()
        }
        try house.bench.turn(10)
        demand(house.bench.server.connectionCount > 0)
        limitDescriptors(to: 400)
        house.bench.clocks.advance(by: .milliseconds(100))
        try house.bench.turn(20)
        demand(house.bench.server.connectionCount == 40)
        for wire in wires[20...] {
            _ = wire.read()
            demand(try house.bench.exchange(request("ping", 1), on: wire) == [response(1, "\"pong\"")])
        }
    }

    @Test func `without free descriptors the server pauses and then accepts again, with epoll`() async {
        await #expect(processExitsWith: .success) { try ResourceTests.surviveExhaustion(Poller.Kind.available[0]) }
    }

    @Test func `without free descriptors the server pauses and then accepts again, with poll`() async {
        await #expect(processExitsWith: .success) { try ResourceTests.surviveExhaustion(.poll) }
    }

    static let manyConnections = 5_000

    @Test(
        Descriptors.needs(2 * manyConnections),
        .disabled(if: Demands.areSanitized, "a sanitizer takes its own memory")
    )
    func `an idle connection uses at most two kilobytes`() async {
        await #expect(processExitsWith: .success) {
            _ = try Kernel.raiseDescriptorLimit()
            var limits = ServerLimits()
            limits.connections = .max
            limits.connectionsPerUser = .max
            let house = try House(Poller.Kind.available[0], limits)
            func connect() throws -> TestPeer {
                let wire = TestPeer(Descriptor(owning: try house.connect()))
                ResourceTests.demand(
                    try house.bench.exchange(request("fill", 1, "[3000]"), on: wire, turns: 2).count == 1
                )
                return wire
            }
            var descriptors: [TestPeer] = []
            descriptors.reserveCapacity(ResourceTests.manyConnections + 100)
            for _ in 0..<100 {
                descriptors.append(try connect())
            }
            let before = try ResourceTests.residentMemory()
            for _ in 0..<ResourceTests.manyConnections {
                descriptors.append(try connect())
            }
            let each = (try ResourceTests.residentMemory() - before) / ResourceTests.manyConnections
            print("an idle connection takes \(each) bytes, its client's object included")
            ResourceTests.demand(house.bench.server.connectionCount == descriptors.count)
            ResourceTests.demand(each <= 2_048)
        }
    }
}

#if os(Linux)
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let descriptorLimit = RLIMIT_NOFILE
#endif
