#if os(Linux)
import SystemCore
import TestSupport
import Testing

extension DaemonProcess {
    /// The largest resident memory of the daemon so far, in kB.
    var peakMemory: Int {
        get throws {
            let file = KernelFile(try Kernel.open("/proc/\(program.processID)/status", .read))
            let status = String(decoding: try file.readWhole(), as: UTF8.self)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
            return try #require(peak.flatMap { $0.count > 2 ? Int($0[$0.count - 2]) : nil })
        }
    }
}
#endif
