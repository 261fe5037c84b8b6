/// A byte queue in one allocation: bytes are appended at the end and removed at the front.
@safe
@usableFromInline
package struct ByteBuffer: ~Copyable {
    @usableFromInline var storage: UnsafeMutablePointer<UInt8>
    @usableFromInline var head = 0
    @usableFromInline var tail = 0

    /// The size of the allocation in bytes, with the bytes already removed at the front; 0 before the first allocation.
    @usableFromInline package internal(set) var capacity: Int

    /// Creates an empty buffer, which allocates only if `minimumCapacity` is greater than 0.
    package init(minimumCapacity: Int = 0) {
        capacity = minimumCapacity
        unsafe storage = ByteBuffer.allocate(minimumCapacity)
    }

    deinit {
        if capacity > 0 {
            unsafe storage.deallocate()
        }
    }

    @inlinable
    package var count: Int { tail - head }

    @inlinable
    package var isEmpty: Bool { head == tail }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inlinable
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeStart: storage + head, count: tail - head))
    }

    /// Calls `body` with the bytes, which it may change in place; they are valid only during the call.
    @inlinable
    package mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var bytes = unsafe MutableSpan(_unsafeStart: storage + head, count: tail - head)
        return try body(&bytes)
    }

    /// Copies the bytes of a range over the bytes from `offset`; the two ranges may overlap.
    package mutating func copy(_ range: Range<Int>, to offset: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes copied from outside the buffer")
        precondition(offset >= 0 && offset <= count - range.count, "bytes copied to outside the buffer")
        unsafe (storage + head + offset).update(from: storage + head + range.lowerBound, count: range.count)
    }

    /// Calls `body` with at least `minimum` free bytes after the last byte; `body` returns how many bytes it wrote.
    package mutating func fill<Failure: Error>(
        atLeast minimum: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        reserve(minimum)
        let filled = try unsafe body(UnsafeMutableRawBufferPointer(start: storage + tail, count: capacity - tail))
        precondition(filled >= 0 && filled <= capacity - tail, "more bytes filled than there was room for")
        tail += filled
    }

    /// Reserves space for `additional` more bytes.
    @inlinable
    package mutating func reserve(_ additional: Int) {
        if additional > capacity - tail {
            makeRoom(additional)
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe storage[tail] = byte
        tail += 1
    }

    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe append(source)
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        appendWithoutReserving(text)
    }

    /// Appends the UTF-8 of a string.
    ///
    /// The argument label keeps literals away from this overload: without it, a literal would become a `String` first.
    package mutating func append(text: String) {
        append(text.utf8.span)
    }

    @inlinable
    package mutating func append(_ bytes: Span<UInt8>, in range: Range<Int>) {
        append(bytes.extracting(range))
    }

    /// Appends `bytes` between two constant strings, with one capacity check.
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

    package mutating func append(contentsOf other: borrowing ByteBuffer) {
        other.withBytes { append($0) }
    }

    /// Appends the content of another buffer, which is then empty and has no allocation.
    ///
    /// If this buffer has no allocation, it takes over the other buffer's memory and copies nothing.
    package mutating func append(moving other: inout ByteBuffer) {
        if capacity == 0 {
            swap(&self, &other)
        } else {
            append(contentsOf: other)
            other = ByteBuffer()
        }
    }

    /// Moves the bytes of another buffer from `start` to its end to the end of this buffer.
    @inlinable @inline(__always)
    package mutating func append(moving other: inout ByteBuffer, from start: Int) {
        let moved = other.count - start
        precondition(start >= 0 && moved >= 0, "more bytes moved than there are")
        reserve(moved)
        unsafe (storage + tail).update(from: other.storage + other.head + start, count: moved)
        tail += moved
        other.tail -= moved
    }

    /// Appends bytes at an address that the caller guarantees to be valid.
    @inlinable
    package mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard let start = source.baseAddress, source.count > 0 else { return }
        reserve(source.count)
        unsafe (storage + tail).update(from: start, count: source.count)
        tail += source.count
    }

    @inlinable
    package mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes used up than there are")
        head += count
        if head == tail {
            head = 0
            tail = 0
        }
    }

    /// Removes the last bytes, so that `count` bytes remain.
    @inlinable
    package mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count, "more bytes kept than there are")
        tail = head + count
    }

    package mutating func insert(_ bytes: Span<UInt8>, at offset: Int) {
        precondition(offset >= 0 && offset <= count, "an insertion behind the end")
        reserve(bytes.count)
        let gap = unsafe storage + head + offset
        unsafe (gap + bytes.count).update(from: gap, count: count - offset)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress {
                unsafe gap.update(from: start, count: source.count)
            }
        }
        tail += bytes.count
    }

    /// Moves the last `count` bytes to `offset`, before the bytes that are there.
    package mutating func moveLast(_ count: Int, to offset: Int) {
        precondition(count >= 0 && offset >= 0 && offset <= self.count - count, "more bytes moved than there are")
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { last in
            guard let last = last.baseAddress else { return }
            let start = unsafe storage + head + offset
            let end = unsafe storage + tail - count
            unsafe last.update(from: end, count: count)
            unsafe (start + count).update(from: start, count: end - start)
            unsafe start.update(from: last, count: count)
        }
    }

    /// Removes all bytes and keeps the allocation.
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

// The buffer is the only owner of its memory.
extension ByteBuffer: @unchecked Sendable {}

extension [UInt8] {
    package init(_ buffer: borrowing ByteBuffer) {
        self = buffer.withBytes { [UInt8]($0, in: 0..<$0.count) }
    }

    package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        self = unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
