import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests that run in their own processes, because signal actions belong to the whole process.
@Suite struct SignalSourceTests {
    @Test func `signals are received in order`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalSource([.terminate, .hangup, .interrupt])
            demand(try signals.next() == nil)
            for number in [SIGHUP, SIGTERM, SIGINT, SIGHUP] { raise(number) }
            demand(try Kernel.wait(for: .readable, on: signals.descriptor, .none) == .readable)
            var received: [Signal] = []
            while let signal = try signals.next() { received.append(signal) }
            demand(received == [.hangup, .terminate, .interrupt, .hangup])
            demand(try Kernel.wait(for: .readable, on: signals.descriptor, .none) == [])
        }
    }

    @Test func `blocked signals are received, and the mask is restored`() async {
        await #expect(processExitsWith: .success) {
            var all = sigset_t()
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
            do {
                let signals = try SignalSource([.terminate])
                raise(SIGTERM)
                demand(try signals.next() == .terminate)
            }
            var mask = sigset_t()
            unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            demand(unsafe sigismember(&mask, SIGTERM) == 1)
        }
    }

    @Test func `the previous signal action is restored`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            do {
                let signals = try SignalSource([.terminate])
                raise(SIGTERM)
                demand(try signals.next() == .terminate)
            }
            unblock(SIGTERM)
            raise(SIGTERM)
        }
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            do {
                let signals = try SignalSource([.hangup])
                raise(SIGHUP)
                demand(try signals.next() == .hangup)
            }
            unblock(SIGHUP)
            raise(SIGHUP)
            let again = try SignalSource([.hangup])
            demand(try again.next() == nil)
        }
    }

    @Test func `a full signal pipe does not block`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalSource([.user1])
            for _ in 0..<100_000 { raise(SIGUSR1) }
            demand(try signals.next() == .user1)
        }
    }

    @Test func `the signal handler preserves errno`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalSource([.user1])
            // Fill the pipe, so that the handler's write fails.
            for _ in 0..<70_000 { raise(SIGUSR1) }
            errno = E2BIG
            raise(SIGUSR1)
            demand(errno == E2BIG)
            _ = signals
        }
    }

    @Test func `a second signal source traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let first = try SignalSource([.user1])
            let second = try SignalSource([.user2])
            _ = try (first.next(), second.next())
        }
    }

    @Test func `a signal source for an uncatchable signal traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) { _ = try SignalSource([Signal(SIGKILL)]) }
    }
}

/// Unblocks a signal on this thread: exit tests run on threads that block all signals.
private func unblock(_ number: Int32) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
