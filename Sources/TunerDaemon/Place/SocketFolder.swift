import SystemCore

/// The folder that the socket is in: who can change it, and who can pass through.
struct SocketFolder {
    let path: String
    /// Whether nothing else uses the folder, so that its mode is ours to change.
    let isOurs: Bool

    /// Makes the folder where it is missing; refuses one that others can change, or that the group cannot pass.
    func prepare(for group: SocketGroup?) throws(PlaceError) {
        try OwnFolder.make(path, for: group, .socket)
        let status = try Self.status(of: path, followingLinks: false)
        if let fault = status.folderFault(for: Kernel.userID) {
            throw .socketFolder(path, fault)
        }
        guard let group else {
            if isOurs, status.mode != 0o700 {
                try close()
            }
            return
        }
        if isOurs, status.group != group.id || status.mode != 0o750 {
            try OwnFolder.open(path, to: group)
        } else if !status.canBePassed(by: group) {
            throw .closedToGroup(path, mode: status.mode, group)
        }
        try Self.checkPassage(to: path, for: group)
    }

    private func close() throws(PlaceError) {
        do {
            try Kernel.setMode(path, 0o700)
        } catch {
            throw .failed(error, .socket)
        }
    }

    /// Refuses a folder on the way that nobody but its owner can pass, which a group would find out much later.
    private static func checkPassage(to folder: String, for group: SocketGroup) throws(PlaceError) {
        let parent = Path.folder(of: folder)
        guard parent != folder else { return }
        let status = try status(of: parent, followingLinks: true)
        guard status.mode & 0o011 != 0 else { throw .closedToGroup(parent, mode: status.mode, group) }
        try checkPassage(to: parent, for: group)
    }

    private static func status(of path: String, followingLinks: Bool) throws(PlaceError) -> FileStatus {
        do {
            return try Kernel.status(of: path, followingLinks: followingLinks)
        } catch {
            throw .failed(error, .socket)
        }
    }
}

extension FileStatus {
    /// Whether members of a group can pass through this folder.
    fileprivate func canBePassed(by other: SocketGroup) -> Bool {
        mode & (group == other.id ? 0o010 : 0o001) != 0
    }
}
