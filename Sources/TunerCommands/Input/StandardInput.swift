import JSONCore
import LoopCore
import RPCCore
import SystemCore

/// Reads standard input, or another stream, to its end.
enum StandardInput {
    /// The limit of bytes: larger than the daemon's message limit by default.
    static let limit = 64 << 20
    private static let room = 1 << 16

    /// Reads standard input to its end; returns nil if it is longer than the limit.
    static func read(atMost most: Int) throws(SystemError) -> [UInt8]? {
        try Kernel.withStandardInput { (input) throws(SystemError) in try read(input, atMost: most) }
    }

    /// Reads a stream to its end, such as a FIFO; returns nil if it is longer than the limit.
    static func read(_ input: borrowing Descriptor, atMost most: Int) throws(SystemError) -> [UInt8]? {
        var bytes = ByteBuffer()
        while bytes.count <= most {
            let transfer = try unsafe bytes.receive(room: room) { (room) throws(SystemError) in
                try unsafe Kernel.read(input, into: room)
            }
            switch transfer {
            case .bytes: continue
            case .end: return [UInt8](bytes)
            // Another program that shares the stream has made it non-blocking.
            case .wouldBlock: _ = try Kernel.wait(for: .readable, on: input, .forever)
            }
        }
        return nil
    }
}
