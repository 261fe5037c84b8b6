#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Passes both spans to `body` in the form that the kernel needs.
    ///
    /// `body` must not write to them.
    @inline(__always)
    static func withVectors<Value>(
        _ first: Span<UInt8>,
        _ second: Span<UInt8>,
        _ body: (UnsafeMutableBufferPointer<iovec>) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try unsafe first.withUnsafeBytes { (first) throws(SystemError) in
            try unsafe second.withUnsafeBytes { (second) throws(SystemError) in
                var vectors = unsafe (vector(first), vector(second))
                return try unsafe withUnsafeMutableBytes(of: &vectors) { (bytes) throws(SystemError) in
                    try unsafe body(bytes.assumingMemoryBound(to: iovec.self))
                }
            }
        }
    }

    @inline(__always)
    private static func vector(_ buffer: UnsafeRawBufferPointer) -> iovec {
        unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: buffer.baseAddress), iov_len: buffer.count)
    }
}
