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
        /// Its holder's pid; nil where it has not written one in time, or where it is none of a process that we see.
        case held(by: Int32?)
    }

    /// How long a holder may take to write its pid.
    private static let patience = Duration.milliseconds(50)
    /// How long the kernel may take to release the lock of a process that was killed: it frees the memory first.
    private static let endingPatience = Duration.seconds(5)

    /// Takes the lock if nobody has it, and waits for a holder that is ending.
    ///
    /// The file is made when there is none, and stays behind: to remove it would let two processes hold locks on two
    /// files of one name.
    package static func take(
        _ path: String,
        state: (_ pid: Int32) -> ProcessState = { Kernel.state(of: $0) }
    ) throws(SystemError) -> Outcome {
        let start = Kernel.monotonicTime()
        while true {
            let descriptor = try Kernel.open(path, [.read, .write, .create, .noFollow, .regular])
            let raw = descriptor.raw
            do throws(SystemError) {
                _ = try Kernel.attempt("flock", path: path) { csystem_lock_file(raw) }
            } catch  where error.errno == .wouldBlock {
                let holder = pid(in: descriptor)
                let holderState = holder.map(state)
                let limit =
                    switch holderState {
                    case .running: Duration.zero
                    case .ending, .gone: endingPatience
                    case nil: patience
                    }
                guard Kernel.monotonicTime() - start < limit else {
                    return .held(by: holderState == .gone ? nil : holder)
                }
                // The kernel is about to release it; or its holder has not written its pid yet.
                try Kernel.sleep(for: .milliseconds(1))
                continue
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
    ///
    /// The last holder's is written over: to empty the file first has a file system find room anew, and takes longer than
    /// all else at a start.
    private static func writePid(to descriptor: borrowing Descriptor) {
        let text = Array("\(Kernel.processID)\n".utf8)
        guard (try? Kernel.write(descriptor, text.span, at: 0)) != nil else { return }
        if let status = try? Kernel.status(of: descriptor), status.size > text.count {
            try? Kernel.truncate(descriptor, to: Int64(text.count))
        }
    }

    private static func pid(in descriptor: borrowing Descriptor) -> Int32? {
        let digits = unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer -> String in
            let count = (try? unsafe Kernel.read(descriptor, into: buffer, at: 0)) ?? 0
            return unsafe String(decoding: buffer[..<count], as: UTF8.self)
        }
        // Without its newline it is not written to the end; behind it may stand the rest of a longer one.
        guard let end = digits.firstIndex(of: "\n") else { return nil }
        // The last holder's pid stands there until the next has written its own.
        return Int32(digits[..<end])
    }
}
