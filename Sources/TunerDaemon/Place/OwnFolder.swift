import SystemCore

/// A folder in which only the daemon's user changes things.
enum OwnFolder {
    /// Makes a folder and those above it that are missing: for the user alone, or for a group to pass through too.
    static func make(_ path: String, for group: SocketGroup?, _ subject: PlaceError.Subject) throws(PlaceError) {
        let made: [String]
        do {
            made = try KernelFileSystem().createDirectories(path, mode: 0o700)
        } catch {
            throw .failed(error, subject)
        }
        // Whose those are that were there will be looked at.
        if let group {
            for folder in made { try open(folder, to: group) }
        }
    }

    /// Lets a group see what is in a folder of ours.
    static func open(_ path: String, to group: SocketGroup) throws(PlaceError) {
        try give(path, to: group, mode: 0o750)
    }

    /// Makes a file or folder of ours the group's, and only then gives the group its rights.
    static func give(_ path: String, to group: SocketGroup, mode: UInt32) throws(PlaceError) {
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
