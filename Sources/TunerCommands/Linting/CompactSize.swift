import ConsoleCore
import JSONCore
import SystemCore

/// The size of a document without white space, and after compression with the gzip program.
struct CompactSize: ~Copyable {
    private enum Token: UInt64 {
        case input
        case output
    }

    private var input: Descriptor?
    private let output: Descriptor
    private let poller: Poller
    private var count = 0

    /// Returns the document without white space; nil if it is not valid JSON.
    static func compact(_ text: [UInt8]) -> [UInt8]? {
        (try? JSON.parse(text.span)).map { Array(JSONText.compact($0).utf8) }
    }

    /// Returns the number of bytes that gzip produces.
    static func compressed(_ bytes: [UInt8]) throws(Failure) -> Int {
        do throws(SystemError) {
            let input = try Kernel.pipe()
            let output = try Kernel.pipe()
            // gzip expects blocking streams.
            try Kernel.setNonBlocking(input.first, false)
            try Kernel.setNonBlocking(output.second, false)
            _ = try Kernel.spawn("gzip", ["-9cn"], reading: input.first, writing: output.second)
            return try CompactSize(input.keepSecond(), output.keepFirst()).run(bytes.span)
        } catch {
            throw .notStarted("gzip", error.errno)
        }
    }

    private init(_ input: consuming Descriptor, _ output: consuming Descriptor) throws(SystemError) {
        poller = try Poller(.poll)
        self.input = consume input
        self.output = output
    }

    private consuming func run(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
        var written = 0
        var events: [PollerEvent] = []
        try poller.add(output, token: Token.output.rawValue, interest: .readable)
        while try !read() {
            if let pipe = input.take() {
                if written < bytes.count, case .bytes(let sent) = try Kernel.write(pipe, bytes.extracting(written...)) {
                    written += sent
                }
                // Close the pipe after the last byte: gzip waits for the end of its input.
                guard written < bytes.count else { continue }
                try poller.add(pipe, token: Token.input.rawValue, interest: .writable)
                try poller.wait(.forever, into: &events)
                try poller.remove(pipe)
                input = consume pipe
            } else {
                try poller.wait(.forever, into: &events)
            }
        }
        return count
    }

    /// Counts the available bytes; returns whether the stream has ended.
    private mutating func read() throws(SystemError) -> Bool {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var span = room.mutableSpan
            switch try Kernel.read(output, into: &span) {
            case .bytes(let read): count += read
            case .end: return true
            case .wouldBlock: return false
            }
        }
    }
}
