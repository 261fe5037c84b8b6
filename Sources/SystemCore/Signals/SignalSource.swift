private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Signals as input of the loop: the chosen ones make a descriptor readable instead of doing what they do.
///
/// A process has one at a time; a second traps. What the signals did before they do again when it ends. It belongs to
/// one thread, but the signals may come on any.
package struct SignalSource: ~Copyable {
    /// Give this to the poller, to be readable.
    package let descriptor: Descriptor
    private let writer: Descriptor
    private var previous: [(number: Int32, action: sigaction)] = []
    private var previousMask = sigset_t()

    /// Catches signals.
    ///
    /// Some of them, caught a second time, in any combination, end the process although the thread that takes signals may
    /// be stuck: at once when the first was not taken for a second, else when the process has not ended by itself five
    /// seconds after the second was taken, or one second after it came when it was not taken either. The process ends by
    /// the last of these signals.
    package init(_ signals: [Signal], endingWhenRepeated ending: [Signal] = []) throws(SystemError) {
        let pair = try Kernel.pipe()
        descriptor = pair.first
        writer = pair.second
        precondition(csystem_signals_begin(writer.raw) == 0, "a process has one source of signals at a time")
        var wanted = sigset_t()
        unsafe sigemptyset(&wanted)
        for signal in signals {
            var action = sigaction()
            let answer = unsafe csystem_signals_catch(signal.number, &action)
            precondition(answer == 0, "signal \(signal.number) cannot be caught")
            previous.append((signal.number, action))
            if ending.contains(signal) {
                csystem_signals_end_when_repeated(signal.number)
            }
            unsafe sigaddset(&wanted, signal.number)
        }
        // Whoever started us may have left them blocked, and they would wait for ever.
        unsafe pthread_sigmask(SIG_UNBLOCK, &wanted, &previousMask)
    }

    deinit {
        for (number, action) in previous.reversed() {
            let answer = unsafe withUnsafePointer(to: action) { unsafe sigaction(number, $0, nil) }
            precondition(answer == 0, "a disposition that was there can be put back")
        }
        _ = unsafe withUnsafePointer(to: previousMask) { unsafe pthread_sigmask(SIG_SETMASK, $0, nil) }
        csystem_signals_end()
    }

    /// The oldest signal not yet taken; nil when there is none.
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
    /// Lets signals wait until a source takes them: what they do by default would end the process.
    package static func holdSignals(_ signals: [Signal]) {
        var held = sigset_t()
        unsafe sigemptyset(&held)
        for signal in signals { unsafe sigaddset(&held, signal.number) }
        unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    /// Writing to a pipe or socket whose reader is gone becomes an error of that write, instead of the end of the
    /// process.
    ///
    /// Programs that are started inherit it.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
