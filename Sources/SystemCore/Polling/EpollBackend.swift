#if os(Linux)
private import CSystem

/// A poller with `epoll(7)`: the cost of a wait depends only on the number of ready descriptors.
@safe
final class EpollBackend: PollerBackend {
    private let descriptor: Descriptor
    private let buffer: UnsafeMutableBufferPointer<epoll_event>

    /// The limit for the events of one wait.
    ///
    /// The kernel rotates its list, so the next wait begins with the remaining events.
    private static let capacity = 1024

    init() throws(SystemError) {
        let raw = try Kernel.attempt("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        descriptor = Descriptor(owning: raw)
        unsafe buffer = .allocate(capacity: Self.capacity)
    }

    deinit { unsafe buffer.deallocate() }

    func add(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        try control(EPOLL_CTL_ADD, raw, token, interest)
    }

    func modify(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        try control(EPOLL_CTL_MOD, raw, token, interest)
    }

    func remove(_ raw: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, raw, 0, [])
    }

    func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError) {
        let count = unsafe epoll_wait(descriptor.raw, buffer.baseAddress, Int32(buffer.count), timeout.milliseconds)
        if count < 0 {
            let errno = Errno.last
            guard errno == .interrupted else {
                throw Kernel.failure("epoll_wait", errno, invalidArgument: .isOurBug)
            }
            return
        }
        for index in 0..<Int(count) {
            let event = unsafe buffer[index]
            unsafe events.append(PollerEvent(token: event.data.u64, readiness: Readiness(epollEvents: event.events)))
        }
    }

    private func control(_ operation: Int32, _ raw: Int32, _ token: UInt64, _ interest: Interest) throws(SystemError) {
        var event = unsafe epoll_event(events: interest.epollEvents, data: epoll_data_t(u64: token))
        guard unsafe epoll_ctl(descriptor.raw, operation, raw, &event) != 0 else { return }
        let errno = Errno.last
        precondition(errno != .fileExists, "descriptor \(raw) is in the poller already")
        precondition(errno != .noSuchFile, "descriptor \(raw) is not in the poller")
        throw Kernel.failure("epoll_ctl", errno, invalidArgument: .isOurBug)
    }
}

extension Interest {
    fileprivate var epollEvents: UInt32 {
        var events: UInt32 = 0
        if contains(.readable) { events |= EPOLLIN.rawValue }
        if contains(.writable) { events |= EPOLLOUT.rawValue }
        return events
    }
}

extension Readiness {
    fileprivate init(epollEvents events: UInt32) {
        self = []
        if events & EPOLLIN.rawValue != 0 { insert(.readable) }
        if events & EPOLLOUT.rawValue != 0 { insert(.writable) }
        if events & EPOLLHUP.rawValue != 0 { insert(.hangup) }
        if events & EPOLLERR.rawValue != 0 { insert(.error) }
    }
}
#endif
