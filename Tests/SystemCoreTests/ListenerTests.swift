import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ListenerTests {
    private let directory: TemporaryDirectory
    private let address: UnixAddress

    init() throws {
        directory = try TemporaryDirectory()
        address = try UnixAddress(directory.file("socket"))
    }

    @Test func `accept returns a connection whose ends know each other's credentials`() throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        if case .wouldBlock = try Kernel.accept(listener) {} else { Issue.record("nobody came yet") }
        let client = try Kernel.connect(to: address)
        guard case .connection(let server) = try Kernel.accept(listener) else {
            Issue.record("a connection waits")
            return
        }
        let me = PeerCredentials(pid: Kernel.processID, uid: Kernel.userID, gid: Kernel.groupID)
        #expect(try Kernel.peerCredentials(of: server) == me)
        #expect(try Kernel.peerCredentials(of: client) == me)
        #expect(try Kernel.send(client, Array("hi".utf8).span) == .bytes(2))
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
    func `the socket file has exactly the given mode`(mode: UInt32) throws {
        let listener = try Kernel.listen(at: address, mode: mode)
        let status = try Kernel.status(of: address.path)
        #expect(status.kind == .socket)
        #expect(status.mode == mode)
        let isListener = Kernel.isUnixListener(listener)
        #expect(isListener)
    }

    @Test func `a bound socket returns its path, and an unbound one returns nil`() throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        #expect(try Kernel.path(of: listener) == address.path)
        let client = try Kernel.connect(to: address)
        #expect(try Kernel.path(of: client) == nil)
        let longest = directory.file(String(repeating: "n", count: UnixAddress.limit - directory.path.utf8.count - 1))
        let other = try Kernel.listen(at: try UnixAddress(longest), mode: 0o600)
        #expect(try Kernel.path(of: other) == longest)
    }

    @Test func `listening at the path of a file fails and keeps the file`() throws {
        _ = try Kernel.open(address.path, [.write, .create])
        #expect(throws: SystemError("bind", .addressInUse, path: address.path)) {
            _ = try Kernel.listen(at: address, mode: 0o600)
        }
        #expect(try Kernel.status(of: address.path).kind == .regular)
    }

    @Test func `connecting to a missing path and to a closed socket gives different errors`() throws {
        #expect(throws: SystemError("connect", .noSuchFile, path: address.path)) {
            _ = try Kernel.connect(to: address)
        }
        _ = try Kernel.listen(at: address, mode: 0o600)
        // A child process of another test may hold a copy of the listener until it runs its program.
        let isRefused = try eventually {
            do {
                _ = try Kernel.connect(to: address)
                return false
            } catch let error as SystemError where error.errno == .connectionRefused {
                return true
            }
        }
        #expect(isRefused)
    }

    @Test func `connecting without waiting reports a full backlog`() throws {
        let listener = try Kernel.listen(at: address, mode: 0o600, backlog: 1)
        var connected: [Int32] = []
        var isFull = false
        while !isFull, connected.count < 10 {
            switch try Kernel.connectWithoutWaiting(to: address) {
            case .connected(let descriptor): connected.append(descriptor.release())
            case .queueFull: isFull = true
            case .inProgress: Issue.record("a Unix socket decides at once")
            }
        }
        #expect(isFull)
        #expect(!connected.isEmpty)
        for raw in connected { try Descriptor(owning: raw).close() }
        _ = listener
    }

    #if os(Linux)
    @Test func `accept works again after the descriptors ran out`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let address = try UnixAddress(directory.file("socket"))
            let listener = try Kernel.listen(at: address, mode: 0o600)
            let client = try Kernel.connect(to: address)
            var limit = rlimit(rlim_cur: rlim_t(client.raw) + 1, rlim_max: rlim_t(client.raw) + 1)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            guard case .exhausted(let errno) = try Kernel.accept(listener) else { fatalError("no room for one more") }
            demand(errno == .tooManyOpenFiles)
            try client.close()
            guard case .connection = try Kernel.accept(listener) else { fatalError("there is room again") }
        }
    }
    #endif

    @Test func `isUnixListener is false for other sockets and files`() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let null = try Kernel.open("/dev/null", .read)
        let network = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #expect(listen(network.raw, 1) == 0)
        let results = [pair.first.raw, null.raw, network.raw].map { raw in
            let descriptor = Descriptor(owning: raw)
            let result = Kernel.isUnixListener(descriptor)
            _ = descriptor.release()
            return result
        }
        #expect(results == [false, false, false])
    }

    @Test func `accepting on a socket that does not listen traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let pair = try Kernel.socketPair(nonBlocking: true)
            _ = try Kernel.accept(pair.first)
        }
    }
}
