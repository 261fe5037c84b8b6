import JSONCore
import SystemCore
import TestSupport
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A client of server-sent events.
final class EventReader {
    struct Event: Equatable {
        var name = "message"
        var id: String?
        var data = ""

        /// The data as JSON; null if it is none.
        var json: JSON { (try? JSON.parse(data)) ?? .null }
    }

    let wire: TestPeer
    /// The head of the response.
    let head: String
    /// The received bytes from the next event on.
    private var bytes: [UInt8]
    private var start = 0

    /// Sends the request, and waits for the head of the response; reads at most `step` bytes behind it.
    convenience init(_ gateway: GatewayProcess, _ path: String, _ fields: [String] = [], step: Int = 64 << 10) throws {
        try self.init(EventReader.request(gateway, path, fields), step: step)
    }

    /// Sends the request on a new connection, and returns the client's end of it.
    static func request(_ gateway: GatewayProcess, _ path: String, _ fields: [String] = []) throws -> TestPeer {
        let wire = try gateway.connect()
        // Without chunks.
        let lines = ["GET \(path) HTTP/1.0", "Host: \(gateway.host)"] + fields + ["", ""]
        try wire.write(lines.joined(separator: "\r\n"))
        return wire
    }

    /// Waits for the head of the response to a request that was sent; reads at most `step` bytes behind it.
    init(_ wire: TestPeer, step: Int = 64 << 10) throws {
        self.wire = wire
        var response = ""
        _ = try eventually {
            response += wire.read(atMost: step)
            return response.contains("\r\n\r\n") || wire.endWasRead
        }
        head = response
        bytes = Array(response.content.utf8)
    }

    /// Waits for the next event; nil if the stream ends before, or if there is none for 60 seconds.
    func next() -> Event? {
        let deadline = Kernel.monotonicTime() + .seconds(60)
        var end = start
        while true {
            end = lineEnd(from: end)
            guard end + 1 < bytes.count else {
                let part = wire.read { !$0.isEmpty }
                guard !part.isEmpty, Kernel.monotonicTime() < deadline else { return nil }
                bytes += part.utf8
                continue
            }
            guard bytes[end + 1] == UInt8(ascii: "\n") else {
                end += 1
                continue
            }
            var event = Event()
            while start < end {
                let lineEnd = lineEnd(from: start)
                let line = String(decoding: bytes[start..<lineEnd], as: UTF8.self)
                start = lineEnd + 1
                if line.hasPrefix("event: ") {
                    event.name = String(line.dropFirst(7))
                } else if line.hasPrefix("id: ") {
                    event.id = String(line.dropFirst(4))
                } else if line.hasPrefix("data: ") {
                    event.data = String(line.dropFirst(6))
                }
            }
            start = end + 2
            end = start
            if event != Event() { return event }
        }
    }

    /// The offset of the next line feed, or the number of bytes; a search that is quick without optimization, too.
    private func lineEnd(from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { memory in
            guard start < memory.count, let base = memory.baseAddress else { return memory.count }
            let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), memory.count - start)
            return unsafe found.map { unsafe UnsafeRawPointer($0) - base } ?? memory.count
        }
    }
}
