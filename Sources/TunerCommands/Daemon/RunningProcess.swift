import SystemCore

/// A process that is waited for.
final class RunningProcess {
    private let descriptor: Descriptor

    /// Looks at a process as long as it lives: a later one of the same number is another one.
    ///
    /// There is none where it has ended, or where the system has no way to tell.
    init?(_ pid: Int32) {
        do throws(SystemError) {
            guard let descriptor = try Kernel.openProcess(pid) else { return nil }
            self.descriptor = descriptor
        } catch {
            return nil
        }
    }

    /// Waits for its end; answers whether it came.
    func waitForEnd(within time: Duration) throws(Failure) -> Bool {
        try Failure.system { () throws(SystemError) in
            try !Kernel.wait(for: .readable, on: descriptor, .duration(time)).isEmpty
        }
    }
}
