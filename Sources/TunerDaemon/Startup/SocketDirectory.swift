import SystemCore

/// The directory of a socket, and the checks of its permissions.
struct SocketDirectory {
    let path: String
    /// Whether the directory is only for the daemon, so that the daemon may change its mode.
    let isOurs: Bool

    /// Creates the directory if it is missing.
    ///
    /// Throws if other users can change the directory, or if the group cannot pass through it.
    func prepare(for group: SocketGroup?) throws(StartupError) {
        try PrivateDirectory.make(path, for: group, .socket)
        let status = try Self.status(of: path, followingLinks: false)
        if let fault = status.directoryFault(for: Kernel.userID) {
            throw .socketDirectory(path, fault)
        }
        guard let group else {
            if isOurs, status.mode != 0o700 {
                try close()
            }
            return
        }
        if isOurs, status.group != group.id || status.mode != 0o750 {
            try PrivateDirectory.open(path, to: group)
        } else if !status.canBePassed(by: group) {
            throw .closedToGroup(path, mode: status.mode, group)
        }
        try Self.checkPassage(to: path, for: group)
    }

    private func close() throws(StartupError) {
        do {
            try Kernel.setMode(path, 0o700)
        } catch {
            throw .failed(error, .socket)
        }
    }

    /// Throws if only the owner can pass through a parent directory, because the group's clients could not connect.
    private static func checkPassage(to directory: String, for group: SocketGroup) throws(StartupError) {
        let parent = Path.directory(of: directory)
        guard parent != directory else { return }
        let status = try status(of: parent, followingLinks: true)
        guard status.mode & 0o011 != 0 else { throw .closedToGroup(parent, mode: status.mode, group) }
        try checkPassage(to: parent, for: group)
    }

    private static func status(of path: String, followingLinks: Bool) throws(StartupError) -> FileStatus {
        do {
            return try Kernel.status(of: path, followingLinks: followingLinks)
        } catch {
            throw .failed(error, .socket)
        }
    }
}

extension FileStatus {
    /// Returns whether members of a group can pass through this directory.
    fileprivate func canBePassed(by other: SocketGroup) -> Bool {
        mode & (group == other.id ? 0o010 : 0o001) != 0
    }
}
