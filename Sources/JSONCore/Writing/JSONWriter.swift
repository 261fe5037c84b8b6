/// Writes JSON at the end of a buffer, compact, and puts the commas where they belong.
@usableFromInline
package struct JSONWriter: ~Copyable {
    /// What was written; may be taken and appended to directly between whole values.
    @usableFromInline package var bytes: ByteBuffer
    @usableFromInline var needsComma = false

    /// Writes behind what the buffer holds already.
    package init(_ bytes: consuming ByteBuffer = ByteBuffer()) {
        self.bytes = bytes
    }

    /// Whether the next value of this text stands behind another; set by who goes on with a text begun elsewhere.
    package var isBehindValue: Bool {
        get { needsComma }
        set { needsComma = newValue }
    }

    /// Begins an object; names and values follow.
    @inlinable
    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends the innermost object.
    @inlinable
    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins an array; its elements follow.
    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Ends the innermost array.
    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name; its value must follow.
    package mutating func name(_ name: String) {
        separate()
        bytes.append(jsonString: name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that needs no escapes; its value must follow.
    package mutating func name(plain name: StaticString) {
        bytes.append(name: name, isSeparated: needsComma)
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(jsonString: value)
        needsComma = true
    }

    /// Writes a whole number.
    package mutating func integer(_ value: Int64) {
        separate()
        bytes.append(decimal: value)
        needsComma = true
    }

    /// Writes a double in the fewest digits that read back as the same.
    package mutating func double(_ value: Double) throws(JSONNotFinite) {
        try self.value(.double(value))
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        raw("null")
    }

    /// Writes a whole value that is JSON already.
    package mutating func raw(_ value: StaticString) {
        separate()
        bytes.append(value)
        needsComma = true
    }

    /// Writes a whole value that stands in a checked text, as it stands there.
    package mutating func raw(_ text: Span<UInt8>, in range: Range<Int>) {
        separate()
        bytes.append(text, in: range)
        needsComma = true
    }

    /// Writes any value; nothing, not even a comma, of one that holds a number without a spelling.
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

    /// Begins an object whose first bytes are known, up to a place where a value may follow.
    @inlinable @inline(__always)
    package mutating func begin(_ opening: StaticString) {
        separate()
        bytes.append(opening)
        needsComma = false
    }

    /// Begins an object whose first bytes are known but for some in the middle.
    @inlinable @inline(__always)
    package mutating func begin(_ opening: StaticString, _ middle: Span<UInt8>, _ rest: StaticString) {
        separate()
        bytes.append(opening, middle, rest)
        needsComma = false
    }

    /// A point to return to.
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

    /// Where the writer stands.
    @inlinable
    package var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    /// Forgets what was written since.
    @inlinable
    package mutating func rewind(to mark: Mark) {
        bytes.truncate(to: mark.count)
        needsComma = mark.needsComma
    }

    /// Ends a text; the next value begins another one.
    @inlinable @inline(__always)
    package mutating func endText() {
        needsComma = false
    }

    /// Gives up the buffer.
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
