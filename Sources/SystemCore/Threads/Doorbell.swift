import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A way for other threads to wake one thread that has nothing else to wait for.
///
/// Another thread first stores its work and then calls `ring`. The waiting thread takes the work whenever `wait`
/// returns. So the thread always sees the work that was stored before a ring. Only one thread may wait, and any thread
/// may ring.
@safe
package final class Doorbell: @unchecked Sendable {
    private static let quiet: UInt8 = 0
    private static let rung: UInt8 = 1
    private static let asleep: UInt8 = 2

    private let state = Atomic<UInt8>(Doorbell.quiet)
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        let mutexCode = unsafe pthread_mutex_init(mutex, nil)
        let conditionCode = unsafe Self.initialize(condition)
        precondition(mutexCode == 0 && conditionCode == 0, "a lock and a condition need nothing but memory")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Wakes the waiting thread; callable from any thread.
    ///
    /// Makes a system call only if that thread sleeps.
    package func ring() {
        guard state.exchange(Self.rung, ordering: .acquiringAndReleasing) == Self.asleep else { return }
        unsafe pthread_mutex_lock(mutex)
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Returns after a ring or at the deadline; at once if there was a ring since the last return.
    package func wait(until deadline: MonotonicTime? = nil) {
        if takeRing() { return }
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let isQuiet = state.compareExchange(
            expected: Self.quiet,
            desired: Self.asleep,
            ordering: .acquiringAndReleasing
        ).exchanged
        while isQuiet && state.load(ordering: .acquiring) == Self.asleep {
            guard let deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            guard Kernel.monotonicTime() < deadline else { break }
            unsafe Self.wait(condition, mutex, until: deadline)
        }
        _ = state.exchange(Self.quiet, ordering: .acquiringAndReleasing)
    }

    private func takeRing() -> Bool {
        state.load(ordering: .relaxed) == Self.rung
            && state.exchange(Self.quiet, ordering: .acquiringAndReleasing) == Self.rung
    }
}

// MARK: - Differences between systems

extension Doorbell {
    #if os(Linux)
    private static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 {
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        defer { unsafe pthread_condattr_destroy(&attributes) }
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        return unsafe pthread_cond_init(condition, &attributes)
    }

    private static func wait(
        _ condition: UnsafeMutablePointer<pthread_cond_t>,
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
        until deadline: MonotonicTime
    ) {
        var time = timespec()
        time.tv_sec = Int(deadline.nanoseconds / 1_000_000_000)
        time.tv_nsec = Int(deadline.nanoseconds % 1_000_000_000)
        unsafe pthread_cond_timedwait(condition, mutex, &time)
    }
    #else
    // Not tested on macOS: written from Apple's published sources.
    private static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 {
        unsafe pthread_cond_init(condition, nil)
    }

    private static func wait(
        _ condition: UnsafeMutablePointer<pthread_cond_t>,
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
        until deadline: MonotonicTime
    ) {
        let rest = max(0, deadline.nanoseconds - Kernel.monotonicTime().nanoseconds)
        var time = timespec()
        time.tv_sec = Int(rest / 1_000_000_000)
        time.tv_nsec = Int(rest % 1_000_000_000)
        unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time)
    }
    #endif
}
