import JSONCore
import SyncEngine
import Testing

struct EtcdConfigurationTests {
    private static func faults(_ members: String) -> [String] {
        let text = "{\"sources\":[{\"layer\":\"a\",\(members)}]}"
        do throws(ConfigurationFaults) {
            _ = try SyncConfiguration(text.utf8.span)
            return []
        } catch {
            return error.faults.map { $0.text(of: "c.json") }
        }
    }

    private static func source(_ members: String) throws -> SyncSource? {
        let text = "{\"sources\":[{\"layer\":\"a\",\(members)}]}"
        return try SyncConfiguration(text.utf8.span).sources.first
    }

    @Test func `a key is read`() throws {
        let source = try #require(
            try EtcdConfigurationTests.source(
                #""etcd":{"endpoints":["http://[::1]:2379","https://b"],"key":"/t/{context}/x"},"context":"a b""#
            )
        )
        let etcd = try #require(source.etcd)
        #expect(etcd.endpoints == ["http://[::1]:2379", "https://b"])
        #expect(etcd.keys == .key("/t/{context}/x"))
        #expect(etcd.name(in: source.context) == "/t/a b/x", "a key is not percent-encoded")
        #expect(source.address == "etcd:/t/a b/x")
        #expect(source.interval == .seconds(10))
    }

    @Test func `a prefix and a user are read`() throws {
        let source = try #require(
            try EtcdConfigurationTests.source(
                #"""
                "etcd":{"endpoints":["https://a:1"],"prefix":"/t/","user":"tuner","password":{"file":"/run/secret"}},
                "certificates":"/c.pem","interval":2
                """#
            )
        )
        #expect(source.etcd?.keys == .prefix("/t/"))
        #expect(source.etcd?.user == "tuner")
        #expect(source.etcd?.password == .file("/run/secret"))
        #expect(source.address == "etcd:/t/*")
        #expect(source.interval == .seconds(2))
    }

    @Test func `the order of the endpoints does not change the content`() throws {
        let texts = [#""http://a","http://b""#, #""http://b","http://a""#]
        let sources = try texts.compactMap {
            try EtcdConfigurationTests.source("\"etcd\":{\"endpoints\":[\($0)],\"key\":\"k\"}")
        }
        #expect(sources.count == 2)
        #expect(sources[0].hasContent(of: sources[1]))
    }

    @Test(
        arguments: [
            (
                #""url":"http://h/","etcd":{"endpoints":["http://h"],"key":"k"}"#,
                "sources/0: must have either url or etcd"
            ),
            (#""etcd":[]"#, "sources/0/etcd: must be an object, got an array"),
            (#""etcd":{"key":"k"}"#, "sources/0/etcd: the member endpoints is missing"),
            (#""etcd":{"endpoints":[],"key":"k"}"#, "sources/0/etcd/endpoints: there is no endpoint"),
            (#""etcd":{"endpoints":["http://h"]}"#, "sources/0/etcd: the member key or prefix is missing"),
            (#""etcd":{"endpoints":["http://h"],"key":"k","prefix":"p/"}"#, "must have either key or prefix"),
            (#""etcd":{"endpoints":["http://h"],"prefix":"/p"}"#, "must end with /, because /p2 begins with /p, too"),
            (#""etcd":{"endpoints":["http://h"],"kye":"k","key":"k"}"#, "there is no member kye; did you mean key?"),
            (
                #""etcd":{"endpoints":["h:2379"],"key":"k"}"#,
                "etcd/endpoints/0: must be a URL such as http://127.0.0.1:2379, got h:2379"
            ),
            (#""etcd":{"endpoints":["http://h/v3"],"key":"k"}"#, "must be a URL without a path, such as"),
            (
                #""etcd":{"endpoints":["http://u:secret@h"],"key":"k"}"#,
                "must not contain a user or a password; use user"
            ),
            (
                #""etcd":{"endpoints":["http://h","http://h"],"key":"k"}"#,
                "endpoints/1: the endpoint http://h is repeated"
            ),
            (#""etcd":{"endpoints":["http://h"],"key":"k","user":"u"}"#, "etcd: the member password is missing"),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k","password":{"file":"f"}}"#,
                "etcd: the member user is missing"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k","user":"u","password":"secret"}"#,
                "etcd/password: a credential must not be in the configuration; use {\"file\": PATH}"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k"},"headers":{"X":"y"}"#,
                "sources/0/headers: etcd takes no fields of a header; use user and password in etcd"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k"},"minInterval":5"#,
                "minInterval: etcd sends each change at once, so there is no time between two fetches"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"prefix":"p/"},"format":"flat""#,
                "format: a prefix has values only; a format is for a key"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"{context}"}"#,
                "etcd/key: has {context}, but the source has no context"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k"},"context":"c""#,
                "etcd/key: the source has a context, but its key has no {context}"
            ),
            (
                #""etcd":{"endpoints":["http://h"],"key":"k"},"certificates":"c""#,
                "certificates: only endpoints with https have certificates"
            ),
        ]
    ) func `a member is checked`(_ members: String, _ expected: String) {
        let faults = EtcdConfigurationTests.faults(members)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.contains(expected) == true, "\(faults)")
        #expect(faults.first?.contains("secret") != true)
    }

    @Test func `a fault has its position`() {
        let faults = EtcdConfigurationTests.faults(
            "\n \"etcd\":{\"endpoints\":[\"http://h\", \"x\"],\n  \"prefix\":\"p\"}"
        )
        #expect(faults.count == 2)
        #expect(faults.first?.hasPrefix("c.json:2:35: sources/0/etcd/endpoints/1: ") == true, "\(faults)")
        #expect(faults.last?.hasPrefix("c.json:3:12: sources/0/etcd/prefix: ") == true, "\(faults)")
    }
}
