package import LoopCore
import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension TestPeer {
    /// Returns the two ends of a new connection.
    package static func pair() throws -> (wire: TestPeer, stream: SocketStream) {
        let pair = try Kernel.socketPair(nonBlocking: true)
        let ends = (
            fcntl(pair.first.raw, F_DUPFD_CLOEXEC, 0), fcntl(pair.second.raw, F_DUPFD_CLOEXEC, 0)
        )
        return (TestPeer(Descriptor(owning: ends.0)), SocketStream(Descriptor(owning: ends.1)))
    }
}
