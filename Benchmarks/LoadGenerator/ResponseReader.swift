private import CBenchmark

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Finds the responses in the received bytes and checks them by a rule.
///
/// It owns plain memory, so a response costs no reference counting and no second bounds check.
@safe
struct ResponseReader: ~Copyable {
    private let beginning: UnsafeRawBufferPointer
    private let ending: UnsafeRawBufferPointer
    private let forbidden: UnsafeRawBufferPointer
    private let length: Int?

    init(_ rule: ResponseRule) {
        unsafe beginning = Self.copy(rule.beginning)
        unsafe ending = Self.copy(rule.ending)
        unsafe forbidden = Self.copy(rule.forbidden)
        length = rule.length
    }

    deinit {
        unsafe beginning.deallocate()
        unsafe ending.deallocate()
        unsafe forbidden.deallocate()
    }

    /// Calls `body` with each complete response, and whether its beginning and end obey the rule; returns the number of
    /// bytes of these responses.
    @inline(__always)
    func read(_ bytes: Span<UInt8>, _ body: (Range<Int>, Bool) -> Void) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            var start = 0
            if let length {
                while start + length <= buffer.count {
                    body(start..<start + length, unsafe isGood(base + start, count: length))
                    start += length
                }
                return start
            }
            while start < buffer.count,
                let newline = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
            {
                let end = unsafe UnsafeRawPointer(newline) - base + 1
                body(start..<end, unsafe isGood(base + start, count: end - start))
                start = end
            }
            return start
        }
    }

    /// Returns whether the first `count` bytes contain the forbidden text.
    @inline(__always)
    func findsForbidden(in bytes: Span<UInt8>, upTo count: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            guard
                let base = buffer.baseAddress,
                let needle = unsafe forbidden.baseAddress,
                unsafe !forbidden.isEmpty
            else { return false }
            return unsafe cbenchmark_contains(base, min(count, buffer.count), needle, forbidden.count) != 0
        }
    }

    @inline(__always)
    private func isGood(_ response: UnsafeRawPointer, count: Int) -> Bool {
        unsafe count >= beginning.count + ending.count
            && Self.matches(response, beginning)
            && Self.matches(response + (count - ending.count), ending)
    }

    @inline(__always)
    private static func matches(_ bytes: UnsafeRawPointer, _ wanted: UnsafeRawBufferPointer) -> Bool {
        guard let start = wanted.baseAddress else { return true }
        return unsafe memcmp(bytes, start, wanted.count) == 0
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        unsafe memory.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(memory)
    }
}
