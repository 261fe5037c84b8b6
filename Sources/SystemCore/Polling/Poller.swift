/// A level-triggered wait for many descriptors at once, for use by one thread.
///
/// Add each descriptor once, and remove it before closing it. Otherwise the program traps.
package struct Poller: ~Copyable {
    package enum Kind: String, Sendable {
        #if os(Linux)
        case epoll
        #endif
        /// Available on all systems; the cost of a wait grows with the number of descriptors.
        case poll

        /// The kinds that this system has, the fastest first.
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

    /// Waits, and replaces the content of `events` with the descriptors that are ready; keeps the storage of the array.
    ///
    /// The result is empty after the timeout. A signal can also end the wait early with an empty result, so check the
    /// clock.
    package func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError) {
        // The array holds few events: removing each costs less than `removeAll`.
        while events.popLast() != nil {}
        try backend.wait(timeout, into: &events)
    }
}

@available(*, unavailable)
extension Poller: Sendable {}
