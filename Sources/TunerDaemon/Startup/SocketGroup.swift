package import SystemCore

/// A group whose members may connect.
package struct SocketGroup: Equatable, Sendable {
    /// The name or number that the user gave.
    package let name: String
    package let id: UInt32

    package init(name: String, id: UInt32) {
        self.name = name
        self.id = id
    }

    /// Finds a group by name, or else by number, like chgrp.
    package init(named name: String, in directory: GroupDirectory = GroupDirectory()) throws(StartupError) {
        let id: UInt32?
        do {
            id = try directory.id(of: name) ?? UInt32(name)
        } catch {
            throw .failed(error, .group)
        }
        guard let id, id != .max else { throw .unknownGroup(name) }
        self.init(name: name, id: id)
    }
}
