import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of conditional requests for single values, with the real programs.
@Suite(.blocking) struct ConditionTests {
    private let bench: TuneTestBench

    init() throws {
        bench = try TuneTestBench()
        try bench.daemon.value("tunables.set", #"{"key":"a","value":1}"#)
        try bench.daemon.value("tunables.set", #"{"key":"b","value":1}"#)
    }

    private func request(_ line: String, _ field: String, body: String = "") throws -> String {
        try bench.gateway.request(line, [field, "Content-Length: \(body.utf8.count)"], body: body)
    }

    private func tag(_ key: String) throws -> String {
        try #require(try bench.request("GET /tune/\(key)").field("ETag"))
    }

    @Test func `a value has a tag, with which it is not sent again`() throws {
        let tag = try tag("a")
        #expect(tag.hasSuffix(":1\""))
        try bench.daemon.value("tunables.set", #"{"key":"b","value":2}"#)
        let same = try request("GET /tune/a", "If-None-Match: \(tag)")
        #expect(same.status == 304)
        #expect(same.field("ETag") == tag)
        #expect(same.content == "")
        #expect(try request("GET /tune/a", "If-Match: \(tag)").content == "1\n")
        #expect(try request("HEAD /tune/a", "If-None-Match: *").status == 304)
        // What changes the value by another way than a write of the key changes the tag, too.
        try bench.daemon.value("layers.put", #"{"name":"l","values":{"a":5}}"#)
        try bench.daemon.value("tunables.reset", #"{"key":"a"}"#)
        #expect(try request("GET /tune/a", "If-Match: \(tag)").status != 200)
        try bench.daemon.value("layers.activate", #"{"names":["l"]}"#)
        let changed = try request("GET /tune/a", "If-None-Match: \(tag)")
        #expect(changed.status == 200)
        #expect(changed.content == "5\n")
        #expect(try request("GET /tune/a", "If-Match: \(tag)").status == 412)
        #expect(try bench.request("GET /tune/stew.base.v1").field("ETag") == nil)
        #expect(try request("GET /tune/nothing", "If-None-Match: *").status == 404)
    }

    @Test(arguments: ["PUT /tune/a/2", "PUT /tune/a", "DELETE /tune/a"])
    func `a change with the tag of a value that another client has changed is refused`(line: String) throws {
        let body = line == "PUT /tune/a" ? "2" : ""
        let old = try tag("a")
        try bench.daemon.value("tunables.set", #"{"key":"a","value":3}"#)
        for field in ["If-Match: \(old)", "If-Match: \"x\"", "If-Match: W/\(try tag("a"))", "If-None-Match: *"] {
            let refused = try request(line, field, body: body)
            #expect(refused.status == 412, "\(field)")
            #expect(try bench.content("GET /tune/a") == "3\n")
        }
        let refused = try request(line, "If-Match: \(old)", body: body)
        #expect(refused.content == "a changed in revision 3, after revision 1\n")
        #expect(try request(line, "If-None-Match: \(old)", body: body).status == 400)
        #expect(try request(line, "If-Match: \"x\", \(try tag("a"))", body: body).status == 200)
        #expect(try bench.request("GET /tune/a").content != "3\n")
    }

    @Test func `a key is created only if it does not exist, or changed only if it does`() throws {
        #expect(try request("PUT /tune/a/2", "If-None-Match: *").content == "a exists already (revision 1)\n")
        #expect(try request("PUT /tune/new/2", "If-Match: *").status == 412)
        #expect(try bench.request("GET /tune/new").status == 404)
        #expect(try request("PUT /tune/new/2", "If-None-Match: *").status == 200)
        #expect(try request("PUT /tune/new/3", "If-None-Match: *").status == 412)
        #expect(try request("PUT /tune/new/3", "If-Match: *").status == 200)
        let tag = try tag("new")
        #expect(try request("DELETE /tune/new", "If-Match: *").status == 200)
        // The key that had the tag does not exist any more.
        #expect(try request("PUT /tune/new/4", "If-Match: \(tag)").status == 412)
        #expect(try bench.request("GET /tune/new").status == 404)
    }

    @Test func `a text that is converted to the type of the key is under the same condition`() throws {
        try bench.daemon.value("tunables.declare", #"{"key":"title","spec":{"type":"string","default":"x"}}"#)
        let old = try tag("title")
        #expect(try request("PUT /tune/title/1", "If-Match: \(old)").content == "Set title = 1\n")
        #expect(try request("PUT /tune/title/2", "If-Match: \(old)").status == 412)
        #expect(try bench.content("GET /tune/title") == "\"1\"\n")
    }

    @Test func `a tag of another state is refused`() throws {
        let old = try tag("a")
        let other = old.replacing(/[0-9a-f]{16}/, with: "0123456789abcdef")
        #expect(other != old)
        let refused = try request("PUT /tune/a/2", "If-Match: \(other)")
        #expect(refused.status == 412)
        #expect(refused.content.contains("read the value again"))
        #expect(try request("PUT /tune/a/2", "If-Match: \(other), \(old)").status == 200)
    }

    @Test func `values in a world and the document have no tag`() throws {
        let world = try bench.daemon.makeWorld()
        let tag = try tag("a")
        #expect(try bench.request("GET /tune/a?world=\(world)").field("ETag") == nil)
        #expect(try request("PUT /tune/a/2?world=\(world)", "If-Match: \(tag)").status == 412)
        #expect(try request("PUT /tune/a/2?world=\(world)", "If-Match: *").status == 200)
        #expect(try request("PUT /tune/a/2?world=\(world)", "If-None-Match: *").status == 412)
        for field in ["If-Match: \(tag)", "If-None-Match: *"] {
            #expect(try request("POST /tune", field, body: #"{"a":9}"#).status == 412)
        }
        #expect(try bench.content("GET /tune/a") == "1\n")
        #expect(try request("POST /tune", "If-Match: *", body: #"{"a":9}"#).status == 200)
    }
}
