import JSONCore
import SystemCore

/// How large a document is as it travels: without white space, and compressed by the machine's own program.
struct CompactSize: ~Copyable {
    private enum Token: UInt64 {
        case input
        case output
    }

    private var input: Descriptor?
    private let output: Descriptor
    private let poller: Poller
    private var count = 0

    /// The document in as few bytes as say the same; none where it is no JSON.
    static func compact(_ text: [UInt8]) -> [UInt8]? {
        (try? JSON.parse(text.span)).map { Array(JSONText.compact($0).utf8) }
    }

    /// To how many bytes gzip makes some.
    static func compressed(_ bytes: [UInt8]) throws(Failure) -> Int {
        do throws(SystemError) {
            let input = try Kernel.pipe()
            let output = try Kernel.pipe()
            // The program expects to wait.
            try Kernel.setNonBlocking(input.first, false)
            try Kernel.setNonBlocking(output.second, false)
            _ = try Kernel.startBeside("gzip", ["-9cn"], reading: input.first, writing: output.second)
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
                // Its end is what the program waits for.
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

    /// Counts what is there; answers whether that is all.
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
