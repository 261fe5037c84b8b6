/// Waits for many descriptors at once, level-triggered.
///
/// It belongs to one thread.
///
/// A descriptor is removed before it is closed, and added once; whatever breaks this traps.
package struct Poller: ~Copyable {
    package enum Kind: String, Sendable {
        #if os(Linux)
        case epoll
        #endif
        /// Everywhere; each wait costs in proportion to the descriptors inside.
        case poll

        /// The best first.
        package static var available: [Kind] {
            #if os(Linux)
            [.epoll, .poll]
            #else
            [.poll]
            #endif
        }
    }

    package let kind: Kind
    private let backend: any PollerBackend

    package init(_ kind: Kind = Kind.available[0]) throws(SystemError) {
        self.kind = kind
        switch kind {
        #if os(Linux)
        case .epoll: backend = try EpollBackend()
        #endif
        case .poll: backend = PollBackend()
        }
    }

    package func add(
        _ descriptor: borrowing Descriptor,
        token: UInt64,
        interest: Interest
    ) throws(SystemError) {
        try backend.add(descriptor.raw, token: token, interest: interest)
    }

    package func modify(
        _ descriptor: borrowing Descriptor,
        token: UInt64,
        interest: Interest
    ) throws(SystemError) {
        try backend.modify(descriptor.raw, token: token, interest: interest)
    }

    package func remove(_ descriptor: borrowing Descriptor) throws(SystemError) {
        try backend.remove(descriptor.raw)
    }

    /// Replaces what is in `events`, keeping its storage, with what is ready.
    ///
    /// None are there when the time is over, and now and then before, when a signal came: look at the clock.
    package func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError) {
        // What is left is few: taking each out costs less than taking out all.
        while events.popLast() != nil {}
        try backend.wait(timeout, into: &events)
    }
}

@available(*, unavailable)
extension Poller: Sendable {}
