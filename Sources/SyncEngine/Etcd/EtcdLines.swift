/// Divides a stream that arrives in pieces into lines.
struct EtcdLines {
    private(set) var rest: [UInt8] = []

    /// Adds a piece, and returns the lines that it completes.
    mutating func add(_ piece: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(rest + piece[start..<end])
            rest = []
            start = end + 1
        }
        rest += piece[start...]
        return lines
    }
}
