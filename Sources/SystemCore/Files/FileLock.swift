private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An exclusive lock on a lock file; while it is held, all other attempts to acquire it fail, in this process too.
///
/// The lock is released when this value or the process ends, even if the process is killed.
package struct FileLock: ~Copyable, Sendable {
    package let path: String
    private let descriptor: Descriptor

    package enum Outcome: ~Copyable {
        case acquired(FileLock)
        /// Another process holds the lock.
        ///
        /// Its pid is nil if it is not written in time, or belongs to no visible process.
        case held(by: Int32?)
    }

    /// How long a holder may take to write its pid.
    private static let patience = Duration.milliseconds(50)
    /// How long the kernel may take to release the lock of a killed process: the kernel frees the memory first.
    private static let endingPatience = Duration.seconds(5)

    /// Acquires the lock if no process holds it, and waits for a holder that is ending.
    ///
    /// The function creates the file if necessary. The file is never removed: otherwise two processes could hold locks
    /// on two different files with the same path.
    package static func acquire(
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
                // The kernel may be about to release the lock, or the holder has not written its pid yet.
                try Kernel.sleep(for: .milliseconds(1))
                continue
            }
            // If another process removed or replaced the file before the lock, this lock protects nothing.
            guard try isStill(descriptor, at: path) else { continue }
            writePid(to: descriptor)
            return .acquired(FileLock(path: path, descriptor: descriptor))
        }
    }

    /// Returns the pid of the process that holds the lock; nil if no process holds it, or has not written its pid yet.
    ///
    /// A shared lock is acquired for a moment, so two calls at the same time do not see each other as the holder. A process
    /// that acquires the lock in that moment has to try again.
    package static func holder(of path: String) throws(SystemError) -> Int32? {
        let descriptor: Descriptor
        do throws(SystemError) {
            descriptor = try Kernel.open(path, [.read, .write, .noFollow, .regular])
        } catch  where error.errno == .noSuchFile {
            return nil
        }
        let raw = descriptor.raw
        do throws(SystemError) {
            _ = try Kernel.attempt("flock", path: path) { csystem_share_lock(raw) }
            return nil
        } catch  where error.errno == .wouldBlock {
            return pid(in: descriptor)
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

    /// Writes this process's pid for other processes to read.
    ///
    /// The lock does not need the pid, so errors are ignored.
    ///
    /// The pid overwrites the one of the last holder. Truncating the file first would make the file system allocate
    /// space again, which takes longer than the rest of a start.
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
        // Without a line feed, the pid is not completely written. Bytes after the line feed may be left from a longer
        // pid.
        guard let end = digits.firstIndex(of: "\n") else { return nil }
        // This may be the pid of an earlier holder, as long as the present one has not written its own.
        return Int32(digits[..<end])
    }
}

extension Kernel {
    /// Locks an open file until its descriptor is closed; returns false if another process has locked it.
    package static func lock(_ descriptor: borrowing Descriptor) throws(SystemError) -> Bool {
        let raw = descriptor.raw
        do throws(SystemError) {
            _ = try attempt("flock") { csystem_lock_file(raw) }
            return true
        } catch  where error.errno == .wouldBlock {
            return false
        }
    }
}
