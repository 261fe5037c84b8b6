import SystemCore
import TestSupport
import Testing

/// A real file system of a few megabytes, mounted until the last reference is released.
final class SmallDisk {
    let path: String
    private let directory: TemporaryDirectory

    /// A condition for tests that mount file systems.
    static let needsRoot: ConditionTrait = .enabled(
        if: Kernel.userID == 0 || Demands.areStrict,
        "only root can mount a file system"
    )

    init(megabytes: Int) throws {
        directory = try TemporaryDirectory()
        path = directory.file("disk")
        try Kernel.createDirectory(path, mode: 0o700)
        try run("mount -t tmpfs -o size=\(megabytes)m,mode=700 tmpfs \"$1\"")
    }

    deinit {
        // A lazy unmount succeeds even if a program that the test started still runs.
        try? run("umount -l \"$1\"")
    }

    /// Makes the file system read-only or writable; no file may be open for writing.
    func remount(_ option: String) throws {
        try run("mount -o remount,\(option) \"$1\"")
    }

    /// Uses up the free space, except for some bytes.
    func fill(leaving bytes: Int = 0) throws {
        try run("cat /dev/zero >\"$1/ballast\" 2>/dev/null; truncate -s -\(bytes) \"$1/ballast\"")
    }

    /// Frees the used space.
    func empty() throws {
        try Kernel.removeFile("\(path)/ballast")
    }

    private func run(_ script: String) throws {
        let result = try Program(script: script, [path]).wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }
}
