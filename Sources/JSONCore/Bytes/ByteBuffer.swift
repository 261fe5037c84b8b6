/// Bytes that grow at the end and are used up from the front, in one piece of memory.
@safe
@usableFromInline
package struct ByteBuffer: ~Copyable {
    @usableFromInline var storage: UnsafeMutablePointer<UInt8>
    @usableFromInline var head = 0
    @usableFromInline var tail = 0

    /// How many bytes fit before the memory must grow; 0 until the first byte arrives.
    @usableFromInline package internal(set) var capacity: Int

    /// Takes no memory unless `minimumCapacity` asks for it.
    package init(minimumCapacity: Int = 0) {
        capacity = minimumCapacity
        unsafe storage = ByteBuffer.allocate(minimumCapacity)
    }

    deinit {
        if capacity > 0 {
            unsafe storage.deallocate()
        }
    }

    /// The bytes not used up yet.
    @inlinable
    package var count: Int { tail - head }

    /// Whether everything was used up.
    @inlinable
    package var isEmpty: Bool { head == tail }

    /// Lends the bytes for the length of a call.
    @inlinable
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeStart: storage + head, count: tail - head))
    }

    /// Lends at least `minimum` bytes of room behind the last byte; `body` answers how many it filled.
    package mutating func fill<Failure: Error>(
        atLeast minimum: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        reserve(minimum)
        let filled = try unsafe body(UnsafeMutableRawBufferPointer(start: storage + tail, count: capacity - tail))
        precondition(filled >= 0 && filled <= capacity - tail, "more bytes filled than there was room for")
        tail += filled
    }

    /// Makes room for `additional` more bytes without another allocation.
    @inlinable
    package mutating func reserve(_ additional: Int) {
        if additional > capacity - tail {
            makeRoom(additional)
        }
    }

    /// Appends one byte.
    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe storage[tail] = byte
        tail += 1
    }

    /// Appends the bytes of a span.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe append(source)
        }
    }

    /// Appends the bytes of a constant text.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        appendWithoutReserving(text)
    }

    /// Appends a text's UTF-8; with a name of its own, or a literal would become a string first.
    package mutating func append(text: String) {
        append(text.utf8.span)
    }

    /// Appends a part of a span.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>, in range: Range<Int>) {
        append(bytes.extracting(range))
    }

    /// Appends bytes between two constant texts, in one go.
    @inlinable @inline(__always)
    package mutating func append(_ opening: StaticString, _ bytes: Span<UInt8>, _ closing: StaticString) {
        reserve(opening.utf8CodeUnitCount + bytes.count + closing.utf8CodeUnitCount)
        appendWithoutReserving(opening)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress {
                unsafe (storage + tail).update(from: start, count: source.count)
                tail += source.count
            }
        }
        appendWithoutReserving(closing)
    }

    @inlinable @inline(__always)
    mutating func appendWithoutReserving(_ text: StaticString) {
        precondition(text.hasPointerRepresentation, "a constant text is stored as bytes")
        unsafe (storage + tail).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        tail += text.utf8CodeUnitCount
    }

    /// Appends everything that another buffer holds.
    package mutating func append(contentsOf other: borrowing ByteBuffer) {
        other.withBytes { append($0) }
    }

    /// Appends everything that another buffer holds and leaves that one without memory; copies nothing where none was here.
    package mutating func append(moving other: inout ByteBuffer) {
        if capacity == 0 {
            swap(&self, &other)
        } else {
            append(contentsOf: other)
            other = ByteBuffer()
        }
    }

    /// Moves the last bytes of another buffer, those from `start` on, behind what is here.
    @inlinable @inline(__always)
    package mutating func append(moving other: inout ByteBuffer, from start: Int) {
        let moved = other.count - start
        precondition(start >= 0 && moved >= 0, "more bytes moved than there are")
        reserve(moved)
        unsafe (storage + tail).update(from: other.storage + other.head + start, count: moved)
        tail += moved
        other.tail -= moved
    }

    /// Appends memory that the caller vouches for.
    @inlinable
    package mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress, source.count > 0 else { return }
        reserve(source.count)
        unsafe (storage + tail).update(from: start, count: source.count)
        tail += source.count
    }

    /// Uses up `count` bytes at the front.
    @inlinable
    package mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes used up than there are")
        head += count
        if head == tail {
            head = 0
            tail = 0
        }
    }

    /// Takes back what was appended last, so that `count` bytes stay.
    @inlinable
    package mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes kept than there are")
        tail = head + count
    }

    /// Puts bytes in front of those from `offset` on.
    package mutating func insert(_ bytes: Span<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset <= count, "an insertion behind the end")
        reserve(bytes.count)
        let place = unsafe storage + head + offset
        unsafe (place + bytes.count).update(from: place, count: count - offset)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress {
                unsafe place.update(from: start, count: source.count)
            }
        }
        tail += bytes.count
    }

    /// Forgets all bytes and keeps the memory.
    @inlinable
    package mutating func removeAll() {
        head = 0
        tail = 0
    }

    @usableFromInline
    mutating func makeRoom(_ additional: Int) {
        let needed = count + additional
        if needed <= capacity, head >= capacity / 2 {
            unsafe storage.update(from: storage + head, count: count)
            tail -= head
            head = 0
        } else {
            move(to: max(needed, count * 2, 64))
        }
    }

    private mutating func move(to newCapacity: Int) {
        let moved = unsafe ByteBuffer.allocate(newCapacity)
        let length = count
        unsafe moved.update(from: storage + head, count: length)
        if capacity > 0 {
            unsafe storage.deallocate()
        }
        unsafe storage = moved
        capacity = newCapacity
        head = 0
        tail = length
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        guard capacity == 0, let nowhere = unsafe UnsafeMutablePointer<UInt8>(bitPattern: 16) else {
            return .allocate(capacity: capacity)
        }
        return unsafe nowhere
    }
}

// It alone owns its memory.
extension ByteBuffer: @unchecked Sendable {}

extension [UInt8] {
    /// Copies what a buffer holds.
    package init(_ buffer: borrowing ByteBuffer) {
        self = buffer.withBytes { [UInt8]($0, in: 0..<$0.count) }
    }

    /// Copies a part of a span.
    package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        self = unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
