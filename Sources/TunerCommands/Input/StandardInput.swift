import JSONCore
import RPCCore
import SystemCore

/// What someone gives the program to read.
enum StandardInput {
    /// The most that is taken: more than a daemon takes, unless told otherwise.
    static let longest = 64 << 20
    private static let room = 1 << 16

    /// All of it, to its end; none where it is longer than so many bytes.
    static func read(atMost most: Int) throws(SystemError) -> [UInt8]? {
        try Kernel.withStandardInput { (input) throws(SystemError) in try read(input, atMost: most) }
    }

    /// The same of another stream, as a pipe that has a name.
    static func read(_ input: borrowing Descriptor, atMost most: Int) throws(SystemError) -> [UInt8]? {
        var bytes = ByteBuffer()
        while bytes.count <= most {
            let transfer = try unsafe bytes.receive(room: room) { (room) throws(SystemError) in
                try unsafe Kernel.read(input, into: room)
            }
            switch transfer {
            case .bytes: continue
            case .end: return [UInt8](bytes)
            // Whoever shares the stream with us made it so.
            case .wouldBlock: _ = try Kernel.wait(for: .readable, on: input, .forever)
            }
        }
        return nil
    }
}
