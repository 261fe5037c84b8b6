import SystemCore
import TestSupport
import Testing

@Suite struct DatagramTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `a datagram to a path arrives complete`() throws {
        let path = directory.file("notify")
        let reader = try DatagramReader(path)
        let text = "READY=1\nSTATUS=up"
        try Kernel.sendDatagram(Array(text.utf8).span, to: try DatagramAddress(path), within: .seconds(5))
        #expect(reader.next() == text)
    }

    #if os(Linux)
    @Test func `a datagram to a path that is not UTF-8 arrives`() throws {
        let parent = Array("\(directory.path)/n".utf8)
        let path = RawText(bytes: parent + [0xFF]).path
        let reader = try DatagramReader(path)
        try Kernel.sendDatagram(Array("x".utf8).span, to: try DatagramAddress(path), within: .seconds(5))
        #expect(reader.next() == "x")
        // The directory has a name of these bytes.
        #expect(try Kernel.names(in: directory.path) == [RawText(bytes: Array("n".utf8) + [0xFF]).path])
        let longest = RawText(bytes: [UInt8](repeating: 0xFF, count: UnixAddress.limit)).path
        #expect(try DatagramAddress(longest).text == longest)
    }

    @Test(arguments: [20, UnixAddress.limit])
    func `a datagram to an abstract name arrives`(length: Int) throws {
        let name = "\(Kernel.processID)/\(length)/"
        let text = "@" + name + String(repeating: "n", count: length - name.utf8.count)
        let reader = try DatagramReader(text)
        try Kernel.sendDatagram(Array("x".utf8).span, to: try DatagramAddress(text), within: .seconds(5))
        #expect(reader.next() == "x")
    }
    #endif

    @Test func `sending to a missing path throws ENOENT`() throws {
        let path = directory.file("notify")
        #expect(throws: SystemError("sendto", .noSuchFile, path: path)) {
            try Kernel.sendDatagram(Array("x".utf8).span, to: try DatagramAddress(path), within: .seconds(5))
        }
    }

    @Test func `sending to a full reader fails after the time limit`() throws {
        let path = directory.file("notify")
        let reader = try DatagramReader(path)
        let address = try DatagramAddress(path)
        #expect(throws: SystemError("sendto", .wouldBlock, path: path)) {
            for _ in 0..<100_000 {
                try Kernel.sendDatagram(Array("x".utf8).span, to: address, within: .milliseconds(1))
            }
        }
        #expect(reader.next() == "x")
    }

    @Test(
        arguments: [
            ("", .empty), ("@", .empty), ("/a\0b", .containsNUL),
            ("/" + String(repeating: "n", count: 107), .tooLong(length: 108, limit: 107)),
            ("@" + String(repeating: "n", count: 108), .tooLong(length: 108, limit: 107)),
        ] as [(String, UnixAddress.Fault)]
    )
    func `an invalid datagram address is refused`(text: String, fault: UnixAddress.Fault) {
        #expect(throws: fault) { try DatagramAddress(text) }
    }
}
