import SystemCore
import Testing
import TunerAPI
import TunerDaemon

@Suite struct AccessRuleTests {
    private static let owner: UInt32 = 1000
    private static let rules = [
        AccessRule(owner: owner),
        AccessRule(owner: owner, group: 7),
        AccessRule(owner: owner, group: 7, groupWrites: true),
        // Without a group, no other user should be able to connect.
        AccessRule(owner: owner, groupWrites: true),
    ]

    @Test(arguments: [owner, 0])
    func `the owner and root may read and write`(user: UInt32) {
        let peer = PeerCredentials(pid: 1, uid: user, gid: 99)
        for rule in Self.rules {
            #expect(rule.allows(.reads, to: peer))
            #expect(rule.allows(.writes, to: peer))
        }
    }

    @Test func `only the owner and root are privileged, whatever their group`() {
        for rule in Self.rules {
            for user in [Self.owner, 0, 1001, 7] {
                let peer = PeerCredentials(pid: 1, uid: user, gid: 7)
                #expect(rule.isPrivileged(peer) == [Self.owner, 0].contains(user))
                #expect(rule.isPrivileged(peer) == rule.privilegedUsers.contains(user))
            }
        }
    }

    @Test(arguments: [7, 99] as [UInt32])
    func `other users read and write as their group may, whichever group the kernel reports`(group: UInt32) {
        let peer = PeerCredentials(pid: 1, uid: 1001, gid: group)
        #expect(Self.rules.map { $0.allows(.reads, to: peer) } == [false, true, true, false])
        #expect(Self.rules.map { $0.allows(.writes, to: peer) } == [false, false, true, false])
    }
}
