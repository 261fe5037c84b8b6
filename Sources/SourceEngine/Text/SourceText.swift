/// The bytes of a document, with the start of each line.
///
/// A line ends with a line feed, a carriage return, or both together. The text should be UTF-8. Bytes that are not are
/// counted one by one.
package struct SourceText: Sendable {
    package private(set) var bytes: [UInt8]
    /// The offset of the first byte of each line, in order.
    private var lineStarts: [Int]
    /// Whether all bytes are ASCII, so that columns in both encodings are the same.
    private var isASCII: Bool

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
        lineStarts = [0] + SourceText.starts(in: bytes, 0..<bytes.count)
    }

    /// The number of lines: one more than the number of line ends.
    package var lineCount: Int { lineStarts.count }

    /// Returns the bytes of a line, with its line end.
    package func line(_ number: Int) -> Range<Int> {
        let end = number + 1 < lineStarts.count ? lineStarts[number + 1] : bytes.count
        return lineStarts[number]..<end
    }

    /// Returns the number of the line that contains an offset; the first line is 0.
    package func lineNumber(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Replaces a range of bytes.
    package mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
        // A carriage return before the range, and a line feed after it, may form one line end with the new bytes.
        let first = lineNumber(of: max(range.lowerBound - 1, 0))
        let from = lineStarts[first]
        let change = new.count - (range.upperBound - range.lowerBound)
        let next = lineStarts.firstIndex(from: first, where: { $0 > range.upperBound + 1 }) ?? lineStarts.count
        let oldEnd = next < lineStarts.count ? lineStarts[next] : bytes.count
        bytes.replaceSubrange(range, with: new)
        isASCII = isASCII && new.allSatisfy { $0 < 0x80 }
        let end = next < lineStarts.count ? oldEnd + change : bytes.count
        var starts = SourceText.starts(in: bytes, from..<end)
        // The start of the line after the range is kept.
        if next < lineStarts.count, starts.last == end { starts.removeLast() }
        for line in next..<lineStarts.count where change != 0 { lineStarts[line] += change }
        lineStarts.replaceSubrange(first + 1..<next, with: starts)
    }

    /// Returns the offset of a position; a position after the end of its line, or of the text, is moved to that end.
    package func offset(of position: SourcePosition, in encoding: PositionEncoding) -> Int {
        guard position.line < lineStarts.count else { return bytes.count }
        guard position.line >= 0, position.column >= 0 else { return lineStarts[max(position.line, 0)] }
        let range = contents(of: position.line)
        switch isASCII ? .utf8 : encoding {
        case .utf8:
            // A position inside of a character is moved to its start.
            var offset = range.lowerBound + min(position.column, range.count)
            while offset > range.lowerBound, offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        case .utf16:
            var (offset, column) = (range.lowerBound, 0)
            while offset < range.upperBound, column < position.column {
                let units = bytes[offset] >= 0xF0 ? 2 : 1
                guard column + units <= position.column else { break }
                column += units
                offset = end(ofCharacterAt: offset, before: range.upperBound)
            }
            return offset
        }
    }

    /// Returns the position of an offset; inside of a character, in UTF-16, it is that of its start.
    package func position(of offset: Int, in encoding: PositionEncoding) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineNumber(of: offset)
        let start = lineStarts[line]
        guard case .utf16 = encoding, !isASCII else { return SourcePosition(line: line, column: offset - start) }
        var (at, column) = (start, 0)
        while at < offset {
            let next = end(ofCharacterAt: at, before: bytes.count)
            guard next <= offset else { break }
            column += bytes[at] >= 0xF0 ? 2 : 1
            at = next
        }
        return SourcePosition(line: line, column: column)
    }

    /// Returns the bytes of a line, without its line end.
    private func contents(of line: Int) -> Range<Int> {
        let range = self.line(line)
        var end = range.upperBound
        guard line + 1 < lineStarts.count else { return range }
        if end > range.lowerBound, bytes[end - 1] == 0x0A { end -= 1 }
        if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
        return range.lowerBound..<end
    }

    private func end(ofCharacterAt offset: Int, before limit: Int) -> Int {
        var end = offset + 1
        guard bytes[offset] >= 0xC0 else { return end }
        while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// Returns the offset after each line end that begins in a range.
    private static func starts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        var starts: [Int] = []
        let bytes = bytes.span
        for offset in range where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
            if bytes[offset] == 0x0D, offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { continue }
            starts.append(offset + 1)
        }
        return starts
    }
}

extension [Int] {
    /// Returns the first index at or after `start` whose element, of an ascending list, meets a condition.
    fileprivate func firstIndex(from start: Int, where isMet: (Int) -> Bool) -> Int? {
        var (low, high) = (start, count)
        while low < high {
            let middle = (low + high) / 2
            if isMet(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low < count ? low : nil
    }
}
