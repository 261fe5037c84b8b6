#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A whole file seen as memory, read-only.
///
/// The file must not shrink while it is mapped: to touch what was cut off ends the process.
@safe
package struct Mapping: ~Copyable {
    private let bytes: UnsafeRawBufferPointer

    package init(of file: borrowing Descriptor) throws(SystemError) {
        let size = Int(try Kernel.status(of: file).size)
        // The kernel maps no empty range.
        guard size > 0 else {
            unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file.raw, 0), unsafe start != MAP_FAILED else {
            throw Kernel.failure("mmap", .last)
        }
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        guard let start = unsafe bytes.baseAddress else { return }
        let answer = unsafe munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
        precondition(answer == 0, "munmap of our own mapping")
    }

    package var count: Int { unsafe bytes.count }

    /// Lends the content for the time of the call.
    package borrowing func withBytes<Value, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(Span<UInt8>(_unsafeBytes: bytes))
    }
}
