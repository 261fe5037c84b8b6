import SystemCore

/// The end of what a program prints on one stream.
final class OutputTail {
    private static let mostBytes = 16_384
    private static let pieceSize = 4_096
    /// More pieces than a pipe holds, so that a program that prints without an end cannot hold up its reader.
    private static let mostPieces = 17

    /// The reading end of the pipe.
    private let pipe: Descriptor
    /// Whether no process can print on this stream any more.
    private(set) var hasEnded = false
    private var bytes: [UInt8] = []

    init(_ pipe: consuming Descriptor) { self.pipe = pipe }

    /// Adds the stream to a poller, until it ends.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        if !hasEnded { try poller.add(pipe, token: token, interest: .readable) }
    }

    /// Reads what the program has printed so far.
    func read() {
        for _ in 0..<OutputTail.mostPieces {
            guard !hasEnded else { return }
            var piece = [UInt8](repeating: 0, count: OutputTail.pieceSize)
            var span = piece.mutableSpan
            switch try? Kernel.read(pipe, into: &span) {
            case .bytes(let count): bytes = (bytes + piece.prefix(count)).suffix(OutputTail.mostBytes)
            case .wouldBlock: return
            case .end, nil: hasEnded = true
            }
        }
    }

    /// The lines that are not blank, without spaces at their ends.
    var lines: [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }
}

extension Substring {
    /// Returns the text without white space at its start and its end.
    fileprivate func trimmingSpaces() -> String {
        var text = self.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
