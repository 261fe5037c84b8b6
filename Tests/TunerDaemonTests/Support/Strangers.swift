import SystemCore
import TestSupport
import Testing
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Other users and groups, of which a test needs some that are not its own.
enum Strangers {
    static let user: UInt32 = 65_534
    /// One that root can give files to, and anyone their own.
    static let group = SocketGroup(name: "strangers", id: Kernel.userID == 0 ? 4_242 : Kernel.groupID)

    /// A condition for tests in which files are given away.
    static let needsRoot: ConditionTrait = .enabled(
        if: Kernel.userID == 0 || Demands.areStrict,
        "only root can give files away and be someone else for a moment"
    )

    /// Gives a file to a user.
    static func give(_ path: String, to user: UInt32) {
        #expect(unsafe chown(path, user, .max) == 0)
    }
}
