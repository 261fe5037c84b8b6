#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A signal, identified by its number.
package struct Signal: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The signal that a closing terminal sends; daemons also use it as the request to reload files.
    package static let hangup = Signal(SIGHUP)
    package static let interrupt = Signal(SIGINT)
    package static let quit = Signal(SIGQUIT)
    package static let terminate = Signal(SIGTERM)
    package static let kill = Signal(SIGKILL)
    package static let child = Signal(SIGCHLD)
    package static let windowChange = Signal(SIGWINCH)
    package static let user1 = Signal(SIGUSR1)
    package static let user2 = Signal(SIGUSR2)
}
