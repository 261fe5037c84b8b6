internal import CTransfer
import LoopCore
import SystemCore

/// A socket of libcurl in an event loop, by a second descriptor: libcurl closes the other one whenever it wants.
final class TransferSocket: EventSource {
    private let descriptor: Descriptor
    private let loop: EventLoop
    private let handle: (Int32) -> Void
    /// The bits of C for what the loop waits for; nil while the socket is not in the loop.
    private var interest: Int32?

    /// Duplicates a socket; `handle` receives its readiness in the bits of C.
    ///
    /// The result is nil if this process has too many open files.
    init?(_ socket: Int32, on loop: EventLoop, _ handle: @escaping (Int32) -> Void) {
        let raw = ctransfer_duplicate(socket)
        guard raw >= 0 else { return nil }
        descriptor = Descriptor(owning: raw)
        self.loop = loop
        self.handle = handle
    }

    /// Waits for reading, writing or both.
    ///
    /// If the loop cannot wait for the socket, the request ends by its time limit.
    func wait(for interest: Int32) {
        guard interest != self.interest else { return }
        let wanted = Interest(readable: interest & 1 != 0, writable: interest & 2 != 0)
        do throws(SystemError) {
            if self.interest == nil {
                try loop.add(descriptor, source: self, interest: wanted)
            } else {
                try loop.modify(descriptor, interest: wanted)
            }
            self.interest = interest
        } catch {
            close()
        }
    }

    func ready(_ readiness: Readiness) {
        var bits: Int32 = 0
        if readiness.contains(.readable) || readiness.isHangup { bits |= 1 }
        if readiness.isWritable { bits |= 2 }
        if readiness.contains(.error) { bits |= 4 }
        // The set may remove the socket during the call.
        let handle = handle
        handle(bits)
    }

    func close() {
        guard interest != nil else { return }
        interest = nil
        try? loop.remove(descriptor)
    }
}
