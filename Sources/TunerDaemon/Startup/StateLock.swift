import SystemCore
package import TunerAPI

/// The lock on a state directory, held until the value or the process ends.
package struct StateLock: ~Copyable {
    /// The existing state directory, in which only its user can make changes.
    package let directory: String
    private let lock: FileLock

    /// Creates the directory if it is missing, and acquires its lock.
    package init(on state: StatePath) throws(StartupError) {
        let directory = state.path
        try PrivateDirectory.make(directory, for: nil, .state)
        try StateLock.check(directory)
        lock = try FileLock.acquire("\(directory)/tunerd.lock", .state) { pid in .stateInUse(directory, pid: pid) }
        self.directory = directory
    }

    private static func check(_ directory: String) throws(StartupError) {
        let status: FileStatus
        do {
            // A link is allowed, because users keep their state on other disks. The check applies to its target.
            status = try Kernel.status(of: directory)
        } catch {
            throw .failed(error, .state)
        }
        if let fault = status.directoryFault(for: Kernel.userID) {
            throw .stateDirectory(directory, fault)
        }
    }
}
