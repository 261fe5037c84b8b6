#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system call `poll(2)`, and whether it reports a half-close as Darwin does.
struct PollCall: Sendable {
    /// Whether POLLHUP can mean that the peer has ended only its sending side.
    ///
    /// Then POLLHUP also hides POLLOUT, and an entry without events is never ready.
    let reportsHalfCloseAsHangup: Bool
    let run: @Sendable (_ entries: inout [pollfd], _ milliseconds: Int32) -> Int32

    /// The call of this system.
    static let ofSystem = PollCall(reportsHalfCloseAsHangup: isDarwin) { entries, milliseconds in
        unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    }

    /// Returns whether nothing more can be sent to the peer of a descriptor.
    func isPeerGone(of raw: Int32) -> Bool { arePeersGone(of: [raw])[0] }

    /// Returns for each descriptor whether nothing more can be sent to its peer.
    func arePeersGone(of descriptors: [Int32]) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
        _ = run(&entries, 0)
        return entries.map { $0.revents & Int16(POLLHUP | POLLERR) != 0 }
    }
}

// Not tested on macOS: written from Apple's published sources.
#if canImport(Darwin)
private let isDarwin = true
#else
private let isDarwin = false
#endif
