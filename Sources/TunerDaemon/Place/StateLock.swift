import SystemCore
package import TunerAPI

/// The proof that the state is this daemon's alone; it ends with the value, or with the process.
package struct StateLock: ~Copyable {
    /// The folder that holds the state; it is there, and only its user changes things in it.
    package let folder: String
    private let lock: FileLock

    /// Makes the folder where it is missing, and takes its lock.
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
            // A link is good here: people put their state on other disks, and it counts what is there.
            status = try Kernel.status(of: folder)
        } catch {
            throw .failed(error, .state)
        }
        if let fault = status.folderFault(for: Kernel.userID) {
            throw .stateFolder(folder, fault)
        }
    }
}
