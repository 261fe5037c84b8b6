import TunerClient

/// A text with a 0 at its end, which C can read.
@safe
class Text: @unchecked Sendable {
    let start: UnsafePointer<CChar>
    let count: Int

    init(_ string: String) {
        var string = string
        unsafe (start, count) = string.withUTF8 { bytes in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for index in 0..<bytes.count { unsafe copy[index] = CChar(bitPattern: bytes[index]) }
            unsafe copy[bytes.count] = 0
            return unsafe (UnsafePointer(copy), bytes.count)
        }
    }

    deinit { unsafe start.deallocate() }

    /// The text as a string.
    final var string: String {
        let bytes = unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Copies the text, cut between two characters if the buffer is too small, and returns the length of the whole text.
    final func copy(to buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
        guard let buffer = unsafe buffer, size > 0 else { return count }
        var length = min(count, size - 1)
        if length < count {
            while length > 0, unsafe UInt8(bitPattern: start[length]) & 0xC0 == 0x80 { length -= 1 }
        }
        unsafe buffer.update(from: start, count: length)
        unsafe buffer[length] = 0
        return count
    }

    static func areEqual(_ left: Text, _ right: Text) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where unsafe left.start[index] != right.start[index] { return false }
        return true
    }
}

/// The value of a string.
final class StringText: Text, Codable, Equatable, @unchecked Sendable {
    override init(_ string: String) { super.init(string) }

    convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }

    static func == (left: StringText, right: StringText) -> Bool { areEqual(left, right) }
}

/// The JSON text of a value of any type.
final class JSONText: Text, Codable, Equatable, @unchecked Sendable {
    let value: TunerValue

    init(_ value: TunerValue) {
        self.value = value
        super.init(value.description)
    }

    convenience init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(TunerValue.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    static func == (left: JSONText, right: JSONText) -> Bool { areEqual(left, right) }
}
