import SystemCore
package import TunerAPI

/// The lock on a state directory, held until the value or the process ends.
package struct StateLock: ~Copyable {
    /// The existing state directory, in which only its user can make changes.
    package let folder: String
    private let lock: FileLock

    /// Creates the directory if it is missing, and acquires its lock.
    package init(on state: StatePath) throws(PlaceError) {
        let folder = state.path
        try OwnFolder.make(folder, for: nil, .state)
        try StateLock.check(folder)
        lock = try FileLock.take("\(folder)/tunerd.lock", .state) { pid in .stateInUse(folder, pid: pid) }
        self.folder = folder
    }

    private static func check(_ folder: String) throws(PlaceError) {
        let status: FileStatus
        do {
            // A link is allowed, because users keep their state on other disks. The check applies to its target.
            status = try Kernel.status(of: folder)
        } catch {
            throw .failed(error, .state)
        }
        if let fault = status.folderFault(for: Kernel.userID) {
            throw .stateFolder(folder, fault)
        }
    }
}
