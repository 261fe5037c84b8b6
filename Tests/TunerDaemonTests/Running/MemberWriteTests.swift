import BlockingTests
import JSONCore
import TestSupport
import Testing

/// Tests of writes to members of one tunable by several clients of the real daemon.
@Suite(.blocking) struct MemberWriteTests {
    @Test(arguments: ["sync", "relaxed"])
    func `clients that write different members of a tunable at once lose no update`(durability: String) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        try daemon.client().call("tunables.set", ["key": "wind", "value": ["x": 0, "y": 0]])
        let wires = [try daemon.wire(), try daemon.wire()]
        for (wire, member) in zip(wires, ["x", "y"]) {
            let requests = (1...200).map { (number: Int) in
                request("tunables.set", number, "{\"key\":\"wind.\(member)\",\"value\":\(number)}")
            }
            try wire.write(requests.joined())
        }
        for wire in wires { _ = wire.read { $0.contains(#""id":200,"#) } }
        #expect(try daemon.client().call("tunables.get", ["key": "wind"])["value"] == ["x": 200, "y": 200])
        #expect(try daemon.client().call("server.info")["revision"] == 401)
    }
}
