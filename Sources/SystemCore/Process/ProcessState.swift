/// Whether a process still runs.
package enum ProcessState: Hashable, Sendable {
    case running
    /// It was killed or has ended, and the kernel still gives back what it had: its memory, its descriptors, its locks.
    case ending
    case gone
}

extension Kernel {
    /// What a process is doing; where there is no /proc, one that ends still runs.
    package static func state(of pid: Int32) -> ProcessState {
        guard isProcess(pid) else { return .gone }
        #if os(Linux)
        guard let stat = text(ofProcess: pid, "stat"), let status = text(ofProcess: pid, "status") else {
            return isProcess(pid) ? .running : .gone
        }
        // The program's name may hold anything, and stands in parentheses.
        let fields = stat.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        guard fields.count > flagsField else { return .running }
        let letter = fields[0].first
        let isDead = letter == UInt8(ascii: "Z") || letter == UInt8(ascii: "X")
        let flags = UInt64(String(decoding: fields[flagsField], as: UTF8.self)) ?? 0
        return isDead || flags & exitingFlag != 0 || isKilled(status) ? .ending : .running
        #else
        return .running
        #endif
    }

    #if os(Linux)
    /// The place of the process's flags among the fields behind its name.
    private static let flagsField = 6
    /// The kernel's PF_EXITING.
    private static let exitingFlag: UInt64 = 0x4
    /// SIGKILL in the masks of /proc/PID/status.
    private static let killMask: UInt64 = 1 << 8

    /// Whether a SIGKILL waits to be taken.
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
