import BlockingTests
import JSONCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// tunersync between a real etcd and a real tunerd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct EtcdTests {
    @Test func `a layer follows a key`() throws {
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":1},"version":"one"}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration([etcd]))
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(try machine.layer("team")?["source"] == "etcd:/tuner/team")
        for value in 2...20 {
            try etcd.put("/tuner/team", "{\"values\":{\"ui.scale\":\(value)}}")
        }
        #expect(try machine.waitFor("ui.scale", 20))
        let end = try machine.stopSync()
        #expect(end?.code == 0)
        #expect(end?.errors.contains("the layer team has new content, version one") == true)
        let copy = try KernelFileSystem().open(machine.directory.file("layers/layer-team.json"), .read).readWhole()
        #expect(String(decoding: copy, as: UTF8.self).contains("20"), "the copy has the last content")
        #expect(end?.errors.contains("could not be fetched") == false, "\(end?.errors ?? "")")
    }

    @Test func `each key below a prefix is a value`() throws {
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team/ui/scale", "1")
        try etcd.put("/tuner/team/ui/name", #""a""#)
        try etcd.put("/tuner/team2/other", "5")
        let machine = try EtcdTests.synced(etcd, #""prefix":"/tuner/team/""#)
        #expect(try machine.value("ui.name") == "a")
        #expect(try machine.value("other") == .null)
        try etcd.put("/tuner/team/ui/scale", "2")
        #expect(try machine.waitFor("ui.scale", 2))
        try etcd.delete("/tuner/team/ui/name")
        #expect(try machine.waitFor("ui.name", .null))
        try etcd.put("/tuner/team/ui/name", "no JSON")
        try machine.waitForText("is not usable: the value of the key /tuner/team/ui/name is not JSON: ")
        #expect(try machine.value("ui.scale") == 2)
        try etcd.put("/tuner/team/ui/name", "[7]")
        #expect(try machine.waitFor("ui.name", [7]))
    }

    @Test func `a deleted key leaves the layer`() throws {
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":1}}"#)
        let machine = try EtcdTests.synced(etcd)
        try etcd.delete("/tuner/team")
        try machine.waitForText("the layer team could not be fetched: the key /tuner/team does not exist")
        #expect(try machine.value("ui.scale") == 1)
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":2}}"#)
        #expect(try machine.waitFor("ui.scale", 2))
    }

    @Test func `a key that comes later is a layer`() throws {
        let etcd = try EtcdServer()
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(EtcdTests.configuration([etcd]))
        try machine.waitForText("the key /tuner/team does not exist")
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":3}}"#)
        #expect(try machine.waitFor("ui.scale", 3))
    }

    @Test func `a value can have the size that etcd allows`() throws {
        let etcd = try EtcdServer()
        let path = etcd.directory.file("value")
        // A value of the daemon has at most a mebibyte.
        let long = String(repeating: "x", count: 700_000)
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":1}}"#)
        let machine = try EtcdTests.synced(etcd)
        try Origin.write("{\"values\":{\"ui.scale\":2,\"a\":\"\(long)\",\"b\":\"\(long)\"}}", to: path)
        try etcd.put("/tuner/team", fileAt: path)
        #expect(try machine.waitFor("ui.scale", 2), "a change arrives")
        try machine.killSync()
        _ = try Program("/bin/rm", ["-r", machine.directory.file("layers")]).wait()
        try machine.killDaemon(keepingState: false)
        try machine.startDaemon()
        try machine.startSync()
        #expect(try machine.waitFor("b", .string(long)), "a first load arrives")
    }

    @Test func `a prefix can have 10,000 keys`() throws {
        let etcd = try EtcdServer()
        let script = etcd.directory.file("script")
        for start in stride(from: 0, to: 10_000, by: 100) {
            let lines = (start..<start + 100).map { "put /tuner/team/k\($0) \($0)" }.joined(separator: "\n")
            try Origin.write("\n\(lines)\n\n\n", to: "\(script)\(start)")
        }
        let result = try Program(
            script: "for i in \(script)*; do ETCDCTL_API=3 etcdctl --endpoints \(etcd.endpoint) txn <$i || exit 1; done"
        ).wait()
        #expect(result.code == 0, "\(result.errors)")
        try etcd.put("/tuner/team/ui/scale", "1")
        let machine = try EtcdTests.synced(etcd, #""prefix":"/tuner/team/""#, #","timeout":60"#)
        #expect(try machine.value("k9999") == 9_999)
        try etcd.put("/tuner/team/k5000", "0")
        #expect(try machine.waitFor("k5000", 0))
    }

    @Test func `all sources of a cluster share one stream`() throws {
        let etcd = try EtcdServer()
        let sources = try (1...30).map { number in
            try etcd.put("/tuner/l\(number)", "{\"values\":{\"v\(number)\":\(number)}}")
            let place = "{\"endpoints\":[\"\(etcd.endpoint)\"],\"key\":\"/tuner/l\(number)\"}"
            return "{\"layer\":\"l\(number)\",\"timeout\":30,\"etcd\":\(place)}"
        }
        let names = (1...30).map { "\"l\($0)\"" }.joined(separator: ",")
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync("{\"sources\":[\(sources.joined(separator: ","))],\"activate\":[\(names)]}")
        for number in 1...30 { #expect(try machine.waitFor("v\(number)", .integer(Int64(number)))) }
        var metrics: [Substring] = []
        let areWatched = try eventually {
            let text = try Program(script: "curl -s \(etcd.endpoint)/metrics").wait().output
            metrics = text.split(separator: "\n").filter { $0.hasPrefix("etcd_debugging_mvcc_watch") }
            return metrics.contains("etcd_debugging_mvcc_watch_stream_total 1")
                && metrics.contains("etcd_debugging_mvcc_watcher_total 30")
        }
        #expect(areWatched, "\(metrics)")
        for number in [1, 15, 30] { try etcd.put("/tuner/l\(number)", "{\"values\":{\"v\(number)\":0}}") }
        for number in [1, 15, 30] { #expect(try machine.waitFor("v\(number)", 0)) }
        let end = try machine.stopSync()
        #expect(end?.errors.contains("could not be fetched") == false, "\(end?.errors ?? "")")
    }

    @Test func `a configuration adds and removes sources of a cluster`() throws {
        let etcd = try EtcdServer()
        try etcd.put("/tuner/team", #"{"values":{"ui.scale":1}}"#)
        try etcd.put("/tuner/other", #"{"values":{"other":1}}"#)
        let machine = try EtcdTests.synced(etcd)
        func source(_ layer: String, _ members: String = "") -> String {
            "{\"layer\":\"\(layer)\",\"etcd\":{\"endpoints\":[\"\(etcd.endpoint)\"],\"key\":\"/tuner/\(layer)\"}\(members)}"
        }
        try machine.configure("{\"sources\":[\(source("team")),\(source("other"))],\"activate\":[\"team\",\"other\"]}")
        #expect(try machine.waitFor("other", 1))
        try etcd.put("/tuner/team", #"{"flat":2}"#)
        try machine.waitForText("the payload has neither values nor flags nor killSwitch")
        try machine.configure("{\"sources\":[\(source("team", #","format":"flat""#))],\"activate\":[\"team\"]}")
        #expect(try machine.waitFor("flat", 2), "the content is read in the new format")
        try etcd.put("/tuner/other", #"{"values":{"other":2}}"#)
        try etcd.put("/tuner/team", #"{"flat":3}"#)
        #expect(try machine.waitFor("flat", 3))
        #expect(try machine.value("other") == 1, "a layer without a source stays as it was")
    }
}

extension EtcdTests {
    /// Returns a configuration with a source of the layer `team`, whose keys are members of `etcd`.
    static func configuration(
        _ members: [EtcdServer],
        _ keys: String = #""key":"/tuner/team""#,
        _ more: String = ""
    ) -> String {
        let endpoints = members.map { "\"\($0.endpoint)\"" }.joined(separator: ",")
        let etcd = "{\"endpoints\":[\(endpoints)],\(keys)}"
        // A busy machine may take long for a response; the tests of a stopped etcd have a shorter time.
        let timeout = more.contains("timeout") ? "" : ",\"timeout\":30"
        return "{\"sources\":[{\"layer\":\"team\",\"etcd\":\(etcd)\(timeout)\(more)}],\"activate\":[\"team\"]}"
    }

    /// Returns a daemon whose layer has come from etcd, with 1 as the value of `ui.scale`.
    static func synced(
        _ etcd: EtcdServer,
        _ keys: String = #""key":"/tuner/team""#,
        _ more: String = ""
    ) throws -> SyncedDaemon {
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(configuration([etcd], keys, more))
        #expect(try machine.waitFor("ui.scale", 1))
        return machine
    }
}
