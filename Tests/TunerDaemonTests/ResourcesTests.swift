import BlockingTests
import ServiceCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the resources of a daemon, acquired by separate processes.
@Suite(.blocking) struct ResourcesTests {
    private let directory: TemporaryDirectory
    private let socket: String
    private let state: String

    init() throws {
        directory = try TemporaryDirectory()
        socket = directory.file("run/socket")
        state = directory.file("state")
    }

    private func start(
        socket: String? = nil,
        state: String? = nil,
        passing descriptors: [Int32] = [],
        variables: String = "",
        _ more: String...
    ) throws -> Program {
        try Program.resources(
            ["--socket", socket ?? self.socket, "--state", state ?? self.state] + more,
            passing: descriptors,
            variables: variables
        )
    }

    private func exists(_ path: String) -> Bool { (try? Kernel.status(of: path, followingLinks: false)) != nil }

    @Test func `the daemon acquires its state and socket, serves, and removes the socket file`() throws {
        let process = try start()
        #expect(try process.line() == "taken \(socket) 1")
        _ = try Kernel.connect(to: try UnixAddress(socket))
        #expect(try process.lastLine() == "ended")
        #expect(!exists(socket))
    }

    @Test func `a second process on one state or socket is refused with the first one's pid`() throws {
        let first = try start()
        #expect(try first.line() == "taken \(socket) 1")
        let sameState = try start(socket: directory.file("run/other"))
        #expect(
            try sameState.line()
                == "refused tunerd with pid \(first.processID) uses the state directory \(state); "
                + "stop it, or name another directory with --state"
        )
        #expect(!exists(directory.file("run/other")))
        let sameSocket = try start(state: directory.file("other"))
        #expect(
            try sameSocket.line()
                == "refused tunerd with pid \(first.processID) uses the socket \(socket); "
                + "stop it, or name another path with --socket"
        )
        _ = try Kernel.connect(to: try UnixAddress(socket))
    }

    @Test func `after a crash the next process acquires the state and the socket`() throws {
        let first = try start()
        #expect(try first.line() == "taken \(socket) 1")
        try first.send(SIGKILL)
        #expect(try first.wait().code == 128 + SIGKILL)
        #expect(exists(socket))
        let second = try start()
        #expect(try second.line() == "taken \(socket) 1")
        _ = try Kernel.connect(to: try UnixAddress(socket))
    }

    @Test(arguments: ["state", "socket"])
    func `of two processes that start at once, exactly one acquires the state or socket`(what: String) throws {
        for round in 0..<50 {
            let racers = try (0..<2).map { number in
                what == "state"
                    ? try start(socket: directory.file("run/\(number)"))
                    : try start(state: directory.file("state-\(number)"))
            }
            let lines = try racers.map { try $0.line() }
            let winner = try #require(lines.firstIndex { $0.hasPrefix("taken ") }, "round \(round): \(lines)")
            let loser = lines[1 - winner]
            #expect(loser.hasPrefix("refused ") && loser.contains(" uses the \(what) "), "round \(round): \(lines)")
            // The loser may have tried before the winner wrote its process ID.
            let holders = ["tunerd with pid \(racers[winner].processID) uses", "another tunerd uses"]
            #expect(holders.contains { loser.contains($0) }, "round \(round): \(lines)")
            #expect(try racers[winner].lastLine() == "ended")
            // Wait for both processes: in the next round, a process that was not waited for would still be visible.
            for racer in racers { _ = try racer.wait() }
            #expect(try Kernel.names(in: directory.file("run")).allSatisfy { $0.hasSuffix(".lock") })
        }
    }

    /// Returns the number of open files and sockets of the process, including a few of the test framework.
    static func openFilesAndSockets() throws -> Int {
        try Kernel.names(in: "/proc/self/fd").filter { name in
            let kind = try? Kernel.status(of: "/proc/self/fd/\(name)").kind
            return kind == .regular || kind == .socket
        }.count
    }

    @Test func `acquisitions and refusals leak no open files or sockets`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let request = ResourceRequest(
                socket: SocketPath(option: directory.file("run/socket"), user: 7) { _ in nil },
                state: StatePath(option: directory.file("state")) { _ in nil }
            )
            let file = directory.file("file")
            _ = try Kernel.open(file, [.write, .create])
            var refused = request
            refused.socket = SocketPath(option: file, user: 7) { _ in nil }
            let before = try ResourcesTests.openFilesAndSockets()
            for _ in 0..<10 {
                var resources = try DaemonResources(request, ServiceEnvironment())
                demand((try? DaemonResources(request, ServiceEnvironment())) == nil)
                try resources.listen { (_) throws(SystemError) in }
                resources.withdraw()
            }
            for _ in 0..<10 {
                do throws(StartupError) {
                    _ = try DaemonResources(refused, ServiceEnvironment())
                    fatalError("a file is in the way")
                } catch {
                    demand(error == .inTheWay(file, .regular))
                }
            }
            demand(try ResourcesTests.openFilesAndSockets() < before + 10)
        }
    }

    @Test func `acquisition fails without a state path or with an unknown group`() {
        let socket = SocketPath(option: socket, user: 7) { _ in nil }
        #expect(throws: StartupError.noStatePath) {
            _ = try DaemonResources(ResourceRequest(socket: socket, state: nil), ServiceEnvironment())
        }
        let state = StatePath(option: state) { _ in nil }
        #expect(throws: StartupError.unknownGroup("no-such-group")) {
            _ = try DaemonResources(
                ResourceRequest(socket: socket, state: state, group: "no-such-group"),
                ServiceEnvironment()
            )
        }
        #expect(!exists(directory.file("state")))
    }

    @Test(arguments: ["4294967295", "-1", "", "4294967296"])
    func `an invalid group number is an unknown group`(name: String) {
        #expect(throws: StartupError.unknownGroup(name)) { try SocketGroup(named: name) }
    }

    @Test func `a group is given by name or by number`() throws {
        #expect(try SocketGroup(named: "root").id == 0)
        #expect(try SocketGroup(named: "4242") == SocketGroup(name: "4242", id: 4_242))
    }

    // MARK: - From a service manager

    /// Returns a socket like one from a service manager.
    private func listener(_ name: String, mode: UInt32 = 0o600) throws -> Descriptor {
        try Kernel.listen(at: try UnixAddress(directory.file(name)), mode: mode)
    }

    private static let two = "LISTEN_FDS=2 LISTEN_PID=$$ LISTEN_FDNAMES=a:b"
    private static let one = "LISTEN_FDS=1 LISTEN_PID=$$"

    @Test func `the process serves inherited sockets and leaves their files unchanged`() throws {
        let one = try listener("one", mode: 0o666)
        let two = try listener("two", mode: 0o640)
        let paths = ["one", "two"].map(directory.file)
        let before = try paths.map { try Kernel.status(of: $0) }
        let process = try start(passing: [one.raw, two.raw], variables: Self.two)
        #expect(try process.line() == "taken \(paths[0]) 2")
        for path in paths {
            _ = try Kernel.connect(to: try UnixAddress(path))
        }
        #expect(!exists(socket))
        let second = try start(passing: [one.raw], variables: Self.one)
        #expect(try second.line().hasPrefix("refused tunerd with pid \(process.processID) uses the state directory"))
        #expect(try process.lastLine() == "ended")
        #expect(try paths.map { try Kernel.status(of: $0) } == before)
        _ = one
        _ = two
    }

    @Test func `the process ignores sockets that are passed to another pid`() throws {
        let listener = try listener("one")
        let process = try start(passing: [listener.raw], variables: "LISTEN_FDS=1 LISTEN_PID=1")
        #expect(try process.line() == "taken \(socket) 1")
    }

    @Test func `an inherited descriptor that is not a listener is refused`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let listener = try listener("one")
        let process = try start(passing: [listener.raw, pair.first.raw], variables: Self.two)
        #expect(
            try process.line()
                == "refused descriptor 4 from the service manager is not a listening Unix stream socket; "
                + "in the socket unit, use only ListenStream= with paths"
        )
    }

    @Test func `the start fails when an announced descriptor is missing`() throws {
        let listener = try listener("one")
        let process = try start(passing: [listener.raw], variables: Self.two)
        #expect(try process.line().hasPrefix("refused the service manager did not pass descriptor 4,"))
    }

    @Test func `an inherited socket open to everyone is refused when a group is set`() throws {
        let open = try listener("open", mode: 0o666)
        let refused = try start(passing: [open.raw], variables: Self.one, "--group", "4242")
        #expect(
            try refused.line()
                == "refused every user can connect to \(directory.file("open")), not only the group 4242; "
                + "set SocketGroup= and SocketMode=0660 in the socket unit"
        )
        let closed = try listener("closed", mode: 0o660)
        let taken = try start(passing: [closed.raw], variables: Self.one, "--group", "4242")
        #expect(try taken.line() == "taken \(directory.file("closed")) 1")
    }

    @Test(arguments: [false, true])
    func `the service manager receives READY at the start and STOPPING at the end`(hasNoDirectory: Bool) throws {
        let address = hasNoDirectory ? "@tuner-test/\(directory.path)" : directory.file("notify")
        let manager = try DatagramReader(address)
        let process = try start(variables: "NOTIFY_SOCKET='\(address)'")
        #expect(try process.line() == "taken \(socket) 1")
        #expect(manager.next() == "READY=1\nSTATUS=serving")
        #expect(try process.lastLine() == "ended")
        #expect(manager.next() == "STOPPING=1\nSTATUS=ending")
    }
}
