private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Proof that this process alone holds a lock file.
///
/// It ends with the value, or with the process, however it ends.
package struct FileLock: ~Copyable, Sendable {
    package let path: String
    private let descriptor: Descriptor

    package enum Outcome: ~Copyable {
        case taken(FileLock)
        /// Its holder's pid; nil in the moment before it has written it, or where it is none of a process that we see.
        case held(by: Int32?)
    }

    /// Takes the lock if nobody has it.
    ///
    /// The file is made when there is none, and stays behind: to remove it would let two processes hold locks on two
    /// files of one name.
    package static func take(_ path: String) throws(SystemError) -> Outcome {
        while true {
            let descriptor = try Kernel.open(path, [.read, .write, .create, .noFollow])
            let raw = descriptor.raw
            do throws(SystemError) {
                _ = try Kernel.attempt("flock", path: path) { csystem_lock_file(raw) }
            } catch  where error.errno == .wouldBlock {
                return .held(by: pid(in: descriptor))
            }
            // Someone may have removed or replaced the file between open and lock; then ours locks nothing.
            guard try isStill(descriptor, at: path) else { continue }
            writePid(to: descriptor)
            return .taken(FileLock(path: path, descriptor: descriptor))
        }
    }

    private init(path: String, descriptor: consuming Descriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    private static func isStill(_ descriptor: borrowing Descriptor, at path: String) throws(SystemError) -> Bool {
        let ours = try Kernel.status(of: descriptor)
        do throws(SystemError) {
            return try Kernel.status(of: path, followingLinks: false).identity == ours.identity
        } catch  where error.errno == .noSuchFile {
            return false
        }
    }

    /// A courtesy to whoever comes second: on a full disk the lock holds without it.
    private static func writePid(to descriptor: borrowing Descriptor) {
        let text = Array("\(Kernel.processID)\n".utf8)
        try? Kernel.truncate(descriptor, to: 0)
        _ = try? Kernel.write(descriptor, text.span, at: 0)
    }

    private static func pid(in descriptor: borrowing Descriptor) -> Int32? {
        let digits = unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer -> String in
            let count = (try? unsafe Kernel.read(descriptor, into: buffer, at: 0)) ?? 0
            return unsafe String(decoding: buffer[..<count], as: UTF8.self)
        }
        // Without its newline it is not written to the end.
        guard digits.last == "\n", let pid = Int32(digits.dropLast()) else { return nil }
        // The last holder's pid stands there until the next has written its own.
        return Kernel.isProcess(pid) ? pid : nil
    }
}
