private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A source of signals for an event loop: the chosen signals make a descriptor readable, instead of their usual action.
///
/// A process can have only one source at a time; a second one traps. When the source ends, it restores the earlier
/// actions. One thread uses the source, but the signals may arrive on any thread.
package struct SignalSource: ~Copyable {
    /// The descriptor for the poller; wait until it is readable.
    package let descriptor: Descriptor
    private let writer: Descriptor
    private var previous: [(number: Int32, action: sigaction)] = []
    private var previousMask = sigset_t()

    /// Creates a source that catches signals.
    ///
    /// The second signal of `ending`, or any later one, ends the process even if the thread that takes signals is
    /// stuck. The process ends by the last of these signals:
    /// - at once, if an earlier signal has not been taken for one second,
    /// - after one second, if the second signal is not taken by then,
    /// - five seconds after the second signal was taken, if the process has not ended by then.
    package init(_ signals: [Signal], endingWhenRepeated ending: [Signal] = []) throws(SystemError) {
        let pair = try Kernel.pipe()
        descriptor = pair.first
        writer = pair.second
        precondition(csystem_signals_begin(writer.raw) == 0, "a process has one source of signals at a time")
        var wanted = sigset_t()
        unsafe sigemptyset(&wanted)
        for signal in signals {
            var action = sigaction()
            let result = unsafe csystem_signals_catch(signal.number, &action)
            precondition(result == 0, "signal \(signal.number) cannot be caught")
            previous.append((signal.number, action))
            if ending.contains(signal) {
                csystem_signals_end_when_repeated(signal.number)
            }
            unsafe sigaddset(&wanted, signal.number)
        }
        // The parent process may have blocked these signals, and then they would never arrive.
        unsafe pthread_sigmask(SIG_UNBLOCK, &wanted, &previousMask)
    }

    deinit {
        for (number, action) in previous.reversed() {
            let result = unsafe withUnsafePointer(to: action) { unsafe sigaction(number, $0, nil) }
            precondition(result == 0, "a disposition that was there can be put back")
        }
        _ = unsafe withUnsafePointer(to: previousMask) { unsafe pthread_sigmask(SIG_SETMASK, $0, nil) }
        csystem_signals_end()
    }

    /// Returns the oldest signal that is not yet taken; nil if there is none.
    package func next() throws(SystemError) -> Signal? {
        var byte: [1 of UInt8] = [0]
        var span = byte.mutableSpan
        guard case .bytes = try Kernel.read(descriptor, into: &span) else { return nil }
        csystem_signals_taken()
        return Signal(Int32(byte[0]))
    }
}

@available(*, unavailable)
extension SignalSource: Sendable {}

extension Kernel {
    /// Blocks signals on this thread until a source takes them: their default action would end the process.
    package static func holdSignals(_ signals: [Signal]) {
        var held = sigset_t()
        unsafe sigemptyset(&held)
        for signal in signals { unsafe sigaddset(&held, signal.number) }
        unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    /// Ignores SIGPIPE, so that a write to a pipe or a socket without a reader fails instead of ending the process.
    ///
    /// The functions of ``Kernel`` that start programs restore the default action for those programs.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
