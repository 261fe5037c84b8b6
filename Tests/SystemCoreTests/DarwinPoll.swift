@testable import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An imitation of the `poll(2)` of Darwin, by that of Linux, from Apple's published sources.
///
/// An entry without events is never ready. The end of the peer's sending side is POLLHUP for an entry that waits for
/// input, and then the entry is not writable.
enum DarwinPoll {
    static let call = PollCall(reportsHalfCloseAsHangup: true) { entries, milliseconds in
        var copies = entries.map { entry in
            var copy = entry
            if copy.events == 0 { copy.fd = -1 }
            if copy.events & input != 0 { copy.events |= sendingHasEnded }
            return copy
        }
        let result = unsafe poll(&copies, nfds_t(copies.count), milliseconds)
        guard result >= 0 else { return result }
        for index in entries.indices {
            entries[index].revents = events(copies[index].revents, of: entries[index].events)
        }
        return Int32(entries.count { $0.revents != 0 })
    }

    private static let input = Int16(POLLIN)
    private static let output = Int16(POLLOUT)
    private static let hangup = Int16(POLLHUP)
    private static let fault = Int16(POLLERR)
    /// The flag POLLRDHUP of Linux.
    private static let sendingHasEnded: Int16 = 0x2000

    /// Returns what Darwin reports for what Linux has reported.
    private static func events(_ found: Int16, of wanted: Int16) -> Int16 {
        var events = found & Int16(POLLNVAL) | found & wanted & (input | output)
        if wanted & input != 0, found & (sendingHasEnded | hangup) != 0 { events |= hangup | input }
        if wanted & output != 0, found & (hangup | fault) != 0 { events |= hangup }
        return events & hangup == 0 ? events : events & ~output
    }
}
