import BlockingTests
import JSONCore
import LoopCore
import SyncEngine
import SyncService
import SyncTestSupport
import SystemCore
import TestSupport
import Testing
import TransferCore

/// Calls to a real etcd.
@Suite(.blocking, .enabled(if: EtcdServer.isInstalled || Demands.areStrict, "missing here: etcd"))
struct EtcdClientTests {
    private static let range: JSONObject = ["key": .string(Base64.text(Array("k".utf8)))]

    private final class Bench {
        let loop: EventLoop
        let transfers: Transfers
        let client: EtcdClient
        var results: [Result<JSONObject, EtcdFault>] = []

        init(_ endpoints: [String]) throws {
            loop = try EventLoop()
            transfers = Transfers(on: loop, agent: "test/1")
            client = EtcdClient(
                endpoints: endpoints,
                user: nil,
                password: nil,
                certificates: nil,
                transfers,
                on: loop
            )
        }

        func call(_ path: String, _ body: JSONObject) {
            client.call(path, body) { [unowned self] in results.append($0) }
        }

        func run(until condition: () -> Bool) throws {
            while !condition() { try loop.turn() }
        }

        /// Calls a method, and waits for the result.
        func result(_ path: String, _ body: JSONObject) throws -> Result<JSONObject, EtcdFault> {
            results = []
            call(path, body)
            try run { !results.isEmpty }
            return results[0]
        }
    }

    @Test func `an endpoint without a server is left for the next one`() throws {
        let etcd = try EtcdServer()
        let bench = try Bench(["http://127.0.0.1:\(TestPort.next())", etcd.endpoint])
        #expect(try bench.result("/v3/kv/range", EtcdClientTests.range).get()["header"] != nil)
        try etcd.kill()
        guard case .failure(.endpoint) = try bench.result("/v3/kv/range", EtcdClientTests.range) else {
            Issue.record("a call succeeds without etcd")
            return
        }
    }

    @Test func `no more than eight calls are sent at once`() throws {
        let etcd = try EtcdServer()
        let bench = try Bench([etcd.endpoint])
        for number in 1...20 { bench.call("/v3/lease/grant", ["ID": .string("\(number)"), "TTL": "60"]) }
        #expect(bench.transfers.count == 8)
        try bench.run { bench.results.count == 20 }
        #expect(bench.results.allSatisfy { (try? $0.get()["TTL"]) == "60" })
    }

    @Test func `a lease that is missing or exists already is reported as such`() throws {
        let etcd = try EtcdServer()
        let bench = try Bench([etcd.endpoint, "http://127.0.0.1:\(TestPort.next())"])
        let put: JSONObject = ["key": "aw==", "value": "dg==", "lease": "7"]
        #expect(
            try bench.result("/v3/kv/put", put) == .failure(.lease("etcdserver: requested lease not found"))
        )
        let grant: JSONObject = ["ID": "7", "TTL": "60"]
        #expect(try bench.result("/v3/lease/grant", grant).get()["ID"] == "7")
        #expect(
            try bench.result("/v3/lease/grant", grant) == .failure(.lease("etcdserver: lease already exists"))
        )
        let kept = try bench.result("/v3/lease/keepalive", ["ID": "7"]).get()
        #expect(kept.etcdObject("result")?["TTL"] == "60")
        let lost = try bench.result("/v3/lease/keepalive", ["ID": "8"]).get()
        #expect(lost.etcdObject("result")?.etcdNumber("TTL") == 0)
    }
}
