import Synchronization
import SystemCore

/// The sockets of the connections of this process, so that a child process can close its copies.
///
/// A copy would keep the connection open after the end of the parent. The daemon would then wait for reports of a program
/// that has ended. Connections beyond the capacity are not in the list.
@safe
package enum OpenSockets {
    private static let capacity = 64
    private static let none: Int32 = -1
    private nonisolated(unsafe) static let places: UnsafeMutablePointer<Atomic<Int32>> = {
        let places = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: capacity)
        for index in 0..<capacity { unsafe (places + index).initialize(to: Atomic(none)) }
        return unsafe places
    }()

    /// Adds a socket, and returns its place; nil if there is no room.
    static func add(_ socket: borrowing Descriptor) -> Int? {
        let raw = socket.raw
        return (0..<capacity).first { index in
            unsafe places[index].compareExchange(expected: none, desired: raw, ordering: .acquiringAndReleasing)
                .exchanged
        }
    }

    /// Removes a socket before it is closed.
    static func remove(at place: Int) { unsafe places[place].store(none, ordering: .releasing) }

    /// Closes the copies of all sockets in a new child process, before its program continues.
    package static func closeCopies() {
        for index in 0..<capacity {
            let raw = unsafe places[index].exchange(none, ordering: .acquiringAndReleasing)
            if raw != none { _ = Descriptor(owning: raw) }
        }
    }
}
