import SystemCore
import TestSupport
import Testing
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Users and groups that differ from those of the test.
enum OtherUsers {
    static let user: UInt32 = 65_534
    /// A group to which root can give files; without root, the user's own group.
    static let group = SocketGroup(name: "strangers", id: Kernel.userID == 0 ? 4_242 : Kernel.groupID)

    /// A condition for tests that change the owners of files.
    static let needsRoot: ConditionTrait = .enabled(
        if: Kernel.userID == 0 || Demands.areStrict,
        "only root can give files away and be someone else for a moment"
    )

    static func give(_ path: String, to user: UInt32) {
        #expect(unsafe chown(path, user, .max) == 0)
    }
}
