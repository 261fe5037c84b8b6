import JSONCore

/// A parser for the header of a message with Content-Length framing; it continues where the last bytes ended.
struct ContentLengthHeader {
    /// The result of parsing the bytes that have arrived.
    enum Progress: Equatable {
        case incomplete
        /// The header is complete: the body begins at an offset and has `length` bytes, or `Int.max` if the number
        /// overflows.
        case body(at: Int, length: Int)
    }

    /// The digits of a number that cannot overflow.
    private static let usualDigits = 9

    private var lineStart: Int
    private var searched: Int
    private var length: Int?

    init(at offset: Int) {
        lineStart = offset
        searched = offset
    }

    mutating func rebase(by count: Int) {
        lineStart -= count
        searched -= count
    }

    mutating func advance(in bytes: Span<UInt8>) throws(FrameFault) -> Progress {
        readUsualLine(in: bytes)
        while searched < bytes.count {
            guard bytes[searched] == UInt8(ascii: "\n") else {
                searched += 1
                continue
            }
            var end = searched
            if end > lineStart, bytes[end - 1] == UInt8(ascii: "\r") {
                end -= 1
            }
            searched += 1
            if end == lineStart {
                guard let length else { throw .header(.noContentLength) }
                return .body(at: searched, length: length)
            }
            try parseLine(lineStart..<end, in: bytes)
            lineStart = searched
        }
        return .incomplete
    }

    /// Reads a line of the usual spelling with one comparison; leaves every other line to the search for its end.
    @inline(__always)
    private mutating func readUsualLine(in bytes: Span<UInt8>) {
        let name: StaticString = "Content-Length: "
        let start = lineStart + name.utf8CodeUnitCount
        guard length == nil, searched == lineStart, start < bytes.count,
            name.hasBytes(bytes.extracting(lineStart..<start))
        else { return }
        var number = 0
        var end = start
        while end < bytes.count, end - start < ContentLengthHeader.usualDigits {
            let digit = bytes[end] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            end += 1
        }
        guard end > start, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\r"), bytes[end + 1] == UInt8(ascii: "\n")
        else { return }
        length = number
        lineStart = end + 2
        searched = lineStart
    }

    private mutating func parseLine(_ line: Range<Int>, in bytes: Span<UInt8>) throws(FrameFault) {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon] != UInt8(ascii: ":") {
            colon += 1
        }
        guard colon < line.upperBound else { throw .header(.noColon) }
        guard ContentLengthHeader.isContentLength(line.lowerBound..<colon, in: bytes) else { return }
        guard length == nil else { throw .header(.repeatedContentLength) }
        length = try ContentLengthHeader.number(colon + 1..<line.upperBound, in: bytes)
    }

    private static func isContentLength(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let expected: StaticString = "content-length"
        guard name.count == expected.utf8CodeUnitCount else { return false }
        for index in 0..<name.count {
            let byte = bytes[name.lowerBound + index]
            let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard unsafe (isUpperCase ? byte | 0x20 : byte) == expected.utf8Start[index] else { return false }
        }
        return true
    }

    private static func number(_ value: Range<Int>, in bytes: Span<UInt8>) throws(FrameFault) -> Int {
        var start = value.lowerBound
        var end = value.upperBound
        while start < end, isBlank(bytes[start]) {
            start += 1
        }
        while start < end, isBlank(bytes[end - 1]) {
            end -= 1
        }
        guard start < end else { throw .header(.notANumber) }
        var number = 0
        for index in start..<end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { throw .header(.notANumber) }
            let (product, tooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, stillTooLarge) = product.addingReportingOverflow(Int(digit))
            number = tooLarge || stillTooLarge || number == .max ? .max : sum
        }
        return number
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
