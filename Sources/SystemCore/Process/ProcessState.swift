/// Whether a process still runs.
package enum ProcessState: Hashable, Sendable {
    case running
    /// The process has ended or was killed, but the kernel has not yet freed its memory, descriptors and locks.
    case ending
    case gone
}

extension Kernel {
    /// Returns the state of a process.
    ///
    /// On macOS, a killed process counts as running until it begins to end.
    package static func state(of pid: Int32) -> ProcessState {
        guard isProcess(pid) else { return .gone }
        #if os(Linux)
        guard let stat = text(ofProcess: pid, "stat"), let status = text(ofProcess: pid, "status") else {
            return isProcess(pid) ? .running : .gone
        }
        // The name is in parentheses, and may itself contain parentheses and spaces. So read only after the last one.
        let fields = stat.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        guard fields.count > flagsField else { return .running }
        let letter = fields[0].first
        let isDead = letter == UInt8(ascii: "Z") || letter == UInt8(ascii: "X")
        let flags = UInt64(String(decoding: fields[flagsField], as: UTF8.self)) ?? 0
        return isDead || flags & exitingFlag != 0 || isKilled(status) ? .ending : .running
        #else
        return process(pid)?.isEnding == true ? .ending : .running
        #endif
    }

    #if os(Linux)
    /// The index of the process flags among the fields after the name.
    private static let flagsField = 6
    /// The flag PF_EXITING of the kernel.
    private static let exitingFlag: UInt64 = 0x4
    /// The bit of SIGKILL in the masks of /proc/PID/status.
    private static let killMask: UInt64 = 1 << 8

    /// Returns whether a SIGKILL is pending.
    private static func isKilled(_ status: [UInt8]) -> Bool {
        status.split(separator: UInt8(ascii: "\n")).contains { line in
            guard line.starts(with: "SigPnd:".utf8) || line.starts(with: "ShdPnd:".utf8) else { return false }
            let digits = String(decoding: line.dropFirst(7).drop { $0 <= 0x20 }, as: UTF8.self)
            return (UInt64(digits, radix: 16) ?? 0) & killMask != 0
        }
    }

    private static func text(ofProcess pid: Int32, _ name: String) -> [UInt8]? {
        guard let descriptor = try? open("/proc/\(pid)/\(name)", .read) else { return nil }
        return try? KernelFile(descriptor).readWhole(chunk: 4_096)
    }
    #endif
}
