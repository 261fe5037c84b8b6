/// A writer that appends compact JSON to a buffer and inserts the commas.
@usableFromInline
package struct JSONWriter: ~Copyable {
    /// The written bytes; between complete values, the caller may append other bytes directly.
    @usableFromInline package var bytes: ByteBuffer
    @usableFromInline var needsComma = false

    /// Creates a writer that appends to the content of the buffer.
    package init(_ bytes: consuming ByteBuffer = ByteBuffer()) {
        self.bytes = bytes
    }

    /// Whether the next value needs a comma before it; set this to continue a text that another writer began.
    package var isBehindValue: Bool {
        get { needsComma }
        set { needsComma = newValue }
    }

    @inlinable
    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    @inlinable
    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name; the member's value must follow.
    package mutating func name(_ name: String) {
        separate()
        bytes.append(jsonString: name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that needs no escapes; the member's value must follow.
    package mutating func name(plain name: StaticString) {
        bytes.append(name: name, isSeparated: needsComma)
        needsComma = false
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(jsonString: value)
        needsComma = true
    }

    package mutating func integer(_ value: Int64) {
        separate()
        bytes.append(decimal: value)
        needsComma = true
    }

    /// Writes a double in the fewest digits that parse to the same double.
    package mutating func double(_ value: Double) throws(JSONNotFinite) {
        try self.value(.double(value))
    }

    package mutating func boolean(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    package mutating func null() {
        raw("null")
    }

    /// Writes a constant that is one complete JSON value.
    package mutating func raw(_ value: StaticString) {
        separate()
        bytes.append(value)
        needsComma = true
    }

    /// Writes the bytes of one complete value in a checked text, unchanged.
    package mutating func raw(_ text: Span<UInt8>, in range: Range<Int>) {
        separate()
        bytes.append(text, in: range)
        needsComma = true
    }

    /// Writes a value; writes nothing, not even a comma, and throws if the value contains a number that is not finite.
    package mutating func value(_ value: JSON) throws(JSONNotFinite) {
        let before = bytes.count
        separate()
        do {
            try bytes.append(json: value)
        } catch {
            bytes.truncate(to: before)
            throw error
        }
        needsComma = true
    }

    /// Writes constant bytes that begin an object and end where a value or a first name may follow.
    @inlinable @inline(__always)
    package mutating func begin(_ opening: StaticString) {
        separate()
        bytes.append(opening)
        needsComma = false
    }

    /// Writes the beginning of an object: constant bytes, `middle`, and constant bytes, as in ``begin(_:)``.
    @inlinable @inline(__always)
    package mutating func begin(_ opening: StaticString, _ middle: Span<UInt8>, _ rest: StaticString) {
        separate()
        bytes.append(opening, middle, rest)
        needsComma = false
    }

    /// A position in the output to which the writer can return.
    @usableFromInline
    package struct Mark {
        @usableFromInline let count: Int
        @usableFromInline let needsComma: Bool

        @inlinable
        init(count: Int, needsComma: Bool) {
            self.count = count
            self.needsComma = needsComma
        }
    }

    /// The current position.
    @inlinable
    package var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    /// Removes everything written after the mark.
    @inlinable
    package mutating func rewind(to mark: Mark) {
        bytes.truncate(to: mark.count)
        needsComma = mark.needsComma
    }

    /// Ends a text, so that no comma comes before the next value.
    @inlinable @inline(__always)
    package mutating func endText() {
        needsComma = false
    }

    /// Returns the buffer and ends the writer.
    package consuming func takeBytes() -> ByteBuffer {
        bytes
    }

    @inlinable @inline(__always)
    mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
    }
}
