import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct DescriptorTests {
    private static func isOpen(_ raw: Int32) -> Bool { fcntl(raw, F_GETFD) >= 0 }

    /// Opens a descriptor with a high number, which no other code reuses after the descriptor has closed.
    private static func openFar() throws -> Descriptor {
        let near = try Kernel.open("/dev/null", .read)
        return Descriptor(owning: try FarNumber.copy(of: near.raw))
    }

    // The tests run in their own processes, because other tests may use such numbers too.
    @Test func `a descriptor closes once when its owner ends`() async {
        await #expect(processExitsWith: .success) {
            var raw: Int32 = -1
            do {
                let descriptor = try Self.openFar()
                raw = descriptor.raw
                demand(Self.isOpen(raw))
            }
            demand(!Self.isOpen(raw))
        }
    }

    @Test func `close closes the descriptor, and deinit does not close it again`() async {
        await #expect(processExitsWith: .success) {
            let descriptor = try Self.openFar()
            let raw = descriptor.raw
            try descriptor.close()
            demand(!Self.isOpen(raw))
            // If the deinit closed the number again, it would close this new descriptor.
            let next = try Self.openFar()
            demand(next.raw == raw && Self.isOpen(raw))
        }
    }

    @Test func `release leaves the descriptor open`() throws {
        let raw = try Kernel.open("/dev/null", .read).release()
        #expect(Self.isOpen(raw))
        try Descriptor(owning: raw).close()
    }

    @Test func `closing a descriptor that is already closed traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let descriptor = try Self.openFar()
            _ = close(descriptor.raw)
            try descriptor.close()
        }
    }

    @Test func `a call on a closed descriptor traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let descriptor = try Self.openFar()
            _ = close(descriptor.raw)
            _ = try Kernel.status(of: descriptor)
        }
    }

    @Test func `a negative number as descriptor traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) { _ = Descriptor(owning: -1) }
    }

    @Test func `an inherited descriptor must be open and becomes close-on-exec`() async {
        await #expect(processExitsWith: .success) {
            let raw = try FarNumber.copy(of: 0, isKeptFromChildren: false)
            demand(fcntl(raw, F_GETFD) == 0)
            guard let inherited = Descriptor(inherited: raw) else { fatalError("it is open") }
            demand(fcntl(inherited.raw, F_GETFD) == FD_CLOEXEC)
            _ = inherited.release()
            _ = close(raw)
            if Descriptor(inherited: raw) != nil { fatalError("it is closed") }
        }
    }

    @Test func `every descriptor that the kernel layer opens is close-on-exec`() throws {
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("s"))
        let file = try Kernel.open("/dev/null", .read)
        let pipe = try Kernel.pipe()
        let pair = try Kernel.socketPair(nonBlocking: false)
        let listener = try Kernel.listen(at: address, mode: 0o600)
        let client = try Kernel.connect(to: address)
        guard case .connection(let server) = try Kernel.accept(listener) else {
            Issue.record("a connection waits")
            return
        }
        let wakeup = try Wakeup()
        let all = [
            file.raw, pipe.first.raw, pipe.second.raw, pair.first.raw, pair.second.raw, listener.raw, client.raw,
            server.raw, wakeup.descriptor.raw,
        ]
        for raw in all { #expect(fcntl(raw, F_GETFD) & FD_CLOEXEC != 0) }
        for raw in [pipe.first.raw, pipe.second.raw, listener.raw, server.raw, wakeup.descriptor.raw] {
            #expect(fcntl(raw, F_GETFL) & O_NONBLOCK != 0)
        }
        #expect(fcntl(client.raw, F_GETFL) & O_NONBLOCK == 0)
        try Kernel.setNonBlocking(client)
        #expect(fcntl(client.raw, F_GETFL) & O_NONBLOCK != 0)
        try Kernel.setNonBlocking(client, false)
        #expect(fcntl(client.raw, F_GETFL) & O_NONBLOCK == 0)
    }
}
