import JSONCore
import SystemCore

/// What a program is given to read, as far as it has not taken it.
final class ProgramInput {
    private let pipe: Descriptor
    private var rest = ByteBuffer()

    /// Gives it a text; what does not fit into the pipe at once waits.
    init(_ pipe: consuming Descriptor, _ text: String) {
        self.pipe = pipe
        rest.append(text: text)
    }

    /// Writes what fits; answers whether something is left that may still be taken.
    func write() throws(SystemError) -> Bool {
        do throws(SystemError) {
            while !rest.isEmpty {
                let transfer = try rest.withBytes { (bytes) throws(SystemError) in try Kernel.write(pipe, bytes) }
                guard case .bytes(let count) = transfer else { return true }
                rest.removeFirst(count)
            }
            return false
        } catch  where error.errno.meansPeerIsGone {
            // It need not read.
            return false
        }
    }

    /// Adds it to a poller, which tells when more fits.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try poller.add(pipe, token: token, interest: .writable)
    }
}
