import SystemCore
import TestSupport
import Testing

/// A real file system of a few megabytes, which is there until the last reference goes.
final class SmallDisk {
    let path: String
    private let directory: TemporaryDirectory

    /// A condition for tests that mount one.
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
        // Lazily: what a test has left running must not keep it.
        try? run("umount -l \"$1\"")
    }

    /// Lets nobody write to it, or everybody again; what is open for writing must be closed before.
    func remount(_ option: String) throws {
        try run("mount -o remount,\(option) \"$1\"")
    }

    /// Takes all the room that is left, but for so many bytes.
    func fill(leaving bytes: Int = 0) throws {
        try run("cat /dev/zero >\"$1/ballast\" 2>/dev/null; truncate -s -\(bytes) \"$1/ballast\"")
    }

    /// Gives back the room that was taken.
    func empty() throws {
        try Kernel.removeFile("\(path)/ballast")
    }

    private func run(_ script: String) throws {
        let result = try Program(script: script, [path]).wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }
}
