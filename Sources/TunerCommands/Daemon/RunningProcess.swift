import SystemCore

/// A process that another process waits for.
final class RunningProcess {
    private let descriptor: Descriptor

    /// Opens a process, so that a later process with the same ID is not mistaken for it.
    ///
    /// Returns nil if the process has ended, or if the system cannot open processes.
    init?(_ pid: Int32) {
        do throws(SystemError) {
            guard let descriptor = try Kernel.openProcess(pid) else { return nil }
            self.descriptor = descriptor
        } catch {
            return nil
        }
    }

    /// Waits for the end of the process; returns false after the time has passed.
    func waitForEnd(within time: Duration) throws(Failure) -> Bool {
        try Failure.system { () throws(SystemError) in
            try !Kernel.wait(for: .readable, on: descriptor, .duration(time)).isEmpty
        }
    }
}
