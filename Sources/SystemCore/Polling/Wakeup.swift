import Synchronization

#if os(Linux)
private import CSystem
#endif

/// Lets other threads end a poller's wait: a descriptor that becomes readable.
///
/// Put the work where the loop finds it, then `signal`. The loop calls `drain`, then takes the work: what was put there
/// before a signal is seen after the drain that follows it.
package final class Wakeup: Sendable {
    /// Give this to the poller, to be readable.
    package let descriptor: Descriptor
    #if !os(Linux)
    private let writer: Descriptor
    #endif
    /// A signal that no drain has met yet: all further ones until then are the same.
    private let isPending = Atomic<Bool>(false)

    package init() throws(SystemError) {
        #if os(Linux)
        let raw = try Kernel.attempt("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
        descriptor = Descriptor(owning: raw)
        #else
        let pair = try Kernel.pipe()
        descriptor = pair.first
        writer = pair.second
        #endif
    }

    /// From any thread.
    package func signal() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Eight bytes are what an eventfd counts with; a pipe takes them too. Full means signalled.
        let one: [8 of UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        #if os(Linux)
        let result = try? Kernel.write(descriptor, one.span)
        #else
        let result = try? Kernel.write(writer, one.span)
        #endif
        precondition(result != nil, "a wakeup can always be signalled")
    }

    /// On the loop's thread, before it takes the work.
    package func drain() {
        var count: [8 of UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        var span = count.mutableSpan
        #if os(Linux)
        // One read takes all that an eventfd has counted.
        _ = try? Kernel.read(descriptor, into: &span)
        #else
        while case .bytes? = try? Kernel.read(descriptor, into: &span) {}
        #endif
        // Only now: a signal between the two must leave something to read, or find this still set and its work taken
        // below. The other way round its bytes could be read here and the next signal believe them still there.
        _ = isPending.exchange(false, ordering: .acquiringAndReleasing)
    }
}
