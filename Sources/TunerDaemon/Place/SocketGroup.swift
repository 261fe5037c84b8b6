import SystemCore

/// A group whose members may connect.
package struct SocketGroup: Equatable, Sendable {
    /// As the user named it.
    package let name: String
    package let id: UInt32

    package init(name: String, id: UInt32) {
        self.name = name
        self.id = id
    }

    /// Looks up a name; where it is none, a number is one, as for chgrp.
    package init(named name: String) throws(PlaceError) {
        let id: UInt32?
        do {
            id = try Kernel.groupID(named: name) ?? UInt32(name)
        } catch {
            throw .failed(error, .group)
        }
        guard let id, id != .max else { throw .unknownGroup(name) }
        self.init(name: name, id: id)
    }
}
