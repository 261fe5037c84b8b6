import SystemCore
import TestSupport
import Testing

@Suite struct UnixAddressTests {
    #if os(Linux)
    @Test func `the path limit on Linux is 107 bytes`() { #expect(UnixAddress.limit == 107) }
    #endif

    @Test func `the longest path works, and a longer one is refused with both lengths`() throws {
        let directory = try TemporaryDirectory()
        let name = String(repeating: "n", count: UnixAddress.limit - directory.path.utf8.count - 1)
        let address = try UnixAddress(directory.file(name))
        let listener = try Kernel.listen(at: address, mode: 0o600)
        #expect(try Kernel.names(in: directory.path) == [name])
        _ = try Kernel.connect(to: address)
        _ = listener
        #expect(throws: UnixAddress.Fault.tooLong(length: UnixAddress.limit + 1, limit: UnixAddress.limit)) {
            try UnixAddress(directory.file(name + "n"))
        }
    }

    @Test func `the length is counted in bytes, not characters`() {
        let path = "/" + String(repeating: "ä", count: 60)
        #expect(throws: UnixAddress.Fault.tooLong(length: 121, limit: UnixAddress.limit)) { try UnixAddress(path) }
    }

    @Test func `an empty path and a path with a NUL are refused`() {
        #expect(throws: UnixAddress.Fault.empty) { try UnixAddress("") }
        #expect(throws: UnixAddress.Fault.containsNUL) { try UnixAddress("/tmp/a\0b") }
    }
}
