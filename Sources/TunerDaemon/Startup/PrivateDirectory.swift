import SystemCore

/// Creates directories in which only the daemon's user can make changes.
enum PrivateDirectory {
    /// Creates a directory and its missing parents with access for the user, and for a group if one is given.
    static func make(_ path: String, for group: SocketGroup?, _ resource: StartupError.Resource) throws(StartupError) {
        let made: [String]
        do {
            made = try KernelFileSystem().createDirectories(path, mode: 0o700)
        } catch {
            throw .failed(error, resource)
        }
        // The callers check the owners of the directories that existed already.
        if let group {
            for directory in made { try open(directory, to: group) }
        }
    }

    /// Lets a group list and pass through a directory of the daemon.
    static func open(_ path: String, to group: SocketGroup) throws(StartupError) {
        try give(path, to: group, mode: 0o750)
    }

    /// Gives a file or directory of the daemon to a group, and only then sets its mode.
    static func give(_ path: String, to group: SocketGroup, mode: UInt32) throws(StartupError) {
        do throws(SystemError) {
            try Kernel.setGroup(path, group.id)
            try Kernel.setMode(path, mode)
        } catch  where error.call == "chown" && error.errno == .notPermitted {
            throw .notInGroup(path, group)
        } catch {
            throw .failed(error, .socket)
        }
    }
}
