#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A poller with `poll(2)`, which all systems have.
final class PollBackend: PollerBackend {
    // Two parallel arrays, because the kernel needs the entries as one array.
    private var entries: [pollfd] = []
    private var tokens: [UInt64] = []
    /// The index of each descriptor in these arrays, by descriptor number; -1 if the descriptor is not in them.
    private var slots: [Int32] = []
    private let call: PollCall

    init(_ call: PollCall = .ofSystem) { self.call = call }

    func add(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        let number = Int(raw)
        if number >= slots.count {
            slots += repeatElement(-1, count: max(number + 1, slots.count * 2, 64) - slots.count)
        }
        precondition(slots[number] < 0, "descriptor \(raw) is in the poller already")
        slots[number] = Int32(entries.count)
        entries.append(pollfd(fd: raw, events: interest.pollEvents, revents: 0))
        tokens.append(token)
    }

    func modify(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        let slot = slot(of: raw)
        entries[slot].events = interest.pollEvents
        tokens[slot] = token
    }

    func remove(_ raw: Int32) throws(SystemError) {
        let slot = slot(of: raw)
        slots[Int(raw)] = -1
        let last = entries.removeLast()
        let lastToken = tokens.removeLast()
        guard last.fd != raw else { return }
        entries[slot] = last
        tokens[slot] = lastToken
        slots[Int(last.fd)] = Int32(slot)
    }

    func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError) {
        let mustProbe = call.reportsHalfCloseAsHangup && entries.contains { $0.events == 0 }
        var ready = call.run(&entries, mustProbe ? probing(timeout) : timeout.milliseconds)
        if ready < 0 {
            let errno = Errno.last
            guard errno == .interrupted else {
                throw Kernel.failure("poll", errno, invalidArgument: .isAFact)
            }
            return
        }
        var slot = 0
        while ready > 0 {
            let entry = entries[slot]
            if entry.revents != 0 {
                events.append(PollerEvent(token: tokens[slot], readiness: readiness(of: entry)))
                ready -= 1
            }
            slot += 1
        }
        if mustProbe { probe(into: &events) }
    }

    /// Returns a timeout after which the peers of descriptors without an interest are probed.
    private func probing(_ timeout: PollTimeout) -> Int32 {
        let most: Int32 = 1_000
        return timeout == .forever ? most : min(timeout.milliseconds, most)
    }

    /// Appends a hangup for each descriptor without an interest whose peer is gone.
    private func probe(into events: inout [PollerEvent]) {
        let slots = entries.indices.filter { entries[$0].events == 0 }
        let areGone = call.arePeersGone(of: slots.map { entries[$0].fd })
        for (slot, isGone) in zip(slots, areGone) where isGone {
            events.append(PollerEvent(token: tokens[slot], readiness: .hangup))
        }
    }

    private func readiness(of entry: pollfd) -> Readiness {
        guard entry.revents & Int16(POLLNVAL) == 0 else {
            let isOpen = fcntl(entry.fd, F_GETFD) >= 0
            precondition(isOpen, "descriptor \(entry.fd) was closed inside the poller")
            // Darwin cannot wait for some devices, such as /dev/null. A read or a write finds out what is possible.
            return Readiness(pollEvents: entry.events)
        }
        var readiness = Readiness(pollEvents: entry.revents)
        if readiness.isHangup, call.reportsHalfCloseAsHangup, !call.isPeerGone(of: entry.fd) {
            readiness.remove(.hangup)
            // The hangup may hide that the descriptor is writable. A write finds out.
            readiness.formUnion(Readiness(pollEvents: entry.events & Int16(POLLOUT)))
        }
        return readiness
    }

    private func slot(of raw: Int32) -> Int {
        let number = Int(raw)
        precondition(number < slots.count && slots[number] >= 0, "descriptor \(raw) is not in the poller")
        return Int(slots[number])
    }
}

extension Interest {
    fileprivate var pollEvents: Int16 {
        var events: Int32 = 0
        if contains(.readable) { events |= Int32(POLLIN) }
        if contains(.writable) { events |= Int32(POLLOUT) }
        return Int16(truncatingIfNeeded: events)
    }
}

extension Readiness {
    fileprivate init(pollEvents: Int16) {
        let events = Int32(pollEvents)
        self = []
        if events & Int32(POLLIN) != 0 { insert(.readable) }
        if events & Int32(POLLOUT) != 0 { insert(.writable) }
        if events & Int32(POLLHUP) != 0 { insert(.hangup) }
        if events & Int32(POLLERR) != 0 { insert(.error) }
    }
}
