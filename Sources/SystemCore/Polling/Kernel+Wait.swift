#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Waits for one descriptor, for code without an event loop; returns an empty set after the timeout.
    package static func wait(
        for interest: Interest,
        on descriptor: borrowing Descriptor,
        _ timeout: PollTimeout
    ) throws(SystemError) -> Readiness {
        let backend = PollBackend()
        try backend.add(descriptor.raw, token: 0, interest: interest)
        let start = monotonicTime()
        var rest = timeout
        var events: [PollerEvent] = []
        while true {
            try backend.wait(rest, into: &events)
            if let event = events.first { return event.readiness }
            guard timeout != .forever else { continue }
            // A signal has ended the wait early, or the time is over.
            let passed = monotonicTime().nanoseconds - start.nanoseconds
            rest = .nanoseconds(Int64(timeout.milliseconds) * 1_000_000 - passed)
            if rest == .none { return [] }
        }
    }

    /// Sleeps for a duration; a signal may end the sleep early.
    package static func sleep(for duration: Duration) throws(SystemError) {
        var events: [PollerEvent] = []
        try PollBackend().wait(.duration(duration), into: &events)
    }
}
