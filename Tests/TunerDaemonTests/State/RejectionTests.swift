import BlockingTests
import JSONCore
import RPCCore
import Testing

/// Tests of refused layers, and of their records in the soft state.
@Suite(.blocking) struct RejectionTests {
    private let daemon: DaemonProcess
    private let client: Client

    init() throws {
        daemon = try DaemonProcess("--durability none")
        client = try daemon.client()
        try client.call("layers.put", ["name": "business", "values": ["a": 1]])
    }

    private func layer() throws -> JSON? {
        try client.call("layers.list")["layers"]?.elements.first
    }

    @Test(arguments: [
        #"{"name":"business","vlaues":{"a":2}}"#, #"{"values":7,"name":"business"}"#, #"["business",7]"#,
        #"{"name":"business","ttl":"soon","other":1}"#, #"{"name":"business","ttl":-1}"#,
        #"{"name":"business","values":{"a b":2}}"#, #"{"name":"business","locks":["a b"]}"#,
    ])
    func `invalid parameters of a layers put count as a rejection of the layer`(params: String) throws {
        for count in [1, 2] as [JSON] {
            let error = try #require(try client.refusal(of: "layers.put", try JSON.parse(params)))
            #expect(error.kind == "invalidParams")
            let rejected = try layer()["rejected"]
            #expect(rejected["count"] == count)
            #expect(rejected["error"] == .string(error.message))
        }
        #expect(try client.call("layers.get", ["name": "business"])["values"] == ["a": 1])
        try client.call("layers.put", ["name": "business", "values": ["a": 2]])
        #expect(try layer()["rejected"] == nil)
    }

    @Test(arguments: [
        #"{"values":7}"#, #"{"name":7,"values":{}}"#, #"{"name":"business","dryRun":true,"values":7}"#,
        #"{"name":"business","dryRun":true,"ttl":-1}"#, "[]", #"{"name":"busi ness","values":7}"#,
    ])
    func `dry runs and requests without a layer name do not count as rejections`(params: String) throws {
        #expect(try client.refusal(of: "layers.put", try JSON.parse(params))?.kind == "invalidParams")
        #expect(try layer()["rejected"] == nil)
        #expect(try client.call("layers.list")["layers"]?.elements.count == 1)
    }
}
