import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests that limit the cost of pings by counting system calls and allocations, independent of the machine's speed.
@Suite(.serialized, .disabled(if: Demands.areSanitized, "a sanitizer has its own costs"))
struct CostTests {
    /// Sends pings one by one and waits for each response.
    static func ping(_ count: Int, _ server: ServerProcess) throws {
        let client = try server.client()
        for _ in 0..<count {
            #expect(try client.call("ping", within: .seconds(60)) == "pong")
        }
    }

    /// Sends pings in groups of a hundred and reads the responses of each group; each message may have a header.
    static func pipeline(_ count: Int, withHeaders hasHeaders: Bool = false, _ server: ServerProcess) throws {
        func framed(_ text: String) -> String {
            hasHeaders ? "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" : text
        }
        let wire = try TestPeer.connect(to: UnixAddress(server.path))
        let piece = 100
        for first in stride(from: 0, to: count, by: piece) {
            try wire.write((first..<first + piece).map { framed(request("ping", $0)) }.joined())
            let expected = (first..<first + piece).map { number in
                let response = response(number, "\"pong\"")
                return hasHeaders ? framed(response) : response + "\n"
            }.joined()
            #expect(wire.read { $0.utf8.count >= expected.utf8.count } == expected)
        }
    }

    /// Returns idle connections, each of which has sent one ping.
    static func idle(_ count: Int, _ server: ServerProcess) throws -> [TestPeer] {
        let address = try UnixAddress(server.path)
        let expected = response(0, "\"pong\"") + "\n"
        return try (0..<count).map { _ in
            let wire = TestPeer(try Kernel.connect(to: address))
            try wire.write(request("ping", 0))
            // One connection after another, so that the cost is the same in each run.
            #expect(wire.read(atMost: expected.utf8.count) == expected)
            return wire
        }
    }

    static let manyIdle = 2_000
    static let manyAllowed = "--connections 10000 --connections-per-user 10000"

    /// Returns the cost of a thousand pings, from the difference between a run and a run with twice as many pings.
    ///
    /// The difference excludes the fixed costs of the process.
    static func difference(_ measured: (Int) throws -> Int) throws -> Int {
        let count = 2_000
        let (once, twice) = (try measured(count), try measured(2 * count))
        return (twice - once) / (count / 1_000)
    }

    @Test(Program.needs("strace"))
    func `a thousand sequential pings need about three thousand system calls`() throws {
        let each = try Self.difference { count in
            let counts = try TemporaryDirectory()
            let server = try ServerProcess("", under: "strace -f -c -U calls,name -o '\(counts.file("calls"))'")
            try Self.ping(count, server)
            #expect(try server.stop() == 0)
            return try Self.sum(ofCallsIn: counts.file("calls"))
        }
        #expect(each >= 2_000, "wait, receive and send: else nothing was counted")
        // On a busy machine, a thousand pings take so long that timers wake the daemon, too.
        #expect(each <= 3_300)
    }

    @Test(Program.needs("gcc"))
    func `a thousand sequential pings stay within the allocation limit`() throws {
        let counter = try AllocationCounter()
        let each = try Self.difference { count in
            let server = try ServerProcess("", under: counter.prefix)
            try Self.ping(count, server)
            #expect(try server.stop() == 0)
            return try counter.count()
        }
        print("\(each) allocations for a thousand pings, one by one")
        #expect(each <= Self.allocationsOneByOne)
    }

    @Test(Program.needs("gcc"), arguments: [false, true])
    func `a thousand pipelined pings allocate almost nothing`(withHeaders: Bool) throws {
        let counter = try AllocationCounter()
        let each = try Self.difference { count in
            let server = try ServerProcess("", under: counter.prefix)
            try Self.pipeline(count, withHeaders: withHeaders, server)
            #expect(try server.stop() == 0)
            return try counter.count()
        }
        print("\(each) allocations for a thousand pings in a row")
        #expect(each <= Self.allocationsInARow)
    }

    @Test(Program.needs("strace"), Descriptors.needs(manyIdle))
    func `two thousand idle connections add no system call to an active one`() throws {
        let log = try TemporaryDirectory()
        let path = log.file("calls")
        let server = try ServerProcess(Self.manyAllowed, under: "strace -f -o '\(path)'")
        let idle = try Self.idle(Self.manyIdle, server)
        // How many calls the idle connections took depends on how many of their events the daemon saw at once.
        let before = try Self.lines(of: path)
        try Self.ping(2_000, server)
        let each = (try Self.lines(of: path) - before) / 2
        #expect(try server.stop() == 0)
        withExtendedLifetime(idle) {}
        #expect(each >= 2_900, "wait, receive and send: else nothing was counted")
        #expect(each <= 3_050)
    }

    @Test(Program.needs("gcc"), Descriptors.needs(manyIdle))
    func `two thousand idle connections add no allocation to an active one`() throws {
        let counter = try AllocationCounter()
        let each = try Self.difference { count in
            let server = try ServerProcess(Self.manyAllowed, under: counter.prefix)
            let idle = try Self.idle(Self.manyIdle, server)
            try Self.ping(count, server)
            #expect(try server.stop() == 0)
            withExtendedLifetime(idle) {}
            return try counter.count()
        }
        print("\(each) allocations for a thousand pings, one by one, beside \(Self.manyIdle) idle connections")
        #expect(each <= Self.allocationsOneByOne)
    }

    // The allocations of an unoptimized build for a thousand pings, plus a margin. An optimized build allocates less.
    static let allocationsOneByOne = 4_100
    static let allocationsInARow = 200

    private static func lines(of path: String) throws -> Int {
        let text = String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
        return text.utf8.count { $0 == UInt8(ascii: "\n") }
    }

    private static func sum(ofCallsIn path: String) throws -> Int {
        let text = String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
        return text.split(separator: "\n").reduce(0) { sum, line in
            let fields = line.split(separator: " ")
            guard fields.count == 2, fields[1] != "total", let calls = Int(fields[0]) else { return sum }
            return sum + calls
        }
    }
}

/// A counter of a process's allocations, in a preloaded library.
private struct AllocationCounter {
    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdatomic.h>
        #include <stddef.h>
        #include <stdio.h>
        #include <stdlib.h>
        extern void *__libc_malloc(size_t);
        extern void *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t);
        extern void *__libc_memalign(size_t, size_t);
        static atomic_long count;
        void *malloc(size_t size) { count++; return __libc_malloc(size); }
        void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
        void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
        void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
        int posix_memalign(void **memory, size_t alignment, size_t size) {
            count++;
            *memory = __libc_memalign(alignment, size);
            return *memory ? 0 : 12;
        }
        __attribute__((destructor)) static void report(void) {
            long counted = count;
            FILE *file = fopen(getenv("ALLOCATIONS"), "w");
            if (file) { fprintf(file, "%ld", counted); fclose(file); }
        }
        """#

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let path = directory.file("counter.c")
        let bytes = Array(AllocationCounter.source.utf8)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(bytes.span, at: 0)
        _ = try Program.output(of: "gcc -O1 -shared -fPIC -o '\(directory.file("counter.so"))' '\(path)'")
    }

    /// The words before a command that activate the counter.
    var prefix: String {
        "env ALLOCATIONS='\(directory.file("count"))' LD_PRELOAD='\(directory.file("counter.so"))'"
    }

    /// Returns the number of allocations of the process, after the process has ended.
    func count() throws -> Int {
        let bytes = try KernelFile(try Kernel.open(directory.file("count"), .read)).readWhole()
        return try #require(Int(String(decoding: bytes, as: UTF8.self)))
    }
}
