import JSONCore
import SystemCore

/// The input of a program that the program has not read yet.
final class ProgramInput {
    private let pipe: Descriptor
    private var rest = ByteBuffer()

    /// Creates an input; a text that does not fit into the pipe is written later.
    init(_ pipe: consuming Descriptor, _ text: String) {
        self.pipe = pipe
        rest.append(text: text)
    }

    /// Writes as much as fits; returns whether more must be written later.
    func write() throws(SystemError) -> Bool {
        do throws(SystemError) {
            while !rest.isEmpty {
                let transfer = try rest.withBytes { (bytes) throws(SystemError) in try Kernel.write(pipe, bytes) }
                guard case .bytes(let count) = transfer else { return true }
                rest.removeFirst(count)
            }
            return false
        } catch  where error.errno.meansPeerIsGone {
            // A program may ignore its input.
            return false
        }
    }

    /// Adds the pipe to a poller, which reports when more fits.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try poller.add(pipe, token: token, interest: .writable)
    }
}
