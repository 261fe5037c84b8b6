import Synchronization

#if os(Linux)
private import CSystem
#endif

/// A descriptor that becomes readable when another thread calls `signal`, and so ends a poller's wait.
///
/// The other thread first stores its work and then calls `signal`. The event loop calls `drain` and then takes the
/// work. So the loop always sees the work that was stored before a signal.
package final class Wakeup: Sendable {
    /// The descriptor for the poller; wait until it is readable.
    package let descriptor: Descriptor
    #if !os(Linux)
    private let writer: Descriptor
    #endif
    /// Whether a signal was written that `drain` has not read.
    ///
    /// Until then, further signals write nothing.
    private let isPending = Atomic<Bool>(false)

    package init() throws(SystemError) {
        #if os(Linux)
        let raw = try Kernel.attempt("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
        descriptor = Descriptor(owning: raw)
        #else
        // Not tested on macOS: written from Apple's published sources.
        let pair = try Kernel.pipe()
        descriptor = pair.first
        writer = pair.second
        #endif
    }

    /// Wakes the event loop; callable from any thread.
    package func signal() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // An eventfd needs eight bytes, and a pipe accepts them. If the pipe is full, it is already readable.
        let one: [8 of UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        #if os(Linux)
        let result = try? Kernel.write(descriptor, one.span)
        #else
        let result = try? Kernel.write(writer, one.span)
        #endif
        precondition(result != nil, "a wakeup can always be signalled")
    }

    /// Resets the descriptor.
    ///
    /// The event loop's thread calls this before it takes the work.
    package func drain() {
        var count: [8 of UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        var span = count.mutableSpan
        #if os(Linux)
        // One read resets the counter of an eventfd.
        _ = try? Kernel.read(descriptor, into: &span)
        #else
        while case .bytes? = try? Kernel.read(descriptor, into: &span) {}
        #endif
        // Reset the flag only after reading. A signal between the two finds the flag set and writes nothing, but its
        // work is taken after this call. If the flag were reset first, the read could consume the bytes of a new
        // signal. The flag would stay set, and no later signal would write anything.
        _ = isPending.exchange(false, ordering: .acquiringAndReleasing)
    }
}
