import LoopCore
import SystemCore

/// Reads lines from standard input.
final class AgentInput: EventSource {
    private static let room = 1 << 16

    /// Whether nothing is read for now.
    var isPaused = false {
        didSet { if isPaused != oldValue, !hasEnded { updateLoop() } }
    }
    private(set) var hasEnded = false

    private let loop: EventLoop
    private var reader: LineReader
    private let handle: (LineReader.Event) -> Void
    private let whenEnded: () -> Void

    /// Adds standard input to a loop.
    init(
        limit: Int,
        on loop: EventLoop,
        whenEnded: @escaping () -> Void,
        _ handle: @escaping (LineReader.Event) -> Void
    ) throws(SystemError) {
        (self.loop, self.whenEnded, self.handle) = (loop, whenEnded, handle)
        reader = LineReader(limit: limit)
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try loop.add(input, source: self, interest: .readable)
        }
    }

    func ready(_ readiness: Readiness) {
        guard !hasEnded, !isPaused else { return }
        var bytes = [UInt8](repeating: 0, count: AgentInput.room)
        var span = bytes.mutableSpan
        let transfer = try? Kernel.withStandardInput { (input) throws(SystemError) in
            try Kernel.read(input, into: &span)
        }
        switch transfer {
        case .bytes(let count): reader.add(bytes.prefix(count)).forEach(handle)
        case .wouldBlock: break
        case .end, nil:
            hasEnded = true
            _ = try? Kernel.withStandardInput { (input) throws(SystemError) in try loop.remove(input) }
            reader.finish().forEach(handle)
            whenEnded()
        }
    }

    /// Removes the stream from the loop during a pause: otherwise the loop would report a hangup in each turn.
    private func updateLoop() {
        _ = try? Kernel.withStandardInput { (input) throws(SystemError) in
            if isPaused {
                try loop.remove(input)
            } else {
                try loop.add(input, source: self, interest: .readable)
            }
        }
    }
}
