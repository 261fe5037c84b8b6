import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The number of forks between the start of the first program and this process.
///
/// It changes only in a new child process, while that has one thread. A client or a value with another number belongs
/// to the parent process, whose threads do not exist here.
nonisolated(unsafe) var forkCount: UInt32 = 0

/// Counts the forks from now on, and lets each child process close its copies of the sockets.
enum ForkCounting {
    static let begin: Void = {
        let code = pthread_atfork(nil, nil) {
            unsafe forkCount &+= 1
            OpenSockets.closeCopies()
        }
        precondition(code == 0, "a process has memory for a handler")
    }()
}
